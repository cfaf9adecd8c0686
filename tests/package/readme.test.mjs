// The first JavaScript block of each README, run in a fresh project, prints what its comments say.
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

for (const readme of ["README.md", "pkg-template/README.md"]) {
  test(`the example in ${readme} prints what its comments say`, () => {
    const [, example] = /```js\n(.*?)```/s.exec(readFileSync(join(repository, readme), "utf8"));
    const logs = [...example.matchAll(/^console\.log\((.+)\); +\/\/ (.+)$/gm)];
    assert.ok(logs.length >= 3, "the example says what it prints");
    // Each value is printed as JSON, as its comment is written.
    const runnable = example.replaceAll(/^console\.log\((.+)\);/gm, "console.log(JSON.stringify($1));");
    project.write("main.mjs", runnable);
    const printed = run(process.execPath, ["main.mjs"], project.folder).trimEnd().split("\n");
    assert.deepEqual(printed, logs.map(([, , comment]) => comment));
  });
}
