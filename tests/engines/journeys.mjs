// The core of the page's journeys, and the package's entries, in one engine. Each step begins where the one before ends.
import assert from "node:assert/strict";
import { existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { strToU8, zipSync } from "fflate";
import { serve } from "../browser.mjs";
import { modelServer, using } from "../model-server.mjs";
import { Key, missing, open } from "./engines.mjs";

const BUILT = fileURLToPath(new URL("../../dist/page", import.meta.url));
const PACKAGE = fileURLToPath(new URL("../../pkg", import.meta.url));

const SKILL = (name) => `/repo/.agents/skills/${name}/SKILL.md`;
const inTree = (path) => `[role="treeitem"][data-path="${path}"]`;
const tab = (name) => ({ role: "tab", starts: name });
const dialog = (name) => ({ role: "dialog", name });
const EDITOR = "#editor .cm-content";
const PROMPT = ".prompt .cm-content";
const HOST = { role: "combobox", name: "Host" };

const text = (name) => `---\nname: ${name}\ndescription: Does what ${name} says.\n---\n\n# ${name}\n`;
const zip = (files) => zipSync(Object.fromEntries(Object.entries(files).map(([path, contents]) => [path, strToU8(contents)])));

/** Runs the journeys and the tests of the package in one engine. */
export async function journeys(engine) {
  const skip = missing(engine);
  if (skip) {
    test(`journeys in ${engine}`, { skip });
    return;
  }
  assert.ok(existsSync(`${BUILT}/index.html`), "dist/page is missing: make page");
  const { visitor, close } = await open(engine);
  const folder = mkdtempSync(join(tmpdir(), "skillglass-engines-"));
  symlinkSync(PACKAGE, join(folder, "pkg"));
  const page = await serve(BUILT);
  const files = await serve(folder);
  after(async () => {
    await close();
    await page.close();
    await files.close();
    rmSync(folder, { recursive: true });
  });

  await visitor.goto(page.url);
  describe(`the page in ${engine}`, () => {
    let broken = false;
    /** A step of the journey; those after one that fails would begin somewhere else. */
    const step = (sentence, does) =>
      test(sentence, async (t) => {
        if (broken) return t.skip("a step before failed");
        broken = true;
        await does();
        broken = false;
      });
    const on = onPage(visitor);
    views(step, visitor, on);
    waysIn(step, visitor, on, folder);
    wholePage(step, visitor, on, page);
  });
  describe(`the package in ${engine}`, () => packageTests(visitor, files, folder));
}

/** What the steps do on the page again and again. */
function onPage(visitor) {
  const found = (number) => visitor.expectText(".summary .found b", String(number));
  const errors = (number) => visitor.expectText(".summary .errors b", String(number));
  const reset = async () => {
    await visitor.click({ role: "button", name: "Reset" });
    await visitor.find({ css: ".notice", text: "The sample is back." });
    await visitor.find('#host[aria-busy="false"]');
  };
  /** Waits until the browser's storage has no workspace any more: it forgets one a moment after the sample came in its place. */
  const forgotten = () =>
    visitor.expect(() => visitor.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("skillglass.kept."))), []);
  /** Gives a line of the open file other words at its end. */
  const typeAfter = async (line, words) => {
    await visitor.click({ css: ".cm-line", text: line, within: "#editor" });
    await visitor.expectFocus(EDITOR);
    // Where the pointer rests on a problem its card comes, and covers what lies below.
    await visitor.pointAway();
    await visitor.gone(".cm-tooltip-hover");
    await visitor.press(Key.END, words);
  };
  /** Waits until the browser keeps the workspace. */
  const kept = async () => {
    await visitor.click({ role: "button", name: "Share…" });
    await visitor.find({ css: "p", text: "Kept.", within: dialog("Share") });
    await visitor.press(Key.ESCAPE);
    await visitor.gone("dialog");
  };
  return { found, errors, reset, forgotten, typeAfter, kept };
}

