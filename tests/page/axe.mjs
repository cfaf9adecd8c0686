// Asks axe about a state of the page, in both themes.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { pageTest } from "./page.mjs";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What axe finds that is serious or worse, each as rule and element. */
export async function serious(page) {
  await page.locator('#host[aria-busy="false"]').waitFor({ state: "attached" });
  await page.evaluate(AXE);
  return page.evaluate(async () => {
    const { violations } = await axe.run(document, { resultTypes: ["violations"] });
    return violations
      .filter(({ impact }) => impact === "serious" || impact === "critical")
      .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary.split("\n")[1] ?? ""}`));
  });
}

/** A test in each theme that axe finds nothing serious once the page has been led there. The options are `pageTest`'s. */
export function axeFinds(what, lead, options) {
  for (const colorScheme of ["light", "dark"]) {
    pageTest(`axe finds nothing serious: ${what}, ${colorScheme}`, async (page) => {
      await lead(page);
      assert.deepEqual(await serious(page), []);
    }, { ...options, colorScheme });
  }
}
