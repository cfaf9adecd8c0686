// Problems: the diagnostics of all files.
import assert from "node:assert/strict";
import { expectNothingSerious } from "./axe.mjs";
import { editor, expectAttribute, expectSoon, expectText, journey, openInTree, pressAndHear, retype, showView, skill } from "./page.mjs";

const BROKEN = "/repo/.agents/skills/api-review/SKILL.md";
const rows = (page) => page.locator(".problem-row");

async function openProblems(page) {
  await showView(page, "Problems");
  await rows(page).first().waitFor();
}

/** Waits until just so many diagnostics are in the list. */
const expectRows = (page, count) => page.waitForFunction((count) => document.querySelectorAll(".problem-row").length === count, count);

journey("the list of problems", async (page, step) => {
  await openProblems(page);

  await step("a diagnostic leads to its place in the editor", async () => {
    await rows(page).filter({ hasText: "unclosed-quote" }).first().locator("button.what").click();
    await page.locator("#editor h2", { hasText: "SKILL.md" }).waitFor();
    await expectAttribute(page.locator("#editor h2"), "title", BROKEN);
  });

  await step("it is filtered by severity, rule, host and words", async () => {
    const toggle = (severity, pressed) => page.locator(`button[aria-pressed="${pressed}"]`).filter({ hasText: severity }).click();
    // How many are in the document depends on their place in view; the first are always there.
    const firstRows = async () => (await rows(page).allTextContents()).slice(0, 5);
    const all = await firstRows();
    assert.equal(all.length, 5);
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
    await page.getByLabel("Filter by path, rule or words").fill("");
    for (const severity of [/warnings?$/, /info$/, /hints?$/]) await toggle(severity, false);
    await expectSoon(firstRows, all);
  });

  await step("Why? shows the rule's page, its examples as text", async () => {
    await rows(page).filter({ hasText: "unclosed-quote" }).getByRole("button", { name: /^Why/ }).click();
    const said = page.locator(".explanation .markdown");
    await said.getByRole("heading", { name: "Fires" }).waitFor();
    await expectText(said.locator("pre").first(), /^---\nname: pdf/);
  });

  await step("axe finds nothing serious, with a rule's page open", async () => {
    await expectNothingSerious(page);
    await page.locator(".explanation").getByRole("button", { name: "Close", exact: true }).click();
  });
});

journey("problems that are mended", async (page, step) => {
  await openProblems(page);
  const unclosed = rows(page).filter({ hasText: "unclosed-quote" });
  const undo = () => page.locator(".notice").getByRole("button", { name: "Undo" }).click();
  const closeQuote = unclosed.getByRole("button", { name: /^Close the quote/ });

  await step("a fix is applied with one click, and taken back with another", async () => {
    await closeQuote.click();
    await unclosed.waitFor({ state: "detached" });
    await undo();
    await unclosed.waitFor();
  });

  await step("a fix that renames a folder takes its files along, and back again", async () => {
    const file = (folder) => page.locator(`[role="treeitem"][data-path="/repo/.agents/skills/${folder}/onboarding/SKILL.md"]`);
    const hidden = rows(page).filter({ hasText: "hidden-folder" });
    await hidden.getByRole("button", { name: /^Rename the folder to drafts/ }).click();
    await file("drafts").waitFor();
    await hidden.waitFor({ state: "detached" });
    await undo();
    await file(".drafts").waitFor();
    await hidden.waitFor();
  });

  await step("all safe fixes are shown before they are applied, and taken back together", async () => {
    const button = page.getByRole("button", { name: /^Apply \d+ safe fix/ });
    const offered = /\d+ safe fix(es)?/.exec(await button.textContent())[0];
    await button.click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("heading", { name: new RegExp(`^${offered} in`) }).waitFor();
    await dialog.getByText(BROKEN).first().waitFor();
    await dialog.getByRole("button", { name: "Apply", exact: true }).click();
    await unclosed.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "No safe fixes" }).waitFor();
    await undo();
    await unclosed.waitFor();
  });

  await step("a fix is one for the text as it is when it is clicked, not as it was when the problem was found", async () => {
    await openInTree(page, BROKEN);
    await editor(page).click();
    for (const key of ["ControlOrMeta+Home", "ArrowDown", "End"]) await page.keyboard.press(key);
    await closeQuote.evaluate((button) => {
      document.execCommand("insertText", false, " # as the folder");
      button.click();
    });
    await expectText(editor(page), /name: api-review # as the folder.*compatibility\."---/);
    await unclosed.waitFor({ state: "detached" });
    await undo();
    await unclosed.waitFor();
  });

  await step("a fix of what was mended meanwhile changes nothing, and that is said", async () => {
    await editor(page).click();
    // The line is wrapped: the first End leads to the end of what is beside the others.
    for (const key of ["ControlOrMeta+Home", "ArrowDown", "ArrowDown", "End", "End"]) await page.keyboard.press(key);
    await closeQuote.evaluate((button) => {
      document.execCommand("insertText", false, '"');
      button.click();
    });
    await page.locator(".notice").getByText("This problem is gone.").waitFor();
    await expectText(editor(page), /compatibility\."---/);
  });

  await step("a mended file leaves the list", async () => {
    await retype(page, editor(page), skill("api-review"));
    await page.getByRole("button", { name: BROKEN, exact: true }).waitFor({ state: "detached" });
  });
});

