// The editor: diagnostics with their fixes, fields completed and explained, histories that are kept.
import assert from "node:assert/strict";
import { chooseHost, drop, editor, expectSoon, expectText, openInTree, pageTest, promptBox, retype, showView, skill, zip } from "./page.mjs";

const SKILLS = "/repo/.agents/skills";
const RELEASE_NOTES = `${SKILLS}/release-notes/SKILL.md`;
const API_REVIEW = `${SKILLS}/api-review/SKILL.md`;
const TRANSLATE = `${SKILLS}/translate/skill.md`;

/** No host acts on a licence, so that mending its key changes nothing for any. */
const MISSPELT = "---\nname: sheep\ndescription: Counts sheep that jump a fence. Use when someone cannot sleep.\nlicence: MIT\n---\n\n# Sheep\n\nCount them.\n";

const text = (page) => editor(page).evaluate((content) => [...content.querySelectorAll(".cm-line")].map((line) => line.textContent).join("\n"));
const status = (page) => page.locator(".editor-status");
const card = (page) => page.getByRole("dialog", { name: "Problems here" });
const options = (page) => page.locator(".cm-tooltip-autocomplete .cm-completionLabel").allTextContents();

async function expectLines(page, expected) {
  await page.waitForFunction((expected) => [...document.querySelectorAll("#editor .cm-line")].map((line) => line.textContent).join("\n").includes(expected), expected);
}

/** Puts the cursor behind the first line that begins like this. */
async function cursorBehind(page, start) {
  await page.locator("#editor .cm-line", { hasText: start }).first().click();
  // Of a line that is broken the first goes to the end of the row.
  await page.keyboard.press("End");
  await page.keyboard.press("End");
}

// ---- problems ------------------------------------------------------------------------------------------------------

pageTest("a problem is underlined, marked in the gutter and counted below the text", async (page) => {
  await openInTree(page, API_REVIEW);
  await page.locator("#editor .cm-lintRange-error").first().waitFor();
  await page.locator("#editor .cm-lint-marker-error").waitFor();
  await status(page).getByRole("button", { name: "1 error" }).waitFor();
});

pageTest("F8 goes to the problem and says what it is, for which hosts, the page's own before the others", async (page) => {
  await openInTree(page, API_REVIEW);
  await page.locator("#editor .cm-lintRange-error").first().waitFor();
  await chooseHost(page, "opencode");
  await editor(page).click();
  // What is announced goes away again.
  await page.evaluate(() => {
    window.announced = [];
    new MutationObserver(([{ target }]) => window.announced.push(target.textContent)).observe(document.querySelector("#editor .cm-announced"), { childList: true });
  });
  await page.keyboard.press("F8");
  await card(page).waitFor();
  await expectText(card(page).locator(".concerns").first(), /^Dropped by opencode .*Codex/);
  await expectText(card(page).locator(".chosen-host").first(), "opencode");
  await page.waitForFunction(() => window.announced.some((text) => text.startsWith("Error: ")));
  await page.keyboard.press("Escape");
  await card(page).waitFor({ state: "detached" });
});

pageTest("a problem says itself under the pointer", async (page) => {
  await openInTree(page, API_REVIEW);
  await page.locator("#editor .cm-lintRange-error").first().hover();
  await page.locator(".cm-tooltip-lint .problem-card .help").first().waitFor();
});

pageTest("problems go when what is wrong is mended by hand", async (page) => {
  await openInTree(page, API_REVIEW);
  await page.locator("#editor .cm-lintRange-error").first().waitFor();
  await cursorBehind(page, "description:");
  await page.keyboard.type('"');
  await page.locator("#editor .cm-lintRange-error").first().waitFor({ state: "detached" });
  await status(page).getByRole("button", { name: "error" }).waitFor({ state: "detached" });
});

pageTest("a fix is chosen by keyboard alone, and one undo takes it back", async (page) => {
  await openInTree(page, API_REVIEW);
  await page.locator("#editor .cm-lintRange-error").first().waitFor();
  const before = await text(page);
  await editor(page).click();
  await page.keyboard.press("F8");
  await page.keyboard.press("ControlOrMeta+.");
  await page.waitForFunction(() => document.activeElement.matches(".problem-cards .verbs button.primary"));
  await page.keyboard.press("Enter");
  await expectLines(page, 'compatibility."');
  await page.locator("#editor .fate.loaded").waitFor();
  await page.keyboard.press("ControlOrMeta+z");
  await expectSoon(() => text(page), before);
});

