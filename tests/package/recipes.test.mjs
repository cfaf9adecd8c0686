// The recipes of docs/guides/recipes with the packed package: their files are written into a project, and run or built and opened in Chromium.
// That of React is in bundlers.test.mjs, where React is. `UPDATE_PAGE=1` writes what the scripts print into the pages.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { after, before, describe, test } from "node:test";

import { launch, serve } from "../browser.mjs";
import { blocksOf } from "../pages.mjs";
import { freshProject, repository } from "./project.mjs";
import { printedBy, putRecipe } from "./recipes.mjs";

const PDF =
  "---\nname: pdf\ndescription: Fills in PDF forms. Use when somebody hands over a form.\n---\n\n# Forms\n\n1. Read the form.\n2. Fill it in.\n";
const CODEMIRROR = ["autocomplete", "lint", "state", "view"].map((name) => `@codemirror/${name}`);

const project = freshProject({ tools: ["vite", ...CODEMIRROR] });
project.write("skills/pdf/SKILL.md", PDF);

/** Runs a script of a recipe; `code` and all that it prints. */
function script(folder, ...parameters) {
  const { status, stdout, stderr } = spawnSync(process.execPath, parameters, { cwd: folder, encoding: "utf8" });
  return { code: status, printed: stdout + stderr };
}

/** Starts a server of a recipe on a free port; it goes with the test. The address is its first line. */
async function server(t, folder, ...parameters) {
  const child = spawn(process.execPath, [...parameters, "0"], { cwd: folder, stdio: ["ignore", "pipe", "inherit"] });
  t.after(() => child.kill());
  const [address] = await once(createInterface(child.stdout), "line", { signal: AbortSignal.timeout(60_000) });
  return address;
}

test("each recipe is tried by a test, and each stands in the overview in both languages", () => {
  const names = readdirSync(join(repository, "docs/guides/recipes")).filter((name) => name !== "README.md");
  const read = (path) => readFileSync(join(repository, path), "utf8");
  const tests = ["recipes", "bundlers"].map((name) => read(`tests/package/${name}.test.mjs`));
  const tried = tests.flatMap((text) => [...text.matchAll(/putRecipe\(project, "(.+?)"\)/g)].map(([, name]) => `${name}.md`));
  assert.deepEqual(tried.sort(), names.sort());
  for (const overview of ["docs/guides/recipes/README.md", "docs/zh/guides/recipes/README.md"]) {
    const text = read(overview);
    for (const name of names) assert.ok(text.includes(`${name})`), `${overview} leads to ${name}`);
  }
});

describe("scripts", () => {
  test("Why a skill is not there", () => {
    const { code, printed } = script(putRecipe(project, "why-not"), "main.mjs");
    assert.equal(printed, printedBy("why-not", printed));
    assert.equal(code, 0);
  });

  test("A check of the budget", () => {
    const folder = putRecipe(project, "budget-check");
    const { code, printed } = script(folder, "budget.mjs", "../skills/pdf");
    assert.equal(printed, printedBy("budget-check", printed));
    assert.equal(code, 0);
    const strict = script(folder, "budget.mjs", "../skills/pdf", "1");
    assert.match(strict.printed, /, too much\n/);
    assert.equal(strict.code, 1);
  });

  test("A Node script over a repository", () => {
    const folder = putRecipe(project, "node-repository");
    project.write("repository/.agents/skills/pdf/SKILL.md", PDF);
    project.write("repository/.agents/skills/csv/skill.md", PDF.replaceAll("pdf", "csv"));
    const { code, printed } = script(folder, "inventory.mjs", "../repository");
    assert.equal(printed, printedBy("node-repository", printed));
    assert.equal(code, 0);
  });

  test("Skills of an MCP server", async (t) => {
    const folder = putRecipe(project, "mcp-server");
    const { code, printed } = script(folder, "look.mjs", await server(t, folder, "server.mjs"));
    assert.equal(printed, printedBy("mcp-server", printed));
    assert.equal(code, 0);
  });

  test("A registry of skills", async (t) => {
    const folder = putRecipe(project, "registry");
    project.write("registry/skills/pdf/SKILL.md", PDF);
    project.write("registry/skills/broken/SKILL.md", "---\nname: broken\n---\nText.\n");
    const address = await server(t, folder, "registry.mjs", "skills");
    const { code, printed } = script(folder, "look.mjs", address);
    assert.equal(printed, printedBy("registry", printed));
    assert.equal(code, 0);
    const broken = await (await fetch(`${address}/verdicts/broken`)).json();
    assert.equal(broken.hosts.codex.has, false);
    assert.ok(broken.findings.some(({ code }) => code === "missing-description"));
    assert.equal((await fetch(`${address}/skills/none/SKILL.md`)).status, 404);
  });
});

describe("pages, in Chromium", () => {
  let browser;
  before(async () => {
    browser = await launch();
  });
  after(() => browser.close());

  /** Opens the page of a folder; errors of the page fail the test in the end. */
  async function open(t, folder) {
    const site = await serve(folder);
    const tab = await browser.newPage();
    tab.setDefaultTimeout(120_000); // on a busy machine a module takes long to start
    const failures = [];
    tab.on("pageerror", (error) => failures.push(error.stack));
    tab.on("console", (message) => message.type() === "error" && failures.push(message.text()));
    t.after(async () => {
      await tab.close();
      await site.close();
      assert.deepEqual(failures, []);
    });
    await tab.goto(site.url);
    return tab;
  }

  async function built(folder) {
    const { build } = await import("vite");
    await build({ root: folder, base: "./", logLevel: "error" });
    return join(folder, "dist");
  }

  test("A plain page", async (t) => {
    const tab = await open(t, putRecipe(project, "plain-page"));
    await tab.locator("#answer", { hasText: "- pdf: Fill in PDF forms. (file: r0/pdf/SKILL.md)" }).waitFor();
    await tab.locator("#skill").fill("---\nname: pdf\n---\n");
    await tab.locator("#answer", { hasText: "missing field `description`" }).waitFor();
  });

  test("A worker", async (t) => {
    const tab = await open(t, putRecipe(project, "worker"));
    project.write("picked/pdf/SKILL.md", PDF);
    project.write("picked/csv/SKILL.md", "---\nname: csv\n---\nText.\n");
    await tab.locator("#folder").setInputFiles(join(project.folder, "picked"));
    await tab.locator("#problems", { hasText: "error csv/SKILL.md:1" }).waitFor();
    await tab.locator("#state", { hasText: /^2 files, \d+ findings$/ }).waitFor();
  });

  test("An editor with diagnostics", async (t) => {
    const tab = await open(t, await built(putRecipe(project, "editor")));
    await tab.locator(".cm-lint-marker-warning").waitFor();
    await tab.locator(".cm-content").click();
    await tab.keyboard.press("F8");
    await tab.keyboard.press("Control+.");
    await tab.locator("button.cm-diagnosticAction").click();
    await tab.locator(".cm-line", { hasText: 'description: "Fills in PDF forms. Use when: somebody hands over a form."' }).waitFor();
  });

  test("The editor of the package's README", async (t) => {
    const { body } = blocksOf("pkg-template/README.md").find(({ file }) => file === "editor.js");
    project.write("readme/editor.js", body);
    project.write(
      "readme/index.html",
      '<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><body><script type="module" src="/editor.js"></script></body>',
    );
    const tab = await open(t, await built(join(project.folder, "readme")));
    await tab.locator(".cm-lintRange-error, .cm-lintPoint-error").first().waitFor();
  });
});
