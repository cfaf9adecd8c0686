// What Codex makes of the files, live at each keystroke.
import assert from "node:assert/strict";
import {
  chooseEdition,
  drop,
  editor,
  expectAttribute,
  expectCounts,
  expectFocus,
  expectText,
  journey,
  openInTree,
  promptBox,
  reset,
  retype,
  showView,
  skill,
  zip,
} from "./page.mjs";

const SKILL = "/repo/.agents/skills/release-notes/SKILL.md";

journey("the sample through Codex", async (page, step) => {
  await step("a reload opens the view that was open", async () => {
    await showView(page, "Turn");
    await page.reload();
    await promptBox(page).waitFor();
    await expectAttribute(page.getByRole("tab", { name: "Turn" }), "aria-selected", "true");
    await showView(page, "Skills");
  });

  await step("an edited description changes the catalog and the text that the model sees", async () => {
    await openInTree(page, SKILL);
    await retype(page, editor(page), skill("release-notes", "A freshly typed description."));
    await page.locator(".card .description", { hasText: "A freshly typed description." }).waitFor();
    await showView(page, "Model’s view");
    await page.locator(".message pre", { hasText: "release-notes: A freshly typed description. (file:" }).waitFor();
    await expectText(page.locator(".message header"), /developer/);
  });

  await step("the context window decides how much the list of skills may cost", async () => {
    await page.locator(".report", { hasText: "of 5,440 tokens" }).waitFor();
    await page.getByRole("textbox", { name: "Window" }).fill("100000");
    await page.keyboard.press("Enter");
    await page.locator(".report", { hasText: "of 2,000 tokens" }).waitFor();
  });

  await step("a working directory that is not absolute is refused with a reason, and the former one stays", async () => {
    await showView(page, "Skills");
    await page.getByLabel("Directory").fill("repo");
    await page.keyboard.press("Enter");
    await page.locator(".environment .problem", { hasText: /cwd/ }).waitFor();
    await page.locator(".card").first().waitFor();
  });
});

journey("one skill that is written", async (page, step) => {
  await step("broken frontmatter is an error with the host's words and a place that leads into the editor", async () => {
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

  await step("missing frontmatter is reported, and mended as it is typed", async () => {
    await reset(page);
    await drop(page, { "SKILL.md": "# Only a title\n" });
    await expectCounts(page, { found: 0, errors: 1 });
    await page.locator(".banner.error").waitFor();
    await editor(page).click();
    await page.keyboard.press("ControlOrMeta+Home");
    await page.keyboard.insertText("---\nname: late\ndescription: Mended.\n---\n");
    await expectCounts(page, { found: 1, errors: 0 });
    await page.locator(".banner.error").waitFor({ state: "detached" });
  });

  await step("text of a skill is never taken as HTML", async () => {
    await reset(page);
    const trap = "<img src=x onerror=alert(1)><b>bold</b>";
    await drop(page, { "SKILL.md": skill("trap", `'${trap}'`) });
    await page.locator(".card .description", { hasText: trap }).waitFor();
    assert.equal(await page.locator("#host img, #host .description b").count(), 0);
  });

  await step("the working directory decides which skills are found", async () => {
    await reset(page);
    await drop(page, {
      "mono.zip": zip({
        ".git/HEAD": "ref: refs/heads/main\n",
        "app/.agents/skills/inner/SKILL.md": skill("inner"),
        ".agents/skills/outer/SKILL.md": skill("outer"),
      }),
    });
    await expectCounts(page, { found: 1 });
    await page.getByLabel("Directory").fill("/repo/app");
    await page.keyboard.press("Enter");
    await expectCounts(page, { found: 2 });
    await page.getByLabel("Directory").fill("/repo");
    await page.keyboard.press("Enter");
    await expectCounts(page, { found: 1 });
  });

  await step("an older edition judges the same files by its own rules", async () => {
    await reset(page);
    const longDescription = "word ".repeat(300).trim();
    await drop(page, { "SKILL.md": skill("wordy", longDescription) });
    await expectCounts(page, { found: 1, errors: 0 });
    await chooseEdition(page, "2026-05");
    await expectCounts(page, { found: 0, errors: 1 });
  });

  await step("windows line ends survive an edit", async () => {
    await reset(page);
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
});
