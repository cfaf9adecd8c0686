// The check of the project's words finds what CONTRIBUTING.md, "Voice", rules out, and nothing else.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";

const SCRIPT = fileURLToPath(new URL("../../scripts/voice.mjs", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "voice-"));
after(() => rmSync(folder, { recursive: true }));

/** Returns the lines and words that the check reports in a file with this name and text. */
function findings(name, text) {
  const path = join(folder, name);
  writeFileSync(path, text);
  const { stdout, status } = spawnSync(process.execPath, [SCRIPT, path], { encoding: "utf8" });
  const found = [...stdout.matchAll(/^\S+:(\d+): (.*?): /gm)].map(([, line, words]) => `${line} ${words}`);
  assert.equal(status, found.length > 0 ? 1 : 0);
  return found;
}

const RUST = [
  ["a doc comment that begins with a pronoun", "/// Whether it loads.\nloads: bool,\n", ["1 Whether"]],
  ["a public function that begins with a noun", "/// The name of a skill.\npub fn name() {}\n", ["1 The name of a"]],
  ["a function that is visible only in the crate", "/// Names of skills.\npub(crate) const fn names() {}\n", []],
  ["a public function that begins with a plural", "/// Names of skills.\n#[must_use]\npub const fn names() {}\n", ["1 Names of skills."]],
  ["a public function that begins with a verb", "/// Returns the name.\npub fn name() {}\n", []],
  ["a private function may begin with a noun", "/// The name of a skill.\nfn name() {}\n", []],
  ["a doc comment that only leads elsewhere", "/// See the module.\nstruct Index;\n", ["1 See the module."]],
  ["a word in an ordinary comment", "fn f() {\n    // The value\n    // behind the colon.\n}\n", ["3 behind"]],
  ["a word in a message", 'let help = "write a colon and a blank here";\n', ["1 blank"]],
  ["a word in a short string is data", 'let word = "behind";\n', []],
  ["a word in code", "/// Reads `behind`.\nstruct Behind;\n", []],
  ["types that are declared in a string", 'const TYPES: &str = "\n/** What it is. */\ninterface Is {}\n";\n', ["2 What"]],
];

const DOCUMENTS = [
  ["a word over the end of a line", "The skill that the host looks\nat first.\n", ["1 looks at"]],
  ["words in code, links and names", "A `sign`, [the rule](behind.md), `wrong-capitals`.\n\n```sh\necho behind\n```\n", []],
  ["an expression that everybody knows", "Leave the file alone. The documentation says so.\n", []],
];

const DECLARATIONS = [["a link of Rust", "/** Reads a [`Skill`]. */\n/** Reads [`text`](text.md). */\n", ["1 [`Skill`]"]]];

for (const [name, file, cases] of [
  ["Rust", "case.rs", RUST],
  ["documents", "case.md", DOCUMENTS],
]) {
  for (const [what, text, expected] of cases) {
    test(`${name}: ${what}`, () => assert.deepEqual(findings(file, text), expected));
  }
}

for (const [what, text, expected] of DECLARATIONS) {
  test(`declarations: ${what}`, () => assert.deepEqual(findings("case.d.ts", text), expected));
}
