// Symptoms that skills are outdated.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { skill, world } from "./run.mjs";

const PDF = "repo/.agents/skills/pdf/SKILL.md";
const OLD = `${skill("pdf")}\nCall \`claude-2.1\` with express@4.17.1, until March 2025.\n`;
const health = ["health", "--today", "2026-11-26"];

test("health reports each symptom with its weight and its place, the heaviest first", async (t) => {
  const { run } = world(t, { [PDF]: OLD, "repo/.agents/skills/csv/SKILL.md": skill("csv") });
  const { code, out } = await run(health);
  assert.equal(code, 0);
  const place = "\\.agents/skills/pdf/SKILL\\.md:11:\\d+";
  assert.match(out, /^ 74 {2}pdf {2}\.agents\/skills\/pdf\/SKILL\.md\n/);
  assert.match(out, new RegExp(`\n {5}60 {2}the model claude-2\\.1 has not worked since 2025-07-21 {2}${place} \\[retired-model\\]\n`));
  assert.match(out, new RegExp(`\n {5}35 {2}the text holds until March 2025, which has passed {2}${place} \\[past-date\\]\n`));
  assert.match(out, /\n\n1 skill without symptoms\n$/);
});

test("health judges versions by a file, and fails above a score", async (t) => {
  const { run } = world(t, { [PDF]: OLD, "repo/versions.json": '{ "express": "5.1.0" }' });
  const { code, out } = await run([...health, "pdf", "--newest", "versions.json", "--fail-over", "50", "--json"]);
  assert.equal(code, 1);
  const [{ symptoms }] = JSON.parse(out).skills;
  assert.ok(symptoms.some(({ kind, message }) => kind === "old-version" && message === "express 4.17.1 is older than 5.1.0"));
});

test("rule explains each symptom of health", async (t) => {
  const page = readFileSync(new URL("../../docs/health.md", import.meta.url), "utf8");
  const [table] = /^\| kind \| weight \| symptom \|\n(?:\|.*\n)+/m.exec(page);
  const { run } = world(t);
  for (const [, kind] of table.matchAll(/^\| `([\w-]+)`/gm)) {
    const { code, out } = await run(["rule", kind]);
    assert.equal(code, 0, kind);
    // A rule of `check` has the same code, and its page is printed.
    if (kind !== "missing-file") assert.ok(out.startsWith(`\`${kind}\` is a symptom that \`skillglass health\` reports: `), out);
  }
  assert.equal(JSON.parse((await run(["rule", "overlap", "--json"])).out).code, "overlap");
});

test("wrong options of health are named", async (t) => {
  const { run } = world(t, { [PDF]: OLD, "repo/list.json": "[]" });
  for (const [args, words] of [
    [["health", "--today", "soon"], /--today takes a day such as 2026-11-26, not `soon`/],
    [["health", "--today", "2030-13-01"], /--today takes a day such as 2026-11-26, not `2030-13-01`/],
    [["health", "--fail-over", "200"], /--fail-over takes a number from 0 to 100, not `200`/],
    [["health", "--newest", "list.json"], /--newest list\.json: must be an object whose members are texts/],
    [["health", "--models", "gone.json"], /--models gone\.json: /],
  ]) {
    const { code, err } = await run(args);
    assert.equal(code, 2);
    assert.match(err, words);
  }
});
