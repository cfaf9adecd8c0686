// Who can use the page: assistive technology by axe's rules, and languages.
import assert from "node:assert/strict";
import { expectNothingSerious } from "./axe.mjs";
import {
  callTool,
  chooseHost,
  drop,
  editor,
  expectAttribute,
  expectCounts,
  expectSoon,
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

journey("axe finds nothing serious in any view, in both themes", async (page, step) => {
  for (const host of ["codex", "claude-code"]) {
    await step(`in the views of ${host}`, async () => {
      await chooseHost(page, host);
      for (const tab of await page.getByRole("tab").all()) {
        await tab.click();
        await expectNothingSerious(page, await tab.textContent());
      }
    });
  }

  await step("in a call that asks, beside the environment with all its options", async () => {
    await showView(page, "Turn");
    await callTool(page, "find-callers", "x");
    await page.locator(".invocation.asks").waitFor();
    await expectNothingSerious(page, "the call");
    await page.locator(".touched summary").click();
    await page.locator(".more summary").click();
    await expectNothingSerious(page, "the environment");
  });

  await step("beside a file that is left out", async () => {
    await openInTree(page, "/repo/.agents/skills/api-review/SKILL.md");
    await expectNothingSerious(page);
  });

  await step("with a new file and with a notice", async () => {
    await page.getByRole("button", { name: "New file…" }).click();
    await page.getByRole("dialog").waitFor();
    await expectNothingSerious(page, "a new file");
    await page.keyboard.press("Escape");
    await drop(page, { "bad.zip": zip({ "skills/good/SKILL.md": skill("good"), "../escape/SKILL.md": skill("escape") }) });
    await page.locator(".notice").waitFor();
    await expectNothingSerious(page, "a notice");
  });
});

journey("axe finds nothing serious in the ways in and out, in both themes", async (page, step) => {
  const look = async (button, opened) => {
    await page.getByRole("button", { name: button }).click();
    await page.getByRole("dialog").getByRole(opened).first().waitFor();
    await expectNothingSerious(page, button);
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
  };

  await step("in the examples", () => look("Examples…", "listitem"));

  await step("in what is shared", () => look("Share…", "heading"));

  await step("with a folder of which something was not taken", async () => {
    await page.evaluate(async (text) => {
      const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle("skills", { create: true });
      window.write = async (path, text) => {
        const [name, file] = path.split("/");
        const handle = await (await folder.getDirectoryHandle(name, { create: true })).getFileHandle(file, { create: true });
        const stream = await handle.createWritable();
        await stream.write(text);
        await stream.close();
      };
      await window.write("alpha/SKILL.md", text);
      await window.write("node_modules/index.js", "x");
      window.showDirectoryPicker = async () => folder;
    }, skill("alpha"));
    await page.getByRole("button", { name: "Open folder…" }).click();
    await page.locator(".notice .skipped").waitFor();
    await expectNothingSerious(page);
  });

  await step("with a file that changed on disk", async () => {
    await editor(page).getByText("name: alpha").click();
    await page.keyboard.insertText("x");
    await page.evaluate(() => window.write("alpha/SKILL.md", "theirs"));
    await look("Save to disk…", "listitem");
  });

  await step("while something is brought in", async () => {
    await page.evaluate(
      () =>
        (window.showDirectoryPicker = async () => ({
          kind: "directory",
          name: "slow",
          async *entries() {
            await new Promise(() => {});
          },
        })),
    );
    await page.getByRole("button", { name: "Open folder…" }).click();
    await page.getByRole("progressbar").waitFor();
    await expectNothingSerious(page);
    await page.getByRole("button", { name: "Cancel" }).click();
  });
});

journey(
  "Chinese",
  async (page, step) => {
    await step("an explanation speaks it, and the host's words stay as they are", async () => {
      await page.locator(".card.error .why-button").first().click();
      const panel = page.locator(".explanation");
      await panel.getByRole("heading", { name: "文件中的问题" }).waitFor();
      await expectText(panel.locator(".reason"), /invalid YAML/);
      await page.keyboard.press("Escape");
      await panel.waitFor({ state: "detached" });
    });

    await step("the page speaks it where the browser does, and says so", async () => {
      await page.getByRole("tab", { name: "技能" }).waitFor();
      await expectAttribute(page.locator("html"), "lang", "zh-Hans");
      await expectSoon(() => page.title(), /演练场/);
      await page.getByRole("button", { name: "打开文件夹…" }).waitFor();
      await page.getByRole("tab", { name: "回合" }).click();
      await page.getByText("美元符号").or(page.getByText("提及").first()).first().waitFor();
      const english = await page
        .locator("h2, h3, button:not(.link, .cm-button), label > span, summary, option:not([lang])")
        .evaluateAll((elements) =>
          elements
            .filter((element) => element.checkVisibility() && /[A-Za-z]{4,}/.test(element.textContent))
            .map((element) => element.textContent),
        );
      // Hosts are called in every language as they call themselves.
      const labels = await page.getByRole("combobox", { name: "宿主", exact: true }).locator("option").allTextContents();
      assert.deepEqual(
        english.filter((text) => ![...labels, "SKILL.md"].some((name) => text.includes(name))),
        [],
      );
    });
  },
  { locale: "zh-CN" },
);

journey(
  "what a visitor sets",
  async (page, step) => {
    await step("the language is switched in place, with messages that stand, and is remembered", async () => {
      await drop(page, { "SKILL.md": skill("delta") });
      await page.locator(".notice", { hasText: "put 1 file at" }).waitFor();
      await expectCounts(page, { found: 1, errors: 0 });
      await page.getByLabel("Language").selectOption("zh");
      await page.locator(".notice", { hasText: "已将 1 个文件放到" }).waitFor();
      await expectCounts(page, { found: 1, errors: 0 });
      await page.reload();
      await page.getByRole("tab", { name: "技能" }).waitFor();
      await page.getByLabel("语言").selectOption("en");
      await page.getByRole("tab", { name: "Skills" }).waitFor();
    });

    await step("variables, plugins and switches of the host change what it finds", async () => {
      await reset(page);
      await drop(page, {
        "tree.zip": zip({
          "tree/.git/HEAD": "ref: refs/heads/main\n",
          "tree/vendor/notes/.claude-plugin/plugin.json": '{"name":"notes"}',
          "tree/vendor/notes/skills/take/SKILL.md": skill("take"),
          "tree/.claude/skills/own/SKILL.md": skill("own"),
        }),
      });
      await chooseHost(page, "claude-code");
      await page.locator(".card h4", { hasText: "own" }).waitFor();
      await page.locator(".more summary").click();
      await page.getByLabel("Plugins, one in a line").fill("notes@market /repo/vendor/notes");
      await page.keyboard.press("Tab");
      await page.locator(".card h4 .tag", { hasText: "plugin notes@market" }).waitFor();
      await page.getByLabel("--bare").check();
      await page.locator(".card h4", { hasText: "own" }).waitFor({ state: "detached" });
      await page.getByLabel("--bare").uncheck();
      await page.locator(".card h4", { hasText: "own" }).waitFor();
      await page.getByLabel("Environment variables, one in a line").fill("no variable");
      await page.keyboard.press("Tab");
      await page.locator(".problem", { hasText: "write NAME=value" }).waitFor();
    });

    await step("a name that is a connector's chooses no skill", async () => {
      await reset(page);
      await page.getByLabel("Environment variables, one in a line").fill("");
      await page.keyboard.press("Tab");
      await chooseHost(page, "codex");
      await showView(page, "Turn");
      await retype(page, promptBox(page), "$commit-message");
      await page.locator(".mentions li.selected").waitFor();
      await page.getByLabel("Connectors, one in a line").fill("commit-message");
      await page.keyboard.press("Tab");
      await page.locator(".mentions li.skipped").waitFor();
    });
  },
  { viewport: { width: 1280, height: 1_200 } },
);
