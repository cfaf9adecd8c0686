// The lines of the command that the page shows, to copy into a shell.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import { parseArgs } from "node:util";
import { source } from "./source.mjs";

const { inCwd, shellWord, withText, withValue } = await source("ui/command-line.ts");

/** The words that a shell makes of a line. */
const wordsOf = (line) =>
  execFileSync("sh", ["-c", `printf '%s\\n' ${line}`], { encoding: "utf8" })
    .split("\n")
    .slice(0, -1);

for (const [text, word] of [
  ["pdf", "pdf"],
  [".agents/skills/pdf/SKILL.md", ".agents/skills/pdf/SKILL.md"],
  ["~", "'~'"],
  ["~/skills", "'~/skills'"],
  ["the user's form", "'the user'\\''s form'"],
  ['$(id) `id` "*" ;|&', "'$(id) `id` \"*\" ;|&'"],
]) {
  test(`${text} is ${word} in a line, and the shell makes ${text} of it`, () => {
    assert.equal(shellWord(text), word);
    assert.deepEqual(wordsOf(shellWord(text)), [text]);
  });
}

const OPTIONS = { keep: { type: "string" }, limit: { type: "string" } };
const parsed = (line) => {
  const { values, positionals } = parseArgs({ args: wordsOf(line), options: OPTIONS, allowPositionals: true });
  return [{ ...values }, positionals];
};

for (const [value, words] of [
  ["pdf", "--keep pdf"],
  ["-pdf", "--keep=-pdf"],
  ["--it's", "--keep='--it'\\''s'"],
]) {
  test(`an option with the value ${value} is ${words}`, () => {
    assert.equal(withValue("--keep", value), words);
    assert.deepEqual(parsed(words), [{ keep: value }, []]);
  });
}

for (const [text, line] of [
  ["a form", "npx skillglass passages 'a form' --limit 5"],
  ["--form", "npx skillglass passages --limit 5 -- --form"],
]) {
  test(`a line for the text ${text} is ${line}`, () => {
    assert.equal(withText("passages", text, ["--limit 5"]), line);
    assert.deepEqual(parsed(line), [{ limit: "5" }, ["npx", "skillglass", "passages", text]]);
  });
}

test("a path is relative to the working directory; a path elsewhere is a name", () => {
  assert.equal(inCwd("/repo/.agents/skills/pdf/SKILL.md", "pdf"), ".agents/skills/pdf/SKILL.md");
  assert.equal(inCwd("/home/me/.agents/skills/pdf/SKILL.md", "pdf"), "pdf");
});
