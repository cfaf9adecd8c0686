// Who can use the page: assistive technology by axe's rules, languages, small screens and large type.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import {
  callTool, chooseHost, drop, editor, expectAttribute, expectCounts, expectSoon, expectText, openInTree, pageTest, promptBox, retype, showView, skill, zip,
} from "./page.mjs";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const PHONE = { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true };
/** 1280 by 800 at 200 %. */
const ZOOMED = { viewport: { width: 640, height: 400 } };

const pane = (page, name) => page.getByRole("navigation", { name: "Panes" }).getByRole("button", { name }).click();

/** What axe finds that is serious or worse, each as rule and element. */
async function serious(page, state) {
  await page.locator('#host[aria-busy="false"]').waitFor({ state: "attached" });
  await page.evaluate(AXE);
  const violations = await page.evaluate(async () => {
    const { violations } = await axe.run(document, { resultTypes: ["violations"] });
    return violations
      .filter(({ impact }) => impact === "serious" || impact === "critical")
      .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 120)} ${failureSummary.split("\n")[1] ?? ""}`));
  });
  return violations.map((violation) => `${state}: ${violation}`);
}

for (const colorScheme of ["light", "dark"]) {
  pageTest(`axe finds nothing serious in any view of the ${colorScheme} theme`, async (page) => {
    const found = [];
    for (const host of ["codex", "claude-code"]) {
      await chooseHost(page, host);
      for (const tab of await page.getByRole("tab").all()) {
        await tab.click();
        found.push(...await serious(page, `${host}, ${await tab.textContent()}`));
      }
    }
    await showView(page, "Turn");
    await callTool(page, "find-callers", "x");
    await page.locator(".invocation.asks").waitFor();
    found.push(...await serious(page, "a call that asks"));
    await page.locator(".touched summary").click();
    await page.locator(".more summary").click();
    found.push(...await serious(page, "the environment, open"));
    await openInTree(page, "/repo/.agents/skills/api-review/SKILL.md");
    found.push(...await serious(page, "a file that is left out"));
    await page.getByRole("button", { name: "New file…" }).click();
    found.push(...await serious(page, "a new file"));
    await page.keyboard.press("Escape");
    await drop(page, { "bad.zip": zip({ "skills/good/SKILL.md": skill("good"), "../escape/SKILL.md": skill("escape") }) });
    await page.locator(".notice").waitFor();
    found.push(...await serious(page, "a notice"));
    assert.deepEqual(found, []);
  }, { colorScheme });

  pageTest(`axe finds nothing serious in the ways in and out of the ${colorScheme} theme`, async (page) => {
    const found = [];
    const look = async (button, state) => {
      await page.getByRole("button", { name: button }).click();
      await page.getByRole("dialog").getByRole(state === "examples" ? "listitem" : "heading").first().waitFor();
      await page.waitForTimeout(300);
      found.push(...await serious(page, state));
      await page.keyboard.press("Escape");
      await page.getByRole("dialog").waitFor({ state: "detached" });
    };
    await look("Examples…", "examples");
    await look("Share…", "sharing");
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
    found.push(...await serious(page, "a folder with what was not taken"));
    await editor(page).getByText("name: alpha").click();
    await page.keyboard.insertText("x");
    await page.evaluate(() => window.write("alpha/SKILL.md", "theirs"));
    await look("Save to disk…", "a conflict");
    await page.evaluate(() => (window.showDirectoryPicker = async () => ({ kind: "directory", name: "slow", async *entries() { await new Promise(() => {}); } })));
    await page.getByRole("button", { name: "Open folder…" }).click();
    await page.getByRole("progressbar").waitFor();
    await page.waitForTimeout(300);
    found.push(...await serious(page, "progress"));
    await page.getByRole("button", { name: "Cancel" }).click();
    assert.deepEqual(found, []);
  }, { colorScheme });

  pageTest(`axe finds nothing serious on a phone in the ${colorScheme} theme`, async (page) => {
    const found = [];
    for (const name of ["Files", "Editor", "Host"]) {
      await pane(page, name);
      found.push(...await serious(page, name));
    }
    assert.deepEqual(found, []);
  }, { colorScheme, ...PHONE });
}

pageTest("a phone shows one pane at a time, and what is chosen in one opens the other", async (page) => {
  const shown = async () => {
    const visible = await Promise.all(["#files", "#editor", "#host"].map((id) => page.locator(id).isVisible()));
    return ["files", "editor", "host"].filter((_, index) => visible[index]);
  };
  await expectSoon(shown, ["host"]);
  await pane(page, "Files");
  await expectSoon(shown, ["files"]);
  await openInTree(page, "/repo/.agents/skills/api-review/SKILL.md");
  await expectSoon(shown, ["editor"]);
  await expectText(editor(page), /name: api-review/);
  await pane(page, "Host");
  await page.locator(".card .link").first().click();
  await expectSoon(shown, ["editor"]);
}, PHONE);

for (const [name, options] of Object.entries({ "a phone": PHONE, "200 % zoom": ZOOMED })) {
  pageTest(`nothing has to be scrolled sideways with ${name}, and each pane is within the screen`, async (page) => {
    await chooseHost(page, "claude-code");
    for (const name of ["Files", "Editor", "Host"]) {
      await pane(page, name);
      const box = await page.locator(`#${name.toLowerCase()}`).boundingBox();
      const { height } = page.viewportSize();
      assert.ok(box.y + box.height <= height, `${name} ends at ${box.y + box.height}`);
      assert.ok(box.height > height / 3, `${name} is ${box.height} high`);
    }
    for (const tab of await page.getByRole("tab").all()) {
      await tab.click();
      const wide = await page.evaluate(() => [document.documentElement, ...document.querySelectorAll("#host, #host .scroller")].filter((element) => element.scrollWidth > element.clientWidth).map(({ className }) => className));
      assert.deepEqual(wide, [], await tab.textContent());
    }
  }, options);
}