/** The open file, and each view of what the host makes of it. */
function views(step, visitor, { errors, typeAfter }) {
  step("it opens with the sample", async () => {
    await visitor.find({ css: ".card", text: "release-notes" });
    await errors(1);
    assert.equal((await visitor.all({ role: "alert" })).length, 0);
  });

  step("a file that is edited changes the catalog", async () => {
    await visitor.click(inTree(SKILL("incident-report")));
    await visitor.expectText(EDITOR, /name: incident-report/);
    await typeAfter("description:", " Typed here.");
    await visitor.find({ css: ".card .description", text: "Typed here." });
  });

  step("the model's view has the list, and a budget to walk", async () => {
    await visitor.click(tab("Model’s view"));
    await visitor.expectText("[aria-label='Text of the message']", /- incident-report: /);
    await visitor.find(".budget-bar button");
  });

  step("a turn chooses the skill that is named, and injects it", async () => {
    await visitor.click(tab("Turn"));
    await visitor.click(PROMPT);
    await visitor.expectFocus(PROMPT);
    await visitor.chord(Key.CONTROL, "a");
    await visitor.press("use $incident-report ", Key.ESCAPE);
    await visitor.find({ css: ".prompt .mention.selected", text: "$incident-report" });
    await visitor.find({ css: ".message pre", text: "incident-report" });
  });

  step("Compare tells the hosts apart, and says why", async () => {
    await visitor.click(tab("Compare"));
    await visitor.find({ role: "row", text: "release-notes" });
    await visitor.click('[data-row="0"] [data-column="1"]');
    await visitor.expectFocus("#explanation-heading");
    await visitor.press(Key.ESCAPE);
    await visitor.gone(".explanation");
  });

  step("a problem is mended with one click, and taken back with another", async () => {
    await visitor.click(tab("Problems"));
    const unclosed = { css: ".problem-row", text: "unclosed-quote" };
    await visitor.click({ role: "button", starts: "Close the quote", within: unclosed });
    await visitor.gone(unclosed);
    await visitor.click({ role: "button", name: "Undo", within: ".notice" });
    await visitor.find(unclosed);
  });

  step("a search ranks the skills", async () => {
    await visitor.click(tab("Search"));
    await visitor.fill({ role: "searchbox", name: "Request" }, "notes for a release");
    await visitor.find({ role: "button", name: "release-notes", within: ".search > .hits > li:first-child" });
  });

  step("a model is asked in a document that may reach only its address", async () => {
    const model = await modelServer(() => ({ body: using("release-notes") }));
    const stuck = await modelServer(() => null);
    const other = await modelServer(() => ({ body: {} }));
    const address = { role: "textbox", name: "Address with the version" };
    const reaches = (url) =>
      visitor.evaluate(
        (url) =>
          document
            .querySelector("iframe")
            .contentWindow.fetch(url, { method: "POST", body: "{}" })
            .then(
              () => true,
              () => false,
            ),
        url,
      );
    try {
      await visitor.choose(HOST, "claude-code");
      await visitor.drop("own.zip", zip({ ".claude/skills/release-notes/SKILL.md": text("release-notes") }));
      await visitor.find({ css: ".notice", text: "own.zip: put" });
      await visitor.click({ css: ".choices label", text: "Triggers" });
      await visitor.choose({ role: "combobox", name: "Prompts" }, "own");
      await visitor.choose({ role: "combobox", name: "Skill" }, "/repo/.claude/skills/release-notes/SKILL.md");
      await visitor.fill({ css: ".own-prompts label:nth-of-type(2) textarea" }, "what release-notes says");
      await visitor.find({ css: "b", text: "1 of 1 prompt passes." });
      await visitor.click({ role: "button", name: "Ask a model…" });
      await visitor.choose({ css: ".model-form label:nth-of-type(1) select" }, "anthropic-messages");
      await visitor.fill(address, `${model.url}v1`);
      await visitor.fill({ role: "textbox", name: "Model" }, "m");
      await visitor.fill("input[type=password]", "sk-secret");
      assert.deepEqual(model.seen, []);
      await visitor.click({ role: "button", name: "Send" });
      await visitor.find({ css: "[role=status]", text: "All 3 requests are finished." });
      await visitor.find({ css: "td", text: "100 %" });
      assert.deepEqual(
        model.seen.map(({ headers }) => headers["x-api-key"]),
        ["sk-secret", "sk-secret", "sk-secret"],
      );
      await visitor.fill(address, `${stuck.url}v1`);
      await visitor.click({ role: "button", name: "Send" });
      await visitor.expect(() => stuck.seen.length, 3, "the requests");
      assert.deepEqual([await reaches(other.url), await reaches(`${model.url}v1`)], [false, false]);
      await visitor.click({ role: "button", name: "Stop" });
      await visitor.find({ css: "[role=status]", text: "Stopped after 0 of 3 requests." });
      assert.deepEqual([other.seen.length, model.seen.length], [0, 3]);
      await visitor.click({ css: ".choices label", text: "Skills" });
      await visitor.click({ role: "button", name: "Undo", within: ".notice" });
      await visitor.choose(HOST, "codex");
      await visitor.find(inTree(SKILL("incident-report")));
    } finally {
      await Promise.all([model, stuck, other].map(({ close }) => close()));
    }
  });

  step("a skill that is left out says why, with the rule and the host's page", async () => {
    await visitor.click(tab("Skills"));
    await visitor.click({ role: "button", starts: "Why?", within: { css: ".card.left-out", text: "skill.md" } });
    await visitor.find({ css: ".explanation", text: "How Codex does it" });
    await visitor.click({ role: "button", name: "Close", within: ".explanation" });
    await visitor.gone(".explanation");
  });

  step("another host finds others, and its edition is chosen", async () => {
    await visitor.choose(HOST, "opencode");
    await visitor.expectValue(HOST, "opencode");
    await visitor.choose({ role: "combobox", name: "Edition" }, "1.18");
    await visitor.find('#host[aria-busy="false"]');
    await visitor.choose(HOST, "codex");
  });

  step("Can I use opens a note, and Escape closes all of it", async () => {
    await visitor.click({ role: "button", name: "Can I use" });
    const table = dialog("Can I use");
    await visitor.fill({ role: "searchbox", within: table }, "model invocation");
    await visitor.find({ role: "link", name: "disable-model-invocation", within: table });
    await visitor.gone({ role: "link", name: "allowed-tools", within: table });
    await visitor.press(Key.ESCAPE);
    await visitor.expectValue({ role: "searchbox", within: table }, "");
    await visitor.press(Key.ESCAPE);
    await visitor.gone(table);
  });
}

