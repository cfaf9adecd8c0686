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

/** A published skill with a name that is not its folder's, and with a field that opencode no longer reads. */
const PUBLISHED = `---\nname: pdf\ndescription: Fills in PDF forms. Use when a form is handed over.\nallowed-tools: Read\n---\n\n# PDF forms\n\nFills in forms, as [forms](../shared/forms.md) shows, when a form is handed over.\n`;
const opencode = [...health, "--host", "opencode"];

test("health shows published skills as if they were installed, and the first line says so", async (t) => {
  const { run, at } = world(t, { "repo/skills/pdf/SKILL.md": PUBLISHED, "repo/skills/shared/forms.md": "# Forms\n" });
  const { code, out } = await run(opencode);
  assert.equal(code, 0);
  assert.match(
    out,
    /^no host looks where these skills are: shown as if installed for each \(--no-as-installed shows them as they are\)\n\n/,
  );
  assert.match(
    out,
    / 30 {2}pdf {2}skills\/pdf\/SKILL\.md\n {5}30 {2}opencode has not read `allowed-tools` .* {2}skills\/pdf\/SKILL\.md:4:1 \[dropped-field\]\n/,
  );
  const document = JSON.parse((await run([...opencode, "pdf", "--json"])).out);
  assert.equal(document.asInstalled, true);
  assert.deepEqual(
    document.skills.map(({ path }) => path),
    [at("repo/skills/pdf/SKILL.md")],
  );
  const plainly = await run([...opencode, "--no-as-installed"]);
  assert.equal(plainly.out, "1 skill without symptoms\n");
  assert.equal(JSON.parse((await run([...opencode, "--no-as-installed", "--json"])).out).asInstalled, false);
});

test("health finds the same symptoms in published skills as in installed skills", async (t) => {
  const symptomsOf = async (folder) => {
    const { run } = world(t, {
      [`repo/${folder}/form/SKILL.md`]: PUBLISHED.replace("name: pdf", "name: form"),
      [`repo/${folder}/pdf/SKILL.md`]: OLD,
    });
    const { skills } = JSON.parse((await run([...health, "--host", "all", "--json"])).out);
    return skills.map(({ name, score, symptoms }) => [name, score, symptoms.map(({ kind, message }) => `${kind} ${message}`)]);
  };
  const published = await symptomsOf("skills");
  assert.ok(published.flat(2).some((text) => String(text).startsWith("dropped-field ")));
  assert.deepEqual(published, await symptomsOf(".opencode/skills"));
});

test("health mentions published skills beside skills of the repository, and --as-installed shows them", async (t) => {
  const { run } = world(t, { "repo/skills/pdf/SKILL.md": PUBLISHED, "repo/.opencode/skills/csv/SKILL.md": skill("csv") });
  const { out } = await run(opencode);
  assert.match(out, /^1 skill in folders where none of these hosts looks \(skills\/pdf\): --as-installed shows them as if installed\n\n/);
  assert.doesNotMatch(out, /dropped-field/);
  const installed = await run([...opencode, "--as-installed"]);
  assert.match(installed.out, /^shown as if installed for each host\n\n(?:.*\n)+.*\[dropped-field\]/);
});

test("health reports every published skill if two folders have the same name", async (t) => {
  const { run } = world(t, { "repo/a/skills/pdf/SKILL.md": OLD, "repo/b/skills/pdf/SKILL.md": OLD });
  const { out } = await run(opencode);
  assert.match(out, /\n1 skill shown as not installed, because another folder has the same name: b\/skills\/pdf\n\n/);
  assert.match(out, /a\/skills\/pdf\/SKILL\.md\n(?:.*\n)+.*b\/skills\/pdf\/SKILL\.md\n/);
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
