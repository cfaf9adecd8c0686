import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";

import { freshProject, repository, run } from "./project.mjs";

const editor = ["autocomplete", "lint", "state", "view"].map((name) => `@codemirror/${name}`);
const project = freshProject({ tools: ["typescript", "@types/sarif", "vscode-languageserver-types", ...editor] });
for (const file of ["types.ts", "entry-types.ts"]) project.write(file, readFileSync(join(repository, "tests/package", file), "utf8"));

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
      "entry-types.ts",
    ],
    project.folder,
  );

describe("the types", () => {
  test("accept what is right and refuse what is wrong, for a bundler", () => check("bundler", "esnext"));

  test("accept what is right and refuse what is wrong, for Node", () => check("nodenext", "nodenext"));

  test("have no `any`", () => {
    for (const file of project.files.filter((name) => name.endsWith(".d.ts"))) {
      const types = readFileSync(join(project.folder, "node_modules/skillglass", file), "utf8");
      const code = types.replace(/\/\*.*?\*\//gs, "").replace(/\/\/.*$/gm, "");
      assert.equal(/\bany\b/.exec(code), null, file);
    }
  });
});
