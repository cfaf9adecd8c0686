// The JavaScript blocks of each page, run as one program in a fresh project, print what their comments say. Blocks that are files of a
// recipe are run by recipes.test.mjs.
import assert from "node:assert/strict";
import { test } from "node:test";

import { blocksOf, isTranslation, PAGES } from "../pages.mjs";
import { freshProject, run } from "./project.mjs";

const project = freshProject();

for (const page of PAGES.filter((page) => !isTranslation(page))) {
  const blocks = blocksOf(page).filter(({ language, file }) => language === "js" && file === null);
  if (blocks.length === 0) continue;
  test(`the examples in ${page} print what their comments say`, () => {
    const example = blocks.map(({ body }) => body).join("\n");
    const logs = [...example.matchAll(/^console\.log\((.+)\); +\/\/ (.+)$/gm)];
    assert.ok(logs.length >= 3, "the examples say what they print");
    // Each value is printed as JSON, as its comment is written.
    const runnable = example.replaceAll(/^console\.log\((.+)\);/gm, "console.log(JSON.stringify($1));");
    project.write("main.mjs", runnable);
    const printed = run(process.execPath, ["main.mjs"], project.folder).trimEnd().split("\n");
    assert.deepEqual(
      printed,
      logs.map(([, , comment]) => comment),
    );
  });
}
