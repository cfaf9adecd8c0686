// The editor: diagnostics with their fixes, fields completed and explained, histories that are kept.
import assert from "node:assert/strict";
import { expectNoFinding } from "./axe.mjs";
import {
  chooseHost,
  drop,
  editor,
  expectCount,
  expectCounts,
  expectSoon,
  expectText,
  journey,
  openInTree,
  promptBox,
  retype,
  showView,
  skill,
  zip,
} from "./page.mjs";

const SKILLS = "/repo/.agents/skills";
const RELEASE_NOTES = `${SKILLS}/release-notes/SKILL.md`;
const API_REVIEW = `${SKILLS}/api-review/SKILL.md`;
const TRANSLATE = `${SKILLS}/translate/skill.md`;

/** No host acts on a licence, so that mending its key changes nothing for any. */
const MISSPELT =
  "---\nname: sheep\ndescription: Counts sheep that jump a fence. Use when someone cannot sleep.\nlicence: MIT\n---\n\n# Sheep\n\nCount them.\n";

const text = (page) =>
  editor(page).evaluate((content) => [...content.querySelectorAll(".cm-line")].map((line) => line.textContent).join("\n"));
const status = (page) => page.locator(".editor-status");
const card = (page) => page.getByRole("dialog", { name: "Problems here" });
const completions = (page) => page.locator(".cm-tooltip-autocomplete");
const options = (page) => completions(page).locator(".cm-completionLabel").allTextContents();
const row = (page, path) => page.locator(`[role="treeitem"][data-path="${path}"]`);

async function expectLines(page, expected) {
  await page.waitForFunction(
    (expected) =>
      [...document.querySelectorAll("#editor .cm-line")]
        .map((line) => line.textContent)
        .join("\n")
        .includes(expected),
    expected,
  );
}

/** Puts the cursor behind the first line that begins like this. */
async function cursorBehind(page, start) {
  await page.locator("#editor .cm-line", { hasText: start }).first().click();
  // Of a line that is broken the first goes to the end of the row.
  await page.keyboard.press("End");
  await page.keyboard.press("End");
}

// ---- problems ------------------------------------------------------------------------------------------------------