async function copied(page, button) {
  const group = page.getByRole("group", { name: "Copy what is shown" });
  await pressAndHear(group.getByRole("button", { name: button, exact: true }), "Copied");
  const text = await page.evaluate(() => navigator.clipboard.readText());
  // It says so for a moment, and is then the same button again.
  await group.getByRole("button", { name: button, exact: true }).waitFor();
  return text;
}

journey(
  "problems that are copied",
  async (page, step) => {
    await openProblems(page);

    await step("they are copied as Markdown, a list for each file", async () => {
      const text = await copied(page, "Copy as Markdown");
      assert.ok(
        text.includes(
          `\n\`${BROKEN}\`\n\n- \`3:14\` **error** \`unclosed-quote\` the quote that the value of \\\`description\\\` begins with is never closed: Codex, opencode and the open standard drop the skill; Claude Code reads the value as written (Codex, opencode, Open standard)\n`,
        ),
        text,
      );
      const shown = await page.locator(".problems > [role=status]").textContent();
      const count = (pattern) => text.match(pattern).length;
      assert.equal(`${count(/^- /gm)} problems in ${count(/^`/gm)} files`, shown);
    });

    await step("they are copied as SARIF, those alone that pass the filter", async () => {
      await page.getByLabel("Rule", { exact: true }).selectOption("unclosed-quote");
      await expectRows(page, 1);
      const {
        version,
        runs: [{ tool, results }],
      } = JSON.parse(await copied(page, "Copy as SARIF"));
      assert.deepEqual([version, tool.driver.name], ["2.1.0", "skillglass"]);
      assert.deepEqual(
        results.map(({ ruleId, locations: [{ physicalLocation }] }) => [ruleId, physicalLocation.artifactLocation.uri]),
        [["unclosed-quote", `file://${BROKEN}`]],
      );
      await page.getByLabel("Rule", { exact: true }).selectOption("wrong-capitals");
      const [second] = JSON.parse(await copied(page, "Copy as SARIF")).runs[0].results;
      assert.equal(second.ruleId, "wrong-capitals");
      await page.getByLabel("Rule", { exact: true }).selectOption("");
    });

    await step("the copy of a host in several editions says which are concerned", async () => {
      await page.locator(".aimed summary").click();
      await page.locator(".aimed").getByLabel("2026-05").check();
      await page.locator(".problem-row .tag", { hasText: "Codex 2026-05, 2026-11" }).first().waitFor();
      assert.match(await copied(page, "Copy as Markdown"), /\(Codex 2026-05, 2026-11, Claude Code, opencode, Open standard\)/);
    });

    await step("what the browser does not allow to copy is said not to be allowed", async () => {
      await page.evaluate(
        () => (navigator.clipboard.write = () => Promise.reject(new DOMException("Write permission denied.", "NotAllowedError"))),
      );
      await pressAndHear(page.getByRole("button", { name: "Copy as Markdown" }), "Not allowed");
    });

    await step("where nothing is shown there is nothing to copy", async () => {
      await page.getByLabel("Filter by path, rule or words").fill("no such words");
      await page.getByText("No problem passes the filter.").waitFor();
      assert.equal(await page.getByRole("group", { name: "Copy what is shown" }).count(), 0);
    });
  },
  { permissions: ["clipboard-read", "clipboard-write"] },
);
