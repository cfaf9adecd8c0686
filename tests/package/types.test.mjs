import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";

import { freshProject, repository, run } from "./project.mjs";

let project;

before(() => {
  project = freshProject({ tools: ["typescript", "@types/sarif", "vscode-languageserver-types"] });
  project.write("types.ts", readFileSync(join(repository, "tests/package/types.ts"), "utf8"));
});
after(() => project.remove());

const check = (resolution, module) =>
  run(
    process.execPath,
    [
      "node_modules/typescript/bin/tsc",
      "--noEmit",
      "--strict",
      "--exactOptionalPropertyTypes",
      "--types",
      "",
      "--target",
      "es2022",
      "--lib",
      "es2023,dom,esnext.disposable",
      "--module",
      module,
      "--moduleResolution",
      resolution,
      "types.ts",
    ],
    project.folder,
  );

describe("the types", () => {
  test("accept what is right and refuse what is wrong, for a bundler", () => check("bundler", "esnext"));

  test("accept what is right and refuse what is wrong, for Node", () => check("nodenext", "nodenext"));

  test("have no `any`", () => {
    const types = readFileSync(join(project.folder, "node_modules/skillglass/skillglass.d.ts"), "utf8");
    const code = types.replace(/\/\*.*?\*\//gs, "").replace(/\/\/.*$/gm, "");
    assert.equal(/\bany\b/.exec(code), null);
  });
});