pageTest("on a narrow screen the keyboard goes along when the pane changes", async (page) => {
  await page.locator(".card .link").first().focus();
  await page.keyboard.press("Enter");
  await page.locator("#editor").waitFor();
  assert.ok(await page.evaluate(() => document.activeElement.closest("#editor") !== null));
}, ZOOMED);

pageTest("everything that can have the keyboard shows it", async (page) => {
  const unseen = [];
  const visited = new Set();
  for (let step = 0; step < 80; step++) {
    await page.keyboard.press("Escape");
    await page.keyboard.press("Tab");
    const seen = await page.evaluate(() => {
      const element = document.activeElement;
      if (element === document.body) return null;
      const marked = (at) => {
        const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(at);
        return (outlineStyle !== "none" && parseFloat(outlineWidth) > 0) || boxShadow !== "none";
      };
      // The editors mark the box around them.
      const shown = [element, element.closest(".code, .prompt")].some((at) => at && marked(at));
      return { what: `${element.tagName} ${element.id || element.className || element.textContent.slice(0, 20)}`, shown };
    });
    if (!seen) break;
    visited.add(seen.what);
    if (!seen.shown) unseen.push(seen.what);
  }
  assert.ok(visited.size > 15, [...visited].join(" | "));
  assert.deepEqual(unseen, []);
});

pageTest("the page speaks Chinese where the browser does, and says so", async (page) => {
  await page.getByRole("tab", { name: "技能" }).waitFor();
  await expectAttribute(page.locator("html"), "lang", "zh-Hans");
  await expectSoon(() => page.title(), /演练场/);
  await page.getByRole("button", { name: "打开文件夹…" }).waitFor();
  await page.getByRole("tab", { name: "回合" }).click();
  await page.getByText("美元符号").or(page.getByText("提及").first()).first().waitFor();
  const english = await page.locator("h2, h3, button:not(.link, .cm-button), label > span, summary, option:not([lang])").evaluateAll((elements) =>
    elements.filter((element) => element.checkVisibility() && /[A-Za-z]{4,}/.test(element.textContent)).map((element) => element.textContent));
  assert.deepEqual(english.filter((text) => !/Codex|Claude Code|opencode|Open standard|SKILL\.md/.test(text)), []);
}, { locale: "zh-CN" });

pageTest("the language is switched in place, with messages that stand, and is remembered", async (page) => {
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

pageTest("variables, plugins and switches of the host change what it finds", async (page) => {
  await drop(page, { "tree.zip": zip({
    "tree/.git/HEAD": "ref: refs/heads/main\n",
    "tree/vendor/notes/.claude-plugin/plugin.json": '{"name":"notes"}',
    "tree/vendor/notes/skills/take/SKILL.md": skill("take"),
    "tree/.claude/skills/own/SKILL.md": skill("own"),
  }) });
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
}, { viewport: { width: 1280, height: 1_200 } });

pageTest("a name that is a connector's chooses no skill", async (page) => {
  await showView(page, "Turn");
  await retype(page, promptBox(page), "$commit-message");
  await page.locator(".mentions li.selected").waitFor();
  await page.locator(".more summary").click();
  await page.getByLabel("Connectors, one in a line").fill("commit-message");
  await page.keyboard.press("Tab");
  await page.locator(".mentions li.skipped").waitFor();
});
