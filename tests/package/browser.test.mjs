import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";

import { launch, serve } from "../browser.mjs";
import { expected, freshProject, run, scenario } from "./project.mjs";

let project;
let browser;

before(async () => {
  project = freshProject({ tools: ["vite"] });
  browser = await launch();
});
after(async () => {
  await browser.close();
  project.remove();
});

const page = (body) => `<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,">${body}`;
const module = (from) => `import init, { Workspace } from "${from}";\nawait init();\n${scenario}\nglobalThis.result = result;`;

/** Opens a page of a folder and waits for what its script leaves in `result`. */
async function resultOf(folder, path = "") {
  const server = await serve(folder);
  const tab = await browser.newPage();
  try {
    const failures = [];
    tab.on("pageerror", (error) => failures.push(error.message));
    tab.on("console", (message) => message.type() !== "log" && failures.push(message.text()));
    await tab.goto(server.url + path);
    await tab.waitForFunction(() => "result" in globalThis).catch((error) => failures.push(error.message));
    assert.deepEqual(failures, []);
    return await tab.evaluate(() => globalThis.result);
  } finally {
    await tab.close();
    await server.close();
  }
}

describe("in Chromium", () => {
  test("a script imports it by its address, with no tool between", async () => {
    project.write("plain.html", page(`<script type="module">${module("./node_modules/skillglass/skillglass.js")}</script>`));
    assert.deepEqual(await resultOf(project.folder, "plain.html"), expected);
  });

  test("a script imports it by name, through an import map", async () => {
    const map = JSON.stringify({ imports: { skillglass: "./node_modules/skillglass/skillglass.js" } });
    project.write("map.html", page(`<script type="importmap">${map}</script><script type="module">${module("skillglass")}</script>`));
    assert.deepEqual(await resultOf(project.folder, "map.html"), expected);
  });

  test("Vite bundles it with its module", async () => {
    project.write("index.html", page(`<script type="module" src="./main.js"></script>`));
    project.write("main.js", module("skillglass"));
    run(process.execPath, ["node_modules/vite/bin/vite.js", "build"], project.folder);
    assert.deepEqual(await resultOf(join(project.folder, "dist")), expected);
  });
});
