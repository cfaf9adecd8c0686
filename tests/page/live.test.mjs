// What Codex makes of the files, live at each keystroke.
import assert from "node:assert/strict";
import {
  chooseEdition, drop, editor, expectCounts, expectFocus, expectText, openInTree, pageTest, promptBox, retype, showView, skill, zip,
} from "./page.mjs";

const SKILL = "/repo/.agents/skills/release-notes/SKILL.md";

pageTest("an edited description changes the catalog and the text that the model sees", async (page) => {
  await openInTree(page, SKILL);
  await retype(page, editor(page), skill("release-notes", "A freshly typed description."));
  await page.locator(".card .description", { hasText: "A freshly typed description." }).waitFor();
  await showView(page, "Model’s view");
  await page.locator(".message pre", { hasText: "release-notes: A freshly typed description. (file:" }).waitFor();
  await expectText(page.locator(".message header"), /developer/);
});

pageTest("broken frontmatter is an error with the host's words and a place that leads into the editor", async (page) => {
  await drop(page, { "SKILL.md": skill("delta") });
  await expectCounts(page, { found: 1, errors: 0 });
  await retype(page, editor(page), '---\nname: delta\ndescription: "never closed\n---\n');
  await expectCounts(page, { found: 0, errors: 1 });
  const card = page.locator(".card.error");
  await expectText(card.locator("h4"), /invalid YAML/);
  const place = /line (\d+), column (\d+)/.exec(await card.locator(".place").textContent());
  assert.ok(place, "the error names its place");
  await page.locator(".cm-lintRange-error").waitFor();
  await page.locator('[role="treeitem"][aria-label="SKILL.md, error"]').waitFor();
  await card.getByRole("button", { name: / · line / }).click();
  await expectFocus(editor(page));
  await expectText(page.locator(".cm-lineNumbers .cm-activeLineGutter"), place[1]);
});

pageTest("missing frontmatter is reported, and mended as it is typed", async (page) => {
  await drop(page, { "SKILL.md": "# Only a title\n" });
  await expectCounts(page, { found: 0, errors: 1 });
  await page.locator(".banner.error").waitFor();
  await editor(page).click();
  await page.keyboard.press("ControlOrMeta+Home");
  await page.keyboard.insertText("---\nname: late\ndescription: Mended.\n---\n");
  await expectCounts(page, { found: 1, errors: 0 });
  await page.locator(".banner.error").waitFor({ state: "detached" });
});

pageTest("windows line ends survive an edit", async (page) => {
  await drop(page, { "SKILL.md": skill("crlf").replaceAll("\n", "\r\n") });
  await expectCounts(page, { found: 1 });
  await editor(page).click();
  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.type("More.");
  await showView(page, "Turn");
  await retype(page, promptBox(page), "$crlf");
  const text = page.locator(".message pre", { hasText: "More." });
  await text.waitFor();
  await expectText(text, /name: crlf\r\n/);
});

pageTest("a named skill lights up in the prompt and its instructions are injected", async (page) => {
  await showView(page, "Turn");
  await retype(page, promptBox(page), "Please use $commit-message now");
  const mention = page.locator(".prompt .mention.selected");
  await mention.waitFor();
  await expectText(mention, "$commit-message");
  const message = page.locator(".message", { hasText: "commit-message" });
  await expectText(message.locator("header"), /user/);
  const text = await message.locator("pre").textContent();
  assert.ok(text.startsWith("<skill>\n<name>commit-message</name>\n<path>/home/me/.codex/skills/commit-message/SKILL.md</path>\n"), text);
  assert.ok(text.includes("Look at the last twenty subjects first."), text);
});

pageTest("mentions are highlighted in the right place behind characters of two units", async (page) => {
  await showView(page, "Turn");
  await retype(page, promptBox(page), "\u{1F600} 说明 $commit-message\nand $nothing-here");
  await page.locator(".prompt .mention.selected").waitFor();
  await expectText(page.locator(".prompt .mention.selected"), "$commit-message");
  await expectText(page.locator(".prompt .mention.skipped"), "$nothing-here");
});

pageTest("a mention that chose nothing says why", async (page) => {
  await showView(page, "Turn");
  await retype(page, promptBox(page), "$no-such-skill and $PATH");
  const skipped = page.locator(".mentions li.skipped");
  await skipped.nth(1).waitFor();
  const reasons = await skipped.locator(".why").allTextContents();
  assert.equal(reasons.length, 2);
  assert.ok(reasons.every((reason) => reason.length > 10), reasons.join(" | "));
  assert.notEqual(reasons[0], reasons[1]);
  await page.getByText("Nothing is put into the conversation.").waitFor();
});

pageTest("an older edition judges the same files by its own rules", async (page) => {
  const longDescription = "word ".repeat(300).trim();
  await drop(page, { "SKILL.md": skill("wordy", longDescription) });
  await expectCounts(page, { found: 1, errors: 0 });
  await chooseEdition(page, "2026-05");
  await expectCounts(page, { found: 0, errors: 1 });
});

pageTest("the working directory decides which skills are found", async (page) => {
  await drop(page, { "mono.zip": zip({ ".git/HEAD": "ref: refs/heads/main\n", "app/.agents/skills/inner/SKILL.md": skill("inner"), ".agents/skills/outer/SKILL.md": skill("outer") }) });
  await expectCounts(page, { found: 1 });
  await page.getByLabel("Directory").fill("/repo/app");
  await page.keyboard.press("Enter");
  await expectCounts(page, { found: 2 });
});

pageTest("a working directory that is not absolute is refused with a reason, and the former one stays", async (page) => {
  await page.getByLabel("Directory").fill("repo");
  await page.keyboard.press("Enter");
  await page.locator(".environment .problem", { hasText: /cwd/ }).waitFor();
  assert.ok(await page.locator(".card").first().isVisible());
});

pageTest("the context window decides how much the list of skills may cost", async (page) => {
  await showView(page, "Model’s view");
  await page.locator(".report", { hasText: "of 5,440 tokens" }).waitFor();
  await page.getByRole("textbox", { name: "Window" }).fill("100000");
  await page.keyboard.press("Enter");
  await page.locator(".report", { hasText: "of 2,000 tokens" }).waitFor();
});

pageTest("text of a skill is never taken as HTML", async (page) => {
  const trap = "<img src=x onerror=alert(1)><b>bold</b>";
  await drop(page, { "SKILL.md": skill("trap", `'${trap}'`) });
  await page.locator(".card .description", { hasText: trap }).waitFor();
  assert.equal(await page.locator("#host img, #host .description b").count(), 0);
});
