// The JavaScript blocks of each README and of the pages on comparing, diagnostics, sites and MCP servers, run as one program in a fresh project, print what
// their comments say.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { freshProject, repository, run } from "./project.mjs";

let project;
before(() => {
  project = freshProject();
});
after(() => project.remove());

const pages = ["README.md", "pkg-template/README.md", "docs/compare.md", "docs/lint.md", "docs/mcp-skills.md", "docs/skills-cli.md"];
for (const page of pages) {
  test(`the examples in ${page} print what their comments say`, () => {
    const blocks = readFileSync(join(repository, page), "utf8").matchAll(/```js\n(.*?)```/gs);
    const example = [...blocks].map(([, block]) => block).join("\n");
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