journey("the problems of a file", async (page, step) => {
  await openInTree(page, API_REVIEW);

  await step("a problem is underlined, marked in the gutter and counted below the text", async () => {
    await page.locator("#editor .cm-lintRange-error").first().waitFor();
    await page.locator("#editor .cm-lint-marker-error").waitFor();
    await status(page).getByRole("button", { name: "1 error" }).waitFor();
  });

  await step("a problem says itself under the pointer", async () => {
    await page.locator("#editor .cm-lintRange-error").first().hover();
    await page.locator(".cm-tooltip-lint .problem-card .help").first().waitFor();
    await page.locator(".motto").hover();
    await page.locator(".cm-tooltip-lint").waitFor({ state: "detached" });
  });

  await step("F8 goes to the problem and says what it is, for which hosts, the page's own before the others", async () => {
    await chooseHost(page, "opencode");
    await editor(page).click();
    // What is announced goes away again.
    await page.evaluate(() => {
      window.announced = [];
      new MutationObserver(([{ target }]) => window.announced.push(target.textContent)).observe(
        document.querySelector("#editor .cm-announced"),
        { childList: true },
      );
    });
    await page.keyboard.press("F8");
    await card(page).waitFor();
    await expectText(card(page).locator(".concerns").first(), /^Dropped by opencode .*Codex/);
    await expectText(card(page).locator(".chosen-host").first(), "opencode");
    await page.waitForFunction(() => window.announced.some((text) => text.startsWith("Error: ")));
    await page.keyboard.press("Escape");
    await card(page).waitFor({ state: "detached" });
    await chooseHost(page, "codex");
  });

  await step("a fix is chosen by keyboard alone, and one undo takes it back", async () => {
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

  await step("a switch of the language reaches the search and the problems of the editor", async () => {
    await page.getByRole("combobox", { name: "Language" }).selectOption("zh");
    await status(page).getByRole("button", { name: "1 个错误" }).waitFor();
    await editor(page).click();
    await page.keyboard.press("ControlOrMeta+f");
    await page.getByRole("textbox", { name: "查找" }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("combobox", { name: "语言" }).selectOption("en");
  });

  await step("problems go when what is wrong is mended by hand", async () => {
    await page.locator("#editor .cm-lintRange-error").first().waitFor();
    await cursorBehind(page, "description:");
    await page.keyboard.type('"');
    await page.locator("#editor .cm-lintRange-error").first().waitFor({ state: "detached" });
    await status(page).getByRole("button", { name: "error" }).waitFor({ state: "detached" });
  });

  await step("a fix that renames a file moves it in the tree, and undo moves it back", async () => {
    await openInTree(page, TRANSLATE);
    await status(page)
      .getByRole("button", { name: /1 error/ })
      .click();
    await card(page).locator(".verbs button").first().click();
    await page.locator(`[role="treeitem"][data-path="${SKILLS}/translate/SKILL.md"][aria-selected="true"]`).waitFor();
    await page.locator("#editor .fate.loaded").waitFor();
    await editor(page).click();
    await page.keyboard.press("ControlOrMeta+z");
    await page.locator(`[role="treeitem"][data-path="${TRANSLATE}"][aria-selected="true"]`).waitFor();
    await page.locator("#editor .fate.left-out").waitFor();
  });
});

journey("safe fixes and comments", async (page, step) => {
  await drop(page, { "SKILL.md": MISSPELT });
  const line = page.locator("#editor .cm-line", { hasText: "licence" });
  await line.waitFor();

  await step("all safe fixes are applied at once, and one undo takes them back", async () => {
    await status(page)
      .getByRole("button", { name: /^Apply \d+ safe fix/ })
      .click();
    await expectLines(page, "\nlicense: MIT");
    await page.keyboard.press("ControlOrMeta+z");
    await expectLines(page, "\nlicence: MIT");
  });

  await step("a comment has a rule keep silent about a line", async () => {
    await line.locator(".cm-lintRange").waitFor();
    await line.click();
    await page.keyboard.press("ControlOrMeta+.");
    await card(page).getByRole("button", { name: "Ignore with a comment" }).first().click();
    await expectLines(page, "\n# skillglass-ignore misspelt-field\nlicence: MIT");
    await line.locator(".cm-lintRange").waitFor({ state: "detached" });
  });
});

// ---- fields --------------------------------------------------------------------------------------------------------

journey("the fields of the frontmatter", async (page, step) => {
  await step("F1 tells what each host does with the key of the line", async () => {
    await cursorBehind(page, "description:");
    await page.keyboard.press("F1");
    const help = page.locator("#editor .field-card");
    await help.waitFor();
    await expectText(help.locator(".chosen dt"), "Codex");
    assert.deepEqual((await help.locator("dt").allTextContents()).toSorted(), ["Claude Code", "Codex", "Open standard", "opencode"]);
    await page.keyboard.press("Escape");
    await help.waitFor({ state: "detached" });
  });

  await step("a key says what each host does with it under the pointer", async () => {
    await page.locator("#editor .cm-line span", { hasText: /^description$/ }).hover();
    await page.locator("#editor .field-card .field-name", { hasText: "description" }).waitFor();
    await page.locator(".motto").hover();
    await page.locator("#editor .field-card").waitFor({ state: "detached" });
  });

  await step("nothing is completed in the instructions", async () => {
    await cursorBehind(page, "Never invent a change");
    const { length } = await text(page);
    await page.keyboard.press("Enter");
    await page.keyboard.type("des");
    await page.keyboard.press("ControlOrMeta+ ");
    // This is counted when typing pauses, for longer than completion waits.
    await status(page)
      .getByText(`${length + 4} characters`)
      .waitFor();
    assert.equal(await completions(page).count(), 0);
  });

  await step("keys of the frontmatter are completed, the host's own before those of others, which are marked", async () => {
    await cursorBehind(page, "name: release-notes");
    await page.keyboard.press("Enter");
    await page.keyboard.press("ControlOrMeta+ ");
    await completions(page).waitFor();
    const all = await options(page);
    assert.ok(!all.includes("name") && !all.includes("description"), "keys that are there already are not offered again");
    assert.ok(all.includes("allowed-tools"), all.join());
    await expectText(page.getByRole("option", { name: /^disable-model-invocation/ }), /only Claude Code/);
    await page.keyboard.press("Escape");
    await completions(page).waitFor({ state: "detached" });
  });

  await step("values that a host knows are completed", async () => {
    await chooseHost(page, "claude-code");
    await editor(page).focus();
    await page.keyboard.type("disable-m");
    await page.getByRole("option", { name: /^disable-model-invocation/ }).click();
    await page.getByRole("option", { name: "true" }).click();
    await expectLines(page, "disable-model-invocation: true");
    await chooseHost(page, "codex");
  });

  await step(
    "the line below the text counts the description against the host's limit, and names hosts that it is too long for",
    async () => {
      await status(page)
        .getByText(/^\d+ of 1,024$/)
        .waitFor();
      await retype(page, editor(page), skill("release-notes", "word ".repeat(250).trim()));
      await status(page)
        .getByText(/^1,249 of 1,024 too long for /)
        .waitFor();
      await status(page).locator(".over").waitFor();
    },
  );

  await step("the line below the text follows the cursor and the size of the text", async () => {
    await retype(page, editor(page), "one\ntwo 四");
    await status(page).getByText("2:6", { exact: true }).waitFor();
    await status(page).getByText("9 characters").waitFor();
    await status(page).getByText("≈ 3 tokens").waitFor();
  });
});

// ---- texts and histories -------------------------------------------------------------------------------------------

journey("texts and their histories", async (page, step) => {
  await step("each file keeps its own history while others are shown", async () => {
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

  await step("Ctrl+F searches in the text", async () => {
    await editor(page).click();
    await page.keyboard.press("ControlOrMeta+f");
    await page.getByRole("textbox", { name: "Find" }).waitFor();
    await page.keyboard.type("the");
    await page.locator("#editor .cm-searchMatch").first().waitFor();
    await page.keyboard.press("Escape");
  });

  await step("Escape, then Tab, leaves the editor", async () => {
    await editor(page).click();
    await page.keyboard.press("Escape");
    await page.keyboard.press("Tab");
    assert.ok(await page.evaluate(() => !document.activeElement.closest("#editor .cm-content")));
  });
});

journey("texts of other kinds, and bytes", async (page, step) => {
  await drop(page, {
    "tools.zip": zip({
      "s/SKILL.md": `${skill("s")}\n[link](https://example.com) *em* **strong** \`code\`\n\n> said\n\n\`\`\`js\nconst a = [1, true, null, "s"]; // note\nfunction f(b) { return /x/.test(b); }\n\`\`\`\n\n\`\`\`bash\necho "hello" # said\n\`\`\`\n`,
      "s/a.py": "@dec\ndef a(self, n=1):\n    '''doc'''\n    return not None and 'x'  # note\n",
      "s/b.sh": "#!/bin/sh\nfor f in \"$@\"; do echo 'x' $((1+2)); done # note\n",
      "s/c.json": '{"a": [1, true, null, "s"]}\n',
      "s/d.toml": "[a]\nb = 'c' # note\nd = 1\n",
      "s/assets/a.png": new Uint8Array([137, 80, 78, 71, 0, 1, 2, 3]),
    }),
  });
  await expectCounts(page, { found: 1 });

  await step("YAML, Markdown and the code in its fences are coloured", async () => {
    const colour = (line, words) =>
      page
        .locator("#editor .cm-line", { hasText: line })
        .locator("span", { hasText: words })
        .first()
        .evaluate((span) => getComputedStyle(span).color);
    await page.locator("#editor .cm-line", { hasText: "echo" }).locator("span").first().waitFor();
    const plain = await editor(page).evaluate((content) => getComputedStyle(content).color);
    const [key, string, comment] = [await colour("name: s", "name"), await colour("echo", '"hello"'), await colour("echo", "# said")];
    assert.equal(new Set([plain, key, string, comment]).size, 4);
  });

  for (const [file, string] of [
    ["SKILL.md", "name"],
    ["a.py", "'x'"],
    ["b.sh", "'x'"],
    ["c.json", '"s"'],
    ["d.toml", "'c'"],
  ]) {
    await step(`${file} is coloured, with contrast in both themes`, async () => {
      await openInTree(page, `${SKILLS}/s/${file}`);
      await page.locator("#editor .cm-line span", { hasText: string }).first().waitFor();
      await expectNoFinding(page);
    });
  }

  await step("a binary file is named as such and not opened as text", async () => {
    await openInTree(page, `${SKILLS}/s/assets/a.png`);
    await page.locator("#editor .empty", { hasText: "A binary file of 8 bytes" }).waitFor();
    assert.equal(await editor(page).count(), 0);
  });
});

// ---- the prompt ----------------------------------------------------------------------------------------------------

journey("the editor of the prompt", async (page, step) => {
  await showView(page, "Turn");

  await step("a named skill lights up and its instructions are injected", async () => {
    await retype(page, promptBox(page), "Please use $commit-message now");
    const mention = page.locator(".prompt .mention.selected");
    await expectText(mention, "$commit-message");
    const message = page.locator(".message", { hasText: "commit-message" });
    await expectText(message.locator("header"), /user/);
    const text = await message.locator("pre").textContent();
    assert.ok(text.startsWith("<skill>\n<name>commit-message</name>\n<path>/home/me/.codex/skills/commit-message/SKILL.md</path>\n"), text);
    assert.ok(text.includes("Look at the last twenty subjects first."), text);
  });

  await step("a mention that chose nothing says why", async () => {
    await retype(page, promptBox(page), "$no-such-skill and $PATH");
    const reasons = page.locator(".mentions li.skipped .why");
    await expectCount(reasons, 2);
    const [one, other] = await reasons.allTextContents();
    assert.ok(one.length > 10 && other.length > 10, `${one} | ${other}`);
    assert.notEqual(one, other);
    await page.getByText("Nothing is put into the conversation.").waitFor();
  });

  await step("mentions are highlighted in the right place behind characters of two units", async () => {
    await retype(page, promptBox(page), "\u{1F600} 说明 $commit-message\nand $nothing-here");
    await expectText(page.locator(".prompt .mention.selected"), "$commit-message");
    await expectText(page.locator(".prompt .mention.skipped"), "$nothing-here");
  });

  await step("a screen reader hears what became of the mentions", async () => {
    await retype(page, promptBox(page), "$release-notes and $nothing-here");
    await page.locator("[aria-live]", { hasText: "1 mention chooses a skill, 1 none" }).waitFor({ state: "attached" });
  });

  await step("a name in a bracket is completed to a link with the skill's path", async () => {
    await retype(page, promptBox(page), "Use ");
    await page.keyboard.type("[$rel");
    await page.getByRole("option", { name: /release-notes/ }).click();
    await page.locator(".prompt .mention.selected", { hasText: `[$release-notes](${RELEASE_NOTES})` }).waitFor();
  });
});

// ---- for everyone --------------------------------------------------------------------------------------------------

journey("axe finds nothing in what opens over the text, in both themes", async (page, step) => {
  await step("in the tree's menu and its field for a name", async () => {
    await row(page, SKILLS).focus();
    await page.keyboard.press("Shift+F10");
    await page.getByRole("menu").waitFor();
    await expectNoFinding(page, "the menu");
    await page.keyboard.press("Enter");
    await page.keyboard.type("a/b");
    await page.keyboard.press("Enter");
    await page.getByText("A name has no slash.").waitFor();
    await expectNoFinding(page, "the field");
    await page.keyboard.press("Escape");
  });

  await step("in the editor's cards, lists and panels", async () => {
    await openInTree(page, API_REVIEW);
    await page.locator("#editor .cm-lintRange-error").first().waitFor();
    await editor(page).click();
    await page.keyboard.press("F8");
    await card(page).waitFor();
    await expectNoFinding(page, "a problem");
    await page.keyboard.press("Escape");
    await page.keyboard.press("F1");
    await page.locator("#editor .field-card").waitFor();
    await expectNoFinding(page, "a field");
    await page.keyboard.press("Escape");
    await page.keyboard.press("ControlOrMeta+f");
    await page.getByRole("textbox", { name: "Find" }).waitFor();
    await expectNoFinding(page, "the search");
    await page.keyboard.press("Escape");
    await page.keyboard.press("ControlOrMeta+Home");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("End");
    await page.keyboard.type("\ndis");
    await completions(page).waitFor();
    await expectNoFinding(page, "completions");
  });
});
