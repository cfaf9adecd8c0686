// What a skill holds is data: no source that ships has a way to run it. The engine, in Rust, has none either (`tests/layers.rs` reads its imports).
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** All that ships and is ours. */
const FOLDERS = ["www/src", "www/offline", "www/public", "entries", "command", "pkg-template"];

/** Ways to start a program, to have a text become code, and to have a text become elements. */
const WAYS = [
  [/["'](?:node:)?(?:child_process|cluster|vm|repl|inspector)["'/]/, "starts programs or compiles texts"],
  [/\beval\s*\(|\bFunction\s*\(|\bnew\s+Function\b|setTimeout\(\s*["'`]|\bimportScripts\s*\(/, "runs a text"],
  [
    /\.(?:inner|outer)HTML\b|insertAdjacentHTML|document\.write|dangerouslySetInnerHTML|srcdoc|DOMParser|createContextualFragment|setHTMLUnsafe/,
    "makes elements of a text",
  ],
];

/** `conform` starts the command that the user gives it, to compare another implementation; it reads no skill of the user. */
const STARTS_A_GIVEN_COMMAND = "command/commands/conform.ts";

/** `diff` reads commits through `git`. */
const STARTS_GIT = "command/tree/git.ts";

const sources = FOLDERS.flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:[cm]?[jt]sx?|html)$/.test(entry.name) && !entry.parentPath.includes("node_modules"))
    .map(({ parentPath, name }) => join(parentPath, name)),
);

for (const [pattern, does] of WAYS) {
  test(`no source of the page, the entries and the command ${does}`, () => {
    assert.ok(sources.length > 200, "too few sources were found");
    const found = sources.filter((file) => pattern.test(withoutComments(readFileSync(file, "utf8"))));
    assert.deepEqual(
      found.map((file) => file.slice(ROOT.length)),
      does === "starts programs or compiles texts" ? [STARTS_A_GIVEN_COMMAND, STARTS_GIT] : [],
    );
  });
}

test("conform starts nothing but the command that is given", () => {
  const source = withoutComments(readFileSync(join(ROOT, STARTS_A_GIVEN_COMMAND), "utf8"));
  assert.deepEqual(source.match(/\b(?:spawn|exec|fork)\w*\([^,)]*/g), ["spawn(command"]);
});

test("commits are read by one call of git, with commands that only read, and with the settings that keep git from starting programs", () => {
  const source = withoutComments(readFileSync(join(ROOT, STARTS_GIT), "utf8"));
  assert.deepEqual(
    source.match(/\b(?:spawn|exec|fork)\w*\([^,)]*/g)?.filter((call) => !call.startsWith("exec(")),
    ["spawnSync(program("],
  );
  assert.match(source, /type GitCommand = "rev-parse" \| "merge-base" \| "ls-tree" \| "cat-file";/);
  assert.match(source, /const words = \[\.\.\.SETTINGS, "-C", toDisk\(folder\), command, \.\.\.args\];/);
  for (const setting of ["protocol.allow=never", "core.fsmonitor=false", 'GIT_NO_LAZY_FETCH: "1"', "--no-pager"])
    assert.ok(source.includes(setting), setting);
  // Words of users follow this option, so that none can be an option of its own.
  assert.match(source, /"--end-of-options", `\$\{name\}\^\{commit\}`/);
});

test("the patterns find what they are for", () => {
  const samples = ['import { exec } from "node:child_process"', "eval (text)", "new Function('x')", "div.innerHTML = text", 'import("vm")'];
  for (const sample of samples)
    assert.ok(
      WAYS.some(([pattern]) => pattern.test(sample)),
      sample,
    );
});

function withoutComments(text) {
  return text.replace(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*/g, "");
}