pageTest("all safe fixes are applied at once, and one undo takes them back", async (page) => {
  await drop(page, { "SKILL.md": MISSPELT });
  await status(page).getByRole("button", { name: /^Apply \d+ safe fix/ }).click();
  await expectLines(page, "\nlicense: MIT");
  await page.keyboard.press("ControlOrMeta+z");
  await expectLines(page, "\nlicence: MIT");
});

pageTest("a fix that renames a file moves it in the tree, and undo moves it back", async (page) => {
  await openInTree(page, TRANSLATE);
  await status(page).getByRole("button", { name: /1 error/ }).click();
  await card(page).locator(".verbs button").first().click();
  await page.locator(`[role="treeitem"][data-path="${SKILLS}/translate/SKILL.md"][aria-selected="true"]`).waitFor();
  await page.locator("#editor .fate.loaded").waitFor();
  await editor(page).click();
  await page.keyboard.press("ControlOrMeta+z");
  await page.locator(`[role="treeitem"][data-path="${TRANSLATE}"][aria-selected="true"]`).waitFor();
  await page.locator("#editor .fate.left-out").waitFor();
});

pageTest("a comment has a rule keep silent about a line", async (page) => {
  await drop(page, { "SKILL.md": MISSPELT });
  const line = page.locator("#editor .cm-line", { hasText: "licence" });
  await line.locator(".cm-lintRange").waitFor();
  await line.click();
  await page.keyboard.press("ControlOrMeta+.");
  await card(page).getByRole("button", { name: "Ignore with a comment" }).first().click();
  await expectLines(page, "\n# skillglass-ignore misspelt-field\nlicence: MIT");
  await line.locator(".cm-lintRange").waitFor({ state: "detached" });
});

// ---- fields --------------------------------------------------------------------------------------------------------

pageTest("keys of the frontmatter are completed, the host's own before those of others, which are marked", async (page) => {
  await cursorBehind(page, "name: release-notes");
  await page.keyboard.press("Enter");
  await page.keyboard.press("ControlOrMeta+ ");
  await page.locator(".cm-tooltip-autocomplete").waitFor();
  const all = await options(page);
  assert.ok(!all.includes("name") && !all.includes("description"), "keys that are there already are not offered again");
  assert.ok(all.includes("allowed-tools"), all.join());
  await expectText(page.getByRole("option", { name: /^disable-model-invocation/ }), /only Claude Code/);
});

pageTest("values that a host knows are completed", async (page) => {
  await chooseHost(page, "claude-code");
  await cursorBehind(page, "name: release-notes");
  await page.keyboard.press("Enter");
  await page.keyboard.type("disable-m");
  await page.getByRole("option", { name: /^disable-model-invocation/ }).click();
  await page.getByRole("option", { name: "true" }).click();
  await expectLines(page, "disable-model-invocation: true");
});

pageTest("nothing is completed in the instructions", async (page) => {
  await cursorBehind(page, "Never invent a change");
  await page.keyboard.press("Enter");
  await page.keyboard.type("des");
  await page.waitForTimeout(400);
  assert.equal(await page.locator(".cm-tooltip-autocomplete").count(), 0);
});

pageTest("F1 tells what each host does with the key of the line", async (page) => {
  await cursorBehind(page, "description:");
  await page.keyboard.press("F1");
  const help = page.locator("#editor .field-card");
  await help.waitFor();
  await expectText(help.locator(".chosen dt"), "Codex");
  assert.deepEqual((await help.locator("dt").allTextContents()).toSorted(), ["Claude Code", "Codex", "Open standard", "opencode"]);
  await page.keyboard.press("Escape");
  await help.waitFor({ state: "detached" });
});

pageTest("a key says what each host does with it under the pointer", async (page) => {
  await page.locator("#editor .cm-line span", { hasText: /^description$/ }).hover();
  await page.locator("#editor .field-card .field-name", { hasText: "description" }).waitFor();
});

pageTest("the line below the text counts the description against the host's limit, and names hosts that it is too long for", async (page) => {
  await status(page).getByText(/^\d+ of 1,024$/).waitFor();
  await retype(page, editor(page), skill("release-notes", "word ".repeat(250).trim()));
  await status(page).getByText(/^1,249 of 1,024 too long for /).waitFor();
  await status(page).locator(".over").waitFor();
});

