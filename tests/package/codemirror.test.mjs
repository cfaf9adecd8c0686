// `skillglass/codemirror` in an editor of CodeMirror, in Chromium.
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, describe, test } from "node:test";

import { launch, serve } from "../browser.mjs";
import { freshProject, run } from "./project.mjs";

const PARTS = ["autocomplete", "commands", "lint", "state", "view"].map((name) => `@codemirror/${name}`);

const program = `import { history, undo } from "@codemirror/commands";
import { EditorView } from "@codemirror/view";
import init, { fields, Workspace } from "skillglass";
import { skillEditor } from "skillglass/codemirror";
import { openWorkspace } from "skillglass/worker";

await init();
const path = "/repo/.agents/skills/pdf/SKILL.md";
const options = { host: "codex", cwd: "/repo" };
const inWorker = location.hash === "#worker";
const workspace = inWorker ? openWorkspace(options) : new Workspace(options);
const known = inWorker ? (host) => workspace.module.fields(host) : fields;
const elsewhere = location.hash === "#elsewhere" ? (changes) => (globalThis.changes = changes) : undefined;
const view = new EditorView({
  parent: document.body,
  doc: "---\\nname: pdf\\ndescription: Fill in forms. Use when: needed\\n\\n---\\nText.\\n",
  extensions: [history(), skillEditor({ path, workspace, hosts: ["codex", "claude-code"], fields: known, delay: 10, elsewhere })],
});
Object.assign(globalThis, { view, undo: () => undo(view) });
`;

const project = freshProject({ tools: ["vite", ...PARTS] });
project.write("index.html", '<!doctype html><link rel="icon" href="data:,"><body><script type="module" src="./main.js"></script>');
project.write("main.js", program);
run(process.execPath, ["node_modules/vite/bin/vite.js", "build", "--target", "es2022"], project.folder);
const server = await serve(join(project.folder, "dist"));
const browser = await launch();
after(async () => {
  await browser?.close();
  await server?.close();
});

/** Opens the editor; `act` gets the page and reads its text. */
async function inEditor(hash, act) {
  const page = await browser.newPage();
  const failures = [];
  page.on("pageerror", (error) => failures.push(error.stack));
  page.on("console", (message) => message.type() === "error" && failures.push(message.text()));
  try {
    await page.goto(server.url + hash);
    await page.waitForFunction(() => "view" in globalThis);
    await act(page, () => page.evaluate(() => globalThis.view.state.doc.toString()));
    assert.deepEqual(failures, []);
  } finally {
    await page.close();
  }
}

describe("an editor with skillEditor", () => {
  for (const [where, hash] of [
    ["beside its workspace", ""],
    ["with its workspace in a worker", "#worker"],
  ]) {
    test(`${where} marks what is wrong, and mends it in one step of its history`, () =>
      inEditor(hash, async (page, text) => {
        await page.waitForSelector(".cm-lintRange-warning");
        const before = await text();
        await page.click(".cm-content");
        await page.keyboard.press("F8");
        await page.waitForSelector(".problem-cards");
        const card = await page.textContent(".problem-cards");
        assert.match(card, /unquoted-colon/);
        await page.click(".problem-cards button");
        assert.match(await text(), /description: ["']Fill in forms. Use when: needed["']/);
        await page.waitForSelector(".cm-lintRange-warning", { state: "detached" });
        await page.evaluate(() => globalThis.undo());
        assert.equal(await text(), before);
        await page.waitForSelector(".cm-lintRange-warning");
      }));
  }

  test("completes the fields of its hosts, the first one's first", () =>
    inEditor("", async (page, text) => {
      await page.evaluate(() => globalThis.view.dispatch({ selection: { anchor: globalThis.view.state.doc.line(4).from } }));
      await page.evaluate(() => globalThis.view.focus());
      await page.keyboard.type("met");
      await page.waitForSelector(".cm-tooltip-autocomplete li");
      const [first] = await page.$$eval(".cm-tooltip-autocomplete li", (items) => items.map((item) => item.textContent));
      assert.match(first, /^metadata/);
      // Enter counts once the list has stood for a moment.
      await page.waitForFunction(() => document.querySelector(".cm-tooltip-autocomplete [aria-selected]"));
      await page.click(".cm-tooltip-autocomplete li");
      assert.match(await text(), /^metadata: $/m);
    }));

  test("describes the field at the cursor on F1, for each host", () =>
    inEditor("", async (page) => {
      await page.evaluate(() => globalThis.view.dispatch({ selection: { anchor: globalThis.view.state.doc.line(3).from } }));
      await page.evaluate(() => globalThis.view.focus());
      await page.keyboard.press("F1");
      await page.waitForSelector(".skillglass-field");
      const lines = await page.$$eval(".skillglass-host", (hosts) => hosts.map((host) => host.textContent.split(":")[0]));
      assert.deepEqual(lines, ["codex", "claude-code"]);
      await page.keyboard.press("Escape");
      await page.waitForSelector(".skillglass-field", { state: "detached" });
    }));
});