/** How files come in, and come back. */
function waysIn(step, visitor, { found, reset, forgotten, kept }, folder) {
  step("a zip that is dropped takes the place of the sample", async () => {
    await reset();
    await visitor.drop("dropped.zip", zip({ "alpha/SKILL.md": text("alpha"), "beta/SKILL.md": text("beta") }));
    await visitor.find(inTree(SKILL("alpha")));
    await found(2);
  });

  step("a zip that is chosen joins it", async () => {
    const path = join(folder, "chosen.zip");
    writeFileSync(path, zip({ "gamma/SKILL.md": text("gamma") }));
    await visitor.upload("input[type=file][accept]", path);
    await visitor.find(inTree(SKILL("gamma")));
    await found(3);
  });

  step("a reload brings the files back", async () => {
    await kept();
    await visitor.reload();
    await visitor.find({ css: ".notice", text: "Restored" });
    await visitor.find(inTree(SKILL("gamma")));
    await found(3);
  });

  step("a shared link opens elsewhere as it is here", async () => {
    await visitor.click({ role: "button", name: "Share…" });
    const field = { role: "textbox", name: "Address of the workspace", within: dialog("Share") };
    await visitor.expectValue(field, /#w1\.[\w-]+$/);
    const link = await (await visitor.find(field)).getProperty("value");
    await visitor.press(Key.ESCAPE);
    await visitor.gone("dialog");
    await reset();
    await forgotten();
    await visitor.goto("about:blank");
    await visitor.goto(link);
    await visitor.find({ css: ".notice", text: "from a link" });
    await visitor.find(inTree(SKILL("gamma")));
    await found(3);
  });
}

/** The page as a whole: its looks, the keyboard, and without a server. */
function wholePage(step, visitor, { found, reset, typeAfter, kept }, server) {
  step("the theme and the language are changed in place, and remembered", async () => {
    await reset();
    const light = () => visitor.evaluate(() => Number(/\d+/.exec(getComputedStyle(document.body).backgroundColor)[0]) > 127);
    for (const theme of ["dark", "light"]) {
      await visitor.choose({ role: "combobox", name: "Theme" }, theme);
      await visitor.expect(light, theme === "light");
    }
    await visitor.choose({ role: "combobox", name: "Language" }, "zh");
    await visitor.find(tab("技能"));
    await visitor.reload();
    await visitor.find(tab("技能"));
    await visitor.choose({ role: "combobox", name: "语言" }, "en");
    await visitor.find(tab("Skills"));
  });

  step("the keyboard alone opens a file, changes the view and closes a dialog", async () => {
    await visitor.drop("own.zip", zip({ "gamma/SKILL.md": text("gamma") }));
    await found(1);
    await kept();
    await visitor.reload();
    await visitor.find({ css: ".notice", text: "Restored" });
    await found(1);
    await visitor.find('#host[aria-busy="false"]');
    await visitor.press(Key.TAB);
    await visitor.expectFocus({ css: "a", text: "Skip to the files" });
    await visitor.press(Key.ENTER);
    await visitor.expectFocus("#files");
    await visitor.tabTo('[role="treeitem"]');
    await visitor.press(Key.HOME);
    await visitor.expectFocus(inTree("/repo"));
    await visitor.press("g");
    await visitor.expectFocus(inTree("/repo/.agents/skills/gamma"));
    await visitor.press(Key.ARROW_DOWN);
    await visitor.expectFocus(inTree(SKILL("gamma")));
    await visitor.press(Key.ENTER);
    await visitor.find({ css: "#editor h2", text: "gamma" });
    await visitor.focus(tab("Skills"));
    await visitor.press(Key.ARROW_RIGHT);
    await visitor.expectFocus(tab("Model’s view"));
    await visitor.focus({ role: "button", name: "Share…" });
    await visitor.press(Key.ENTER);
    await visitor.find(dialog("Share"));
    await visitor.press(Key.ESCAPE);
    await visitor.gone("dialog");
    await visitor.expectFocus({ role: "button", name: "Share…" });
  });

  step("without a server the page opens again, and works", async () => {
    await visitor.expect(
      () => visitor.evaluate(() => navigator.serviceWorker.getRegistration().then((registration) => registration?.active?.state ?? "none")),
      "activated",
      "the service worker",
    );
    await visitor.reload();
    await visitor.find('#host[aria-busy="false"]');
    await server.close();
    await visitor.reloadFromWithin();
    await visitor.click(inTree(SKILL("gamma")));
    await visitor.expectText(EDITOR, /name: gamma/);
    await typeAfter("description:", " Typed offline.");
    await visitor.click(tab("Skills"));
    await visitor.find({ css: ".card .description", text: "Typed offline." });
  });
}

/** The entries of the package on plain pages of a folder that is served. */
function packageTests(visitor, server, folder) {
  const IMPORTS = {
    imports: {
      skillglass: "./pkg/skillglass.js",
      "skillglass/inline": "./pkg/inline.js",
      "skillglass/worker": "./pkg/entries/worker/index.js",
    },
  };

  /** Runs a module on a plain page, and returns what its `show` was given, or the message of what it threw. */
  async function onPlainPage(script) {
    writeFileSync(
      join(folder, "index.html"),
      `<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><script type="importmap">${JSON.stringify(IMPORTS)}</script>
      <body><script>const show = (result) => (document.body.dataset.result = result);
      addEventListener("error", ({ message }) => show(message));
      addEventListener("unhandledrejection", ({ reason }) => show(String(reason)));</script>
      <script type="module">${script}</script>`,
    );
    await visitor.goto(server.url);
    const result = () => visitor.evaluate(() => document.body.dataset.result ?? "");
    await visitor.expect(result, /./);
    return result();
  }

  const WORKSPACE = 'new Workspace({ host: "codex", cwd: "/repo" })';
  for (const [entry, start] of Object.entries({
    skillglass: `import init, { Workspace } from "skillglass"; await init(); const workspace = ${WORKSPACE};`,
    "skillglass/inline": `import init, { Workspace } from "skillglass/inline"; await init(); const workspace = ${WORKSPACE};`,
    "skillglass/worker":
      'import { openWorkspace } from "skillglass/worker"; const workspace = openWorkspace({ host: "codex", cwd: "/repo" });',
  })) {
    test(`a plain page with an import map uses ${entry}`, async () => {
      const names = await onPlainPage(`${start}
        await workspace.write("${SKILL("pdf")}", ${JSON.stringify(text("pdf"))});
        const { skills } = await workspace.catalog();
        show(skills.map(({ name }) => name).join());`);
      assert.equal(names, "pdf");
    });
  }

  /** Starts with Codex alone; `asked` are the files of parts, and what `isOffline` is true for is not fetched. */
  const IN_PARTS = `import init, { load, PartNotLoaded, Workspace } from "skillglass";
    const asked = [];
    let isOffline = () => false;
    const fetchFile = globalThis.fetch;
    globalThis.fetch = async (address, ...rest) => {
      const file = String(address.url ?? address).split("/").at(-1);
      asked.push(file);
      if (isOffline(file)) throw new TypeError("offline");
      return fetchFile(address, ...rest);
    };
    await init({ hosts: ["codex"] });
    const workspace = ${WORKSPACE};
    workspace.write("${SKILL("pdf")}", "---\\nname: pdf\\n---\\nFill in the form.\\n");
    const codes = () => workspace.lint({ hosts: ["codex", "pi"] }).map(({ code }) => code).join();
    const attempt = (act) => Promise.resolve().then(act).then(() => "done", (error) => error instanceof PartNotLoaded ? error.part : error.message);`;

  for (const [order, loads] of Object.entries({
    "one after another": 'await load("pi"); await load("lint"); await load("lint");',
    "in another order": 'await load("lint"); await load("pi");',
    "at the same time, twice": 'await Promise.all([load("lint", "pi"), load("pi"), load("lint")]);',
  })) {
    test(`a plain page loads parts ${order}, each file once`, async () => {
      const seen = await onPlainPage(`${IN_PARTS}
        const missing = await attempt(() => workspace.lint());
        ${loads}
        show(JSON.stringify([missing, codes(), asked.length === new Set(asked).size]));`);
      assert.equal(seen, JSON.stringify(["lint", "missing-description", true]));
    });
  }

  test("a plain page goes on when a part does not come, and the next load() tries again", async () => {
    const seen = await onPlainPage(`${IN_PARTS}
      isOffline = (file) => file === "lint.wasm";
      const failed = await attempt(() => load("lint", "pi"));
      const stillAnswers = workspace.catalog().errors.length;
      isOffline = () => false;
      const again = await attempt(() => load("lint", "pi"));
      show(JSON.stringify([/lint\\.wasm was not loaded/.test(failed), stillAnswers, again, codes()]));`);
    assert.equal(seen, JSON.stringify([true, 1, "done", "missing-description"]));
  });
}
