// Problems: the diagnostics of all files.
import assert from "node:assert/strict";
import { axeFinds } from "./axe.mjs";
import { drop, editor, expectText, openInTree, pageTest, retype, showView, skill, zip } from "./page.mjs";

const BROKEN = "/repo/.agents/skills/api-review/SKILL.md";
const rows = (page) => page.locator(".problem-row");

async function openProblems(page) {
  await showView(page, "Problems");
  await rows(page).first().waitFor();
}

/** Waits until just so many diagnostics are in the list. */
const expectRows = (page, count) => page.waitForFunction((count) => document.querySelectorAll(".problem-row").length === count, count);

pageTest("a diagnostic leads to its place in the editor", async (page) => {
  await openProblems(page);
  await rows(page).filter({ hasText: "unclosed-quote" }).first().locator("button.what").click();
  await page.locator("#editor h2", { hasText: "SKILL.md" }).waitFor();
  assert.equal(await page.locator("#editor h2").getAttribute("title"), BROKEN);
});

pageTest("the list is filtered by severity, rule, host and words", async (page) => {
  await openProblems(page);
  const toggle = (severity, pressed) => page.getByRole("button", { name: severity, pressed }).click();
  for (const severity of [/warnings?$/, /info$/, /hints?$/]) await toggle(severity, true);
  await expectRows(page, 4);
  await toggle(/errors?$/, true);
  await page.getByText("No problem passes the filter.").waitFor();
  await toggle(/errors?$/, false);
  await expectRows(page, 4);
  await page.getByLabel("Rule", { exact: true }).selectOption("unclosed-quote");
  await expectRows(page, 1);
  await page.getByLabel("Host concerned").selectOption("claude-code");
  await page.getByText("No problem passes the filter.").waitFor();
  await page.getByLabel("Host concerned").selectOption("");
  await page.getByLabel("Rule", { exact: true }).selectOption("");
  await page.getByLabel("Filter by path, rule or words").fill("API-review quote");
  await expectRows(page, 1);
});

pageTest("a mended file leaves the list", async (page) => {
  await openProblems(page);
  await openInTree(page, BROKEN);
  await retype(page, editor(page), skill("api-review"));
  await page.getByRole("button", { name: BROKEN, exact: true }).waitFor({ state: "detached" });
});

pageTest("Why? shows the rule's page, its examples as text", async (page) => {
  await openProblems(page);
  await rows(page).filter({ hasText: "unclosed-quote" }).getByRole("button", { name: /^Why/ }).click();
  const said = page.locator(".explanation .markdown");
  await said.getByRole("heading", { name: "Fires" }).waitFor();
  await expectText(said.locator("pre").first(), /^---\nname: pdf/);
});

pageTest("of 1,000 broken files only the rows in view are in the document", async (page) => {
  const files = Object.fromEntries(Array.from({ length: 1_000 }, (_, n) => [`many/s-${n}/SKILL.md`, "# No frontmatter\n"]));
  await drop(page, { "many.zip": zip(files) });
  await page.locator(".notice").waitFor();
  await openProblems(page);
  await page.getByRole("button", { name: /^1,000 errors$/ }).waitFor({ timeout: 60_000 });
  assert.ok((await rows(page).count()) < 60);
  // The list grows while rows come into view and are measured.
  await page.getByRole("region", { name: "Problems by file" }).evaluate(async (list) => {
    while (!list.textContent.includes("s-999/")) {
      list.scrollTo(0, list.scrollHeight);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  });
});

pageTest("a phone shows the problems with nothing to scroll sideways", async (page) => {
  await openProblems(page);
  const wide = await page.evaluate(() => [document.documentElement, ...document.querySelectorAll("#host .scroller")].filter((element) => element.scrollWidth > element.clientWidth).length);
  assert.equal(wide, 0);
}, { viewport: { width: 360, height: 740 } });

pageTest("a phone shows the tab of the view that is open", async (page) => {
  await openProblems(page);
  await page.waitForFunction(() => {
    const [tab, tabs] = [document.getElementById("tab-problems"), document.querySelector("#host .tabs")].map((element) => element.getBoundingClientRect());
    return tab.left >= tabs.left && tab.right <= tabs.right + 1;
  });
}, { viewport: { width: 360, height: 740 } });

axeFinds("Problems with a rule's page", async (page) => {
  await openProblems(page);
  await rows(page).filter({ hasText: "unclosed-quote" }).getByRole("button", { name: /^Why/ }).click();
  await page.locator(".explanation .markdown pre").first().waitFor();
});

pageTest("a fix is applied with one click, and taken back with another", async (page) => {
  await openProblems(page);
  const problem = rows(page).filter({ hasText: "unclosed-quote" });
  await problem.getByRole("button", { name: /^Close the quote/ }).click();
  await problem.waitFor({ state: "detached" });
  await page.locator(".notice").getByRole("button", { name: "Undo" }).click();
  await problem.waitFor();
});

pageTest("all safe fixes are shown before they are applied, and taken back together", async (page) => {
  await openProblems(page);
  await page.getByRole("button", { name: /^Apply \d+ safe fix/ }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText(BROKEN).first().waitFor();
  await dialog.getByRole("button", { name: "Apply", exact: true }).click();
  const problem = rows(page).filter({ hasText: "unclosed-quote" });
  await problem.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "No safe fixes" }).waitFor();
  await page.locator(".notice").getByRole("button", { name: "Undo" }).click();
  await problem.waitFor();
});
