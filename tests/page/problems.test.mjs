// Problems: the diagnostics of all files.
import assert from "node:assert/strict";
import { axeFinds } from "./axe.mjs";
import { drop, editor, expectAttribute, expectText, openInTree, pageTest, retype, showView, skill, stopEngine, zip } from "./page.mjs";

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
  await expectAttribute(page.locator("#editor h2"), "title", BROKEN);
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

pageTest("a fix is one for the text as it is when it is clicked, not as it was when the problem was found", async (page) => {
  await openProblems(page);
  await openInTree(page, BROKEN);
  await editor(page).click();
  for (const key of ["ControlOrMeta+Home", "ArrowDown", "End"]) await page.keyboard.press(key);
  const fix = rows(page).filter({ hasText: "unclosed-quote" }).getByRole("button", { name: /^Close the quote/ });
  await fix.evaluate((button) => {
    document.execCommand("insertText", false, " # as the folder");
    button.click();
  });
  await expectText(editor(page), /name: api-review # as the folder.*compatibility\."---/);
});

pageTest("a fix of what was mended meanwhile changes nothing, and that is said", async (page) => {
  await openProblems(page);
  await openInTree(page, BROKEN);
  await editor(page).click();
  // The line is wrapped: the first End leads to the end of what is beside the others.
  for (const key of ["ControlOrMeta+Home", "ArrowDown", "ArrowDown", "End", "End"]) await page.keyboard.press(key);
  const fix = rows(page).filter({ hasText: "unclosed-quote" }).getByRole("button", { name: /^Close the quote/ });
  await fix.evaluate((button) => {
    document.execCommand("insertText", false, '"');
    button.click();
  });
  await page.locator(".notice").getByText("This problem is gone.").waitFor();
  await expectText(editor(page), /compatibility\."---/);
});

pageTest("a fix that renames a folder takes its files along, and back again", async (page) => {
  const file = (folder) => page.locator(`[role="treeitem"][data-path="/repo/.agents/skills/${folder}/onboarding/SKILL.md"]`);
  await openProblems(page);
  const problem = rows(page).filter({ hasText: "hidden-folder" });
  await problem.getByRole("button", { name: /^Rename the folder to drafts/ }).click();
  await file("drafts").waitFor();
  await problem.waitFor({ state: "detached" });
  await page.locator(".notice").getByRole("button", { name: "Undo" }).click();
  await file(".drafts").waitFor();
  await problem.waitFor();
});

pageTest("all safe fixes are shown before they are applied, and taken back together", async (page) => {
  await openProblems(page);
  const button = page.getByRole("button", { name: /^Apply \d+ safe fix/ });
  const offered = /\d+ safe fix(es)?/.exec(await button.textContent())[0];
  await button.click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("heading", { name: new RegExp(`^${offered} in`) }).waitFor();
  await dialog.getByText(BROKEN).first().waitFor();
  await dialog.getByRole("button", { name: "Apply", exact: true }).click();
  const problem = rows(page).filter({ hasText: "unclosed-quote" });
  await problem.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "No safe fixes" }).waitFor();
  await page.locator(".notice").getByRole("button", { name: "Undo" }).click();
  await problem.waitFor();
});

const CLIPBOARD = { permissions: ["clipboard-read", "clipboard-write"] };

async function copied(page, button) {
  await page.getByRole("button", { name: button, exact: true }).click();
  await page.getByRole("group", { name: "Copy what is shown" }).getByRole("button", { name: "Copied" }).waitFor();
  return page.evaluate(() => navigator.clipboard.readText());
}

pageTest("the problems are copied as Markdown, a list for each file", async (page) => {
  await openProblems(page);
  const text = await copied(page, "Copy as Markdown");
  assert.ok(text.includes(`\n\`${BROKEN}\`\n\n- \`3:14\` **error** \`unclosed-quote\` the quote that the value of \\\`description\\\` begins with is never closed (Codex, opencode, Open standard)\n`), text);
  const shown = await page.getByRole("region", { name: "Problems by file" }).locator("[role=status]").textContent();
  const count = (pattern) => text.match(pattern).length;
  assert.equal(`${count(/^- /gm)} problems in ${count(/^`/gm)} files`, shown);
}, CLIPBOARD);

pageTest("the copy of a host in several editions says which are concerned", async (page) => {
  await openProblems(page);
  await page.locator(".aimed summary").click();
  await page.locator(".aimed").getByLabel("2026-05").check();
  await page.locator(".problem-row .tag", { hasText: "Codex 2026-05, 2026-11" }).first().waitFor();
  assert.match(await copied(page, "Copy as Markdown"), /\(Codex 2026-05, 2026-11, Claude Code, opencode, Open standard\)/);
}, CLIPBOARD);

pageTest("the problems are copied as SARIF, those alone that pass the filter", async (page) => {
  await openProblems(page);
  await page.getByLabel("Rule", { exact: true }).selectOption("unclosed-quote");
  await expectRows(page, 1);
  const { version, runs: [{ tool, results }] } = JSON.parse(await copied(page, "Copy as SARIF"));
  assert.deepEqual([version, tool.driver.name], ["2.1.0", "skillglass"]);
  assert.deepEqual(results.map(({ ruleId, locations: [{ physicalLocation }] }) => [ruleId, physicalLocation.artifactLocation.uri]), [["unclosed-quote", `file://${BROKEN}`]]);
  await page.getByLabel("Rule", { exact: true }).selectOption("wrong-capitals");
  await page.getByRole("button", { name: "Copy as SARIF" }).waitFor();
  const [second] = JSON.parse(await copied(page, "Copy as SARIF")).runs[0].results;
  assert.equal(second.ruleId, "wrong-capitals");
}, CLIPBOARD);

pageTest("where nothing is shown there is nothing to copy", async (page) => {
  await openProblems(page);
  await page.getByLabel("Filter by path, rule or words").fill("no such words");
  await page.getByText("No problem passes the filter.").waitFor();
  assert.equal(await page.getByRole("group", { name: "Copy what is shown" }).count(), 0);
});

pageTest("a copy that the engine could not make before it stopped is not said to be made", async (page) => {
  await openProblems(page);
  await stopEngine(page);
  await page.getByRole("button", { name: "Copy as SARIF" }).click();
  await page.getByRole("button", { name: "Not copied" }).waitFor();
}, { ...CLIPBOARD, expectsProblems: true });

pageTest("what the browser does not allow to copy is said not to be allowed", async (page) => {
  await openProblems(page);
  await page.evaluate(() => (navigator.clipboard.write = () => Promise.reject(new DOMException("Write permission denied.", "NotAllowedError"))));
  await page.getByRole("button", { name: "Copy as Markdown" }).click();
  await page.getByRole("button", { name: "Not allowed" }).waitFor();
});