pageTest("the line below the text follows the cursor and the size of the text", async (page) => {
  await retype(page, editor(page), "one\ntwo 四");
  await status(page).getByText("2:6", { exact: true }).waitFor();
  await status(page).getByText("9 characters").waitFor();
  await status(page).getByText("≈ 3 tokens").waitFor();
});

// ---- texts and histories -------------------------------------------------------------------------------------------

pageTest("each file keeps its own history while others are shown", async (page) => {
  await cursorBehind(page, "# Release notes");
  await page.keyboard.type(" of today");
  await openInTree(page, `${SKILLS}/database-migration/SKILL.md`);
  await expectLines(page, "# Database migration");
  await openInTree(page, RELEASE_NOTES);
  await expectLines(page, "# Release notes of today");
  await editor(page).focus();
  await page.keyboard.press("ControlOrMeta+z");
  await expectSoon(async () => (await text(page)).includes("of today"), false);
});

pageTest("Ctrl+F searches in the text", async (page) => {
  await editor(page).click();
  await page.keyboard.press("ControlOrMeta+f");
  await page.getByRole("textbox", { name: "Find" }).waitFor();
  await page.keyboard.type("the");
  await page.locator("#editor .cm-searchMatch").first().waitFor();
});

pageTest("YAML, Markdown and the code in its fences are coloured", async (page) => {
  await drop(page, { "SKILL.md": `${skill("coloured")}\n\`\`\`bash\necho "hello" # said\n\`\`\`\n` });
  const colour = (line, words) => page.locator("#editor .cm-line", { hasText: line }).locator("span", { hasText: words }).first().evaluate((span) => getComputedStyle(span).color);
  await page.locator("#editor .cm-line", { hasText: "echo" }).locator("span").first().waitFor();
  const plain = await editor(page).evaluate((content) => getComputedStyle(content).color);
  const [key, string, comment] = [await colour("name: coloured", "name"), await colour("echo", '"hello"'), await colour("echo", "# said")];
  assert.equal(new Set([plain, key, string, comment]).size, 4);
});

pageTest("a script and a TOML file are coloured", async (page) => {
  await drop(page, { "tools.zip": zip({ "s/SKILL.md": skill("s"), "s/scripts/a.py": "def a():\n    return 'x'\n", "s/config.toml": "[a]\nb = 'c'\n" }) });
  for (const [file, string] of [["scripts/a.py", "'x'"], ["config.toml", "'c'"]]) {
    await openInTree(page, `${SKILLS}/s/${file}`);
    await page.locator("#editor .cm-line span", { hasText: string }).waitFor();
  }
});

pageTest("a binary file is named as such and not opened as text", async (page) => {
  await drop(page, { "tools.zip": zip({ "s/SKILL.md": skill("s"), "s/assets/a.png": new Uint8Array([137, 80, 78, 71, 0, 1, 2, 3]) }) });
  await openInTree(page, `${SKILLS}/s/assets/a.png`);
  await page.locator("#editor .empty", { hasText: "A binary file of 8 bytes" }).waitFor();
  assert.equal(await editor(page).count(), 0);
});

pageTest("a switch of the language reaches the search and the problems of the editor", async (page) => {
  await openInTree(page, API_REVIEW);
  await page.getByRole("combobox", { name: "Language" }).selectOption("zh");
  await status(page).getByRole("button", { name: "1 个错误" }).waitFor();
  await editor(page).click();
  await page.keyboard.press("ControlOrMeta+f");
  await page.getByRole("textbox", { name: "查找" }).waitFor();
});

// ---- the prompt ----------------------------------------------------------------------------------------------------

pageTest("a name in a bracket is completed to a link with the skill's path", async (page) => {
  await showView(page, "Turn");
  await retype(page, promptBox(page), "Use ");
  await page.keyboard.type("[$rel");
  await page.getByRole("option", { name: /release-notes/ }).click();
  await page.locator(".prompt .mention.selected", { hasText: `[$release-notes](${RELEASE_NOTES})` }).waitFor();
});

pageTest("a screen reader hears what became of the mentions", async (page) => {
  await showView(page, "Turn");
  await retype(page, promptBox(page), "$release-notes and $nothing-here");
  await page.locator("[aria-live]", { hasText: "1 mention chooses a skill, 1 none" }).waitFor({ state: "attached" });
});

