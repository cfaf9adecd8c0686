// The examples in the package's declarations, which the API pages show: each runs, and prints what its comments say.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import init, * as skillglass from "../../pkg/node.js";

await init();

const TYPINGS = readFileSync(new URL("../../pkg/skillglass.d.ts", import.meta.url), "utf8");
const DECLARATION = /^\/\*\*((?:(?!\*\/).)*)\*\/\nexport (?:(default) )?(?:class|function) (\w+)/gms;
const EXAMPLE = /@example\n \* ```js\n(.*?)\n \* ```/s;

/** Declarations of wasm-bindgen, which the crate does not document. */
const FOREIGN = ["initSync"];

/** Classes and functions, each with its example; undefined without one. */
const EXAMPLES = Array.from(TYPINGS.matchAll(DECLARATION), ([, comment, isDefault, name]) => [
  isDefault ? "init" : name,
  EXAMPLE.exec(comment)?.[1].replaceAll(/^ \* ?/gm, ""),
]);

/** Runs an example in a project with one skill. Returns what it prints, each value as JSON. */
async function printed(example) {
  const { default: _, ...names } = skillglass;
  const workspace = new skillglass.Workspace({ host: "codex", cwd: "/repo" });
  workspace.write("/repo/.agents/skills/pdf/SKILL.md", "---\nname: pdf\ndescription: Fill in PDF forms when asked.\n---\n");
  const values = [];
  const given = { ...names, init, workspace, console: { log: (value) => values.push(JSON.stringify(value)) } };
  const run = Object.getPrototypeOf(async () => {}).constructor;
  await new run(...Object.keys(given), `{\n${example}\n}`)(...Object.values(given));
  return values;
}

test("every class and function of the package has an example", () => {
  const lacking = EXAMPLES.filter(([name, example]) => example === undefined && !FOREIGN.includes(name));
  assert.deepEqual(lacking, []);
  assert.ok(EXAMPLES.length > 15);
});

for (const [name, example] of EXAMPLES.filter(([, example]) => example !== undefined)) {
  test(`the example of ${name} prints what its comments say`, async () => {
    const comments = Array.from(example.matchAll(/^ *console\.log\(.+\); \/\/ (.+)$/gm), ([, comment]) => comment);
    assert.deepEqual(await printed(example), comments);
  });
}
