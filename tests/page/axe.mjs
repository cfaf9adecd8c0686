// Asks axe about a state of the page, in both themes.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** The dark theme differs from the light one by its colours alone: these are all rules that see colours. */
const OF_COLOURS = ["color-contrast", "link-in-text-block"];

/** The page has answered all that it was asked. */
const hasAnswered = (page) => page.locator('#host[aria-busy="false"]').waitFor({ state: "attached" });

/** All that axe finds in what is open now. */
async function violations(page, isReady = hasAnswered) {
  await isReady(page);
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
  const found = [];
  for (const [colorScheme, rules] of [
    ["dark", OF_COLOURS],
    ["light", null],
  ]) {
    await page.emulateMedia({ colorScheme });
    found.push(
      ...(await page.evaluate(
        async ([theme, rules]) => {
          // Colours that are still changing to those of the theme are of neither theme.
          await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
          const ending = document.getAnimations().filter((one) => one.effect.getComputedTiming().endTime < Infinity);
          await Promise.allSettled(ending.map(({ finished }) => finished));
          const { violations } = await axe.run(document, {
            resultTypes: ["violations"],
            ...(rules && { runOnly: { type: "rule", values: rules } }),
          });
          return violations.flatMap(({ id, impact, nodes }) =>
            nodes.map(({ html, any, failureSummary }) => ({
              impact,
              what: `${theme}: ${impact} ${id}: ${html.slice(0, 160)} ${any[0]?.message ?? failureSummary.split("\n")[1] ?? ""}`,
            })),
          );
        },
        [colorScheme, rules],
      )),
    );
  }
  return found;
}

/** Axe finds nothing at all. */
export async function expectNoFinding(page, state = "") {
  assert.deepEqual(
    (await violations(page)).map(({ what }) => what),
    [],
    state,
  );
}

/** Axe finds nothing that is serious or worse; `isReady` waits for a page other than the playground. */
export async function expectNothingSerious(page, state = "", isReady = hasAnswered) {
  assert.deepEqual(
    (await violations(page, isReady)).filter(({ impact }) => impact === "serious" || impact === "critical").map(({ what }) => what),
    [],
    state,
  );
}

/** Everything to touch is 24 pixels wide and high, or has that much room to itself. */
export async function expectTouchable(page, state = "") {
  await page.locator('#host[aria-busy="false"]').waitFor({ state: "attached" });
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
  const small = await page.evaluate(async () => {
    const { violations } = await axe.run(document, { runOnly: { type: "rule", values: ["target-size"] } });
    return violations.flatMap(({ nodes }) => nodes.map(({ html, any }) => `${html.slice(0, 120)} ${any[0]?.message}`));
  });
  assert.deepEqual(small, [], state);
}
