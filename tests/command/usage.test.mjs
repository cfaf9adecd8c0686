// How skills do in the logs of sessions.
import assert from "node:assert/strict";
import test from "node:test";
import { skill, world } from "./run.mjs";

const PDF = "repo/.agents/skills/pdf/SKILL.md";
const lines = (outcome, count) => `${JSON.stringify({ skill: "pdf", at: "2026-11-23", outcome })}\n`.repeat(count);

test("usage shows the counts of each skill, and its symptoms", async (t) => {
  const { run } = world(t, { [PDF]: skill("pdf"), "repo/log.jsonl": lines("failed", 20) });
  const { code, out } = await run(["usage", "log.jsonl"]);
  assert.equal(code, 0);
  assert.match(out, /^log\.jsonl: plain, 20 turns\n/);
  assert.match(out, /\npdf +84 +0 +0 +0 +20 +0 +0 +0\n {2}20 of 20 calls failed\./);
});

test("usage fails above a score, and prints its report as JSON", async (t) => {
  const { run } = world(t, { [PDF]: skill("pdf"), "repo/log.jsonl": lines("failed", 20) });
  const { code, out } = await run(["usage", "log.jsonl", "--fail-over", "50", "--json"]);
  assert.equal(code, 1);
  const [{ name, failed, path }] = JSON.parse(out).skills;
  assert.deepEqual([name, failed, path.endsWith("/pdf/SKILL.md")], ["pdf", 20, true]);
});

test("usage names the faulty lines of a log, and reads the others", async (t) => {
  const { run } = world(t, { [PDF]: skill("pdf"), "repo/log.jsonl": `${lines("chosen", 1)}nonsense\n${lines("chosen", 1)}` });
  const { code, out } = await run(["usage", "log.jsonl"]);
  assert.equal(code, 0);
  assert.match(out, /\n {2}line 2: The line is not a JSON object/);
  assert.match(out, /log\.jsonl: plain, 2 turns/);
});

test("usage names the known formats for a file that is no log, and prints the report of the others", async (t) => {
  const { run } = world(t, { [PDF]: skill("pdf"), "repo/README.md": "hello\n", "repo/log.jsonl": lines("chosen", 1) });
  const unknown =
    /^skillglass: cannot read README\.md: the format is unknown\. A log is a session of Claude Code, Codex, pi or Qwen Code, [^\n]+\n$/;
  const only = await run(["usage", "README.md"]);
  assert.deepEqual([only.code, only.out], [2, ""]);
  assert.match(only.err, unknown);
  const both = await run(["usage", "README.md", "log.jsonl"]);
  assert.equal(both.code, 2);
  assert.match(both.err, unknown);
  assert.match(both.out, /^log\.jsonl: plain, 1 turn\n/);
});

test("wrong arguments of usage are named", async (t) => {
  const { run } = world(t, { [PDF]: skill("pdf"), "repo/log.jsonl": "" });
  for (const [args, words] of [
    [["usage"], /usage needs the log of a session/],
    [["usage", "gone.jsonl"], /the log gone\.jsonl cannot be read: it is not there\n/],
    [["usage", "log.jsonl", "--fail-over", "x"], /--fail-over takes a number from 0 to 100, not `x`/],
  ]) {
    const { code, err } = await run(args);
    assert.equal(code, 2);
    assert.match(err, words);
  }
});
