// `skillglass/core`: the same answers about hosts, without diagnostics, comparison, search, installing and "can I use".
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { pathToFileURL } from "node:url";

import { expected, freshProject, repository, run, scenario } from "./project.mjs";

const FILES = {
  "/repo/.git/HEAD": "",
  "/repo/.agents/skills/pdf/SKILL.md": "---\nname: pdf\ndescription: Fill in PDF forms.\n---\nUse the script.\n",
  "/repo/.agents/skills/csv/SKILL.md": "---\nname: [csv\n---\n",
  "/repo/.claude/skills/fix/SKILL.md": "---\ndescription: Fix an issue.\n---\nFix $ARGUMENTS.\n",
};

const project = freshProject({ tools: ["typescript"] });
const load = async (file) => {
  const module = await import(pathToFileURL(join(project.folder, "node_modules/skillglass", file)));
  await module.default();
  return module;
};
const whole = await load("node.js");
const core = await load("core-node.js");

/** Everything that a host says of the files. */
function answers({ Workspace }, host) {
  const workspace = new Workspace({ host, cwd: "/repo", home: "/home/me" });
  workspace.writeAll(FILES);
  const found = [workspace.catalog(), workspace.listing(), workspace.turn("Use $pdf and /fix it"), workspace.plan(), workspace.resources()];
  workspace.free();
  return found;
}

describe("skillglass/core", () => {
  test("is found by its name, and loads its module from the disk", () => {
    project.write(
      "main.mjs",
      `import init, { Workspace } from "skillglass/core";\nawait init();\n${scenario}\nconsole.log(JSON.stringify(result));`,
    );
    assert.deepEqual(JSON.parse(run(process.execPath, ["main.mjs"], project.folder)), expected);
  });

  test("has the same hosts, editions and fields", () => {
    assert.deepEqual(core.hosts(), whole.hosts());
    for (const { host } of core.hosts()) assert.deepEqual(core.fields(host), whole.fields(host));
    assert.equal(core.version(), whole.version());
  });

  test("answers for each host as the whole package does", () => {
    for (const { host } of core.hosts()) assert.deepEqual(answers(core, host), answers(whole, host), host);
  });

  test("has no diagnostics, comparison, search, installing and 'can I use'", () => {
    const functions = (module) => Object.keys(module).filter((name) => typeof module[name] === "function");
    const methods = ({ Workspace }) => Object.getOwnPropertyNames(Workspace.prototype);
    const absent = (of) =>
      of(whole)
        .filter((name) => !of(core).includes(name))
        .sort();
    assert.deepEqual(absent(functions), ["applyFixes", "lint", "load", "rules", "schema", "support", "toLsp", "toSarif"]);
    assert.deepEqual(absent(methods), [
      "candidates",
      "compare",
      "competitors",
      "fix",
      "install",
      "lint",
      "nearDuplicates",
      "putInstalled",
      "search",
      "takeMcpSkills",
      "takeSite",
      "turns",
    ]);
    const workspace = new core.Workspace({ cwd: "/repo" });
    assert.throws(() => workspace.turn({ inputs: [], plainNames: "name" }), /^ArgumentError: plainNames: /);
    workspace.free();
  });

  test("is typed so", () => {
    const lines = [
      'import init, { type Catalog, type HostChoice, Workspace } from "skillglass/core";',
      "await init();",
      'const host: HostChoice = "codex";',
      'using workspace = new Workspace({ host, cwd: "/repo" });',
      "export const catalog: Catalog = workspace.catalog();",
      "// @ts-expect-error: diagnostics are in the whole package",
      "workspace.lint();",
      "// @ts-expect-error: so is comparison",
      "workspace.compare();",
    ];
    project.write("core.ts", lines.join("\n"));
    const strict = ["--noEmit", "--strict", "--types", "", "--target", "es2022", "--lib", "es2023,dom,esnext.disposable"];
    run(
      process.execPath,
      ["node_modules/typescript/bin/tsc", ...strict, "--module", "nodenext", "--moduleResolution", "nodenext", "core.ts"],
      project.folder,
    );
    const types = readFileSync(join(project.folder, "node_modules/skillglass/core.d.ts"), "utf8");
    assert.doesNotMatch(types, /\b(interface|type|class) \w*(Diagnostic|Comparison|SearchOptions)/);
  });

  test("is less to load", () => {
    const size = (name) => readFileSync(join(repository, "pkg", name)).length;
    assert.ok(size("core_bg.wasm") < 0.7 * size("skillglass_bg.wasm"));
  });
});
