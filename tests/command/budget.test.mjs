// Whether each host's list shows every skill whole, and the plan if not.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import test from "node:test";
import { link, skill, world } from "./run.mjs";

const SENTENCE = "Reads the tables of a report and writes each value into a form.";
const long = (count) => Array(count).fill(SENTENCE).join(" ");
const at = (name) => `repo/.claude/skills/${name}/SKILL.md`;
const opened = (name) => `repo/.agents/skills/${name}/SKILL.md`;
const two = { [at("pdf")]: skill("pdf", long(1)), [at("csv")]: skill("csv", long(6)) };
const claude = ["budget", "--host", "claude-code"];

test("budget reports that everything fits", async (t) => {
  const { run } = world(t, two);
  const { code, out } = await run([...claude, "--window", "200000"]);
  assert.equal(code, 0);
  assert.match(out, /^Claude Code 2026-11 · 6,000 columns at 200,000 tokens\n {2}everything fits: 2 skills, \d+ used\n$/);
});

test("budget reports the smallest plan with the proposed text", async (t) => {
  const { run, read } = world(t, two);
  const { code, out } = await run([...claude, "--window", "10000"]);
  assert.equal(code, 1);
  assert.match(out, /\n {2}does not fit: 2 skills, \d+ used, 1 description cut\n/);
  assert.match(out, /\n {2}csv: shorten the description from 383 to 191 columns {2}\.claude\/skills\/csv\/SKILL\.md description\n/);
  assert.ok(out.endsWith(`\n    ${long(3)}\n`));
  assert.equal(read(at("csv")), two[at("csv")], "nothing is written");
});

test("budget --write makes the changes, and then everything fits", async (t) => {
  const { run, read } = world(t, two);
  const { code } = await run([...claude, "--window", "10000", "--write"]);
  assert.equal(code, 0);
  assert.ok(read(at("csv")).includes(`\ndescription: "${long(3)}"\n`));
  const { code: again } = await run([...claude, "--window", "10000"]);
  assert.equal(again, 0);
});

test("budget --prefer and --keep choose what changes", async (t) => {
  const { run, read, at: place } = world(t, two);
  const { code } = await run([...claude, "--window", "10000", "--prefer", "name-only", "--write"]);
  assert.equal(code, 0);
  assert.deepEqual(JSON.parse(read("repo/.claude/settings.local.json")), { skillOverrides: { csv: "name-only" } });
  assert.ok(existsSync(place(at("csv"))));
  const { out } = await run([...claude, "--window", "1000", "--prefer", "shorten", "--keep", "pdf", "--json"]);
  const [{ solved, unchangeable }] = JSON.parse(out);
  assert.equal(solved, false);
  assert.ok(unchangeable.some((path) => path.endsWith("/pdf/SKILL.md")));
});

const CODEX = ["budget", "--host", "codex", "--window", "2000", "--write"];
const codexTwo = { [opened("pdf")]: skill("pdf", long(1)), [opened("csv")]: skill("csv", long(6)) };

test("budget --write creates the files and folders of a host's settings", async (t) => {
  for (const [means, file] of [
    ["hide", "repo/.agents/skills/csv/agents/openai.yaml"],
    ["off", "home/.codex/config.toml"],
  ]) {
    const { run, at: place } = world(t, codexTwo);
    const { code, err } = await run([...CODEX, "--prefer", means]);
    assert.deepEqual([code, err], [0, ""]);
    assert.ok(existsSync(place(file)), file);
    const { out } = await run(CODEX.slice(0, -1));
    assert.match(out, /everything fits/);
  }
});

test("budget --write changes nothing if one of its files cannot be written", async (t) => {
  const { run, at: place } = world(t, {
    [opened("csv")]: skill("csv", long(6)),
    "elsewhere/pdf/SKILL.md": skill("pdf", long(6)),
    "repo/.agents/skills/pdf": link("../../../elsewhere/pdf"),
  });
  const { code, err } = await run([...CODEX, "--prefer", "hide"]);
  assert.equal(code, 2);
  assert.match(err, /cannot write .*pdf\/agents\/openai\.yaml: a link leads out of what is checked/);
  assert.deepEqual(["elsewhere/pdf/agents", "repo/.agents/skills/csv/agents"].map(place).filter(existsSync), []);
});

test("wrong options of budget are named", async (t) => {
  const { run } = world(t, two);
  for (const [args, words] of [
    [["budget", "--window", "0"], /--window takes a whole number from 1, not `0`/],
    [["budget", "--prefer", "hid"], /--prefer takes shorten, name-only, hide, off; not `hid`/],
    [["budget", "--write"], /--write needs one host: --host claude-code/],
  ]) {
    const { code, err } = await run(args);
    assert.equal(code, 2);
    assert.match(err, words);
  }
});

test("budget plans for published skills as if they were installed, and writes nothing", async (t) => {
  const published = { "repo/skills/pdf/SKILL.md": skill("pdf", long(1)), "repo/skills/csv/SKILL.md": skill("csv", long(6)) };
  const { run, read, at: place } = world(t, published);
  const { code, out } = await run([...claude, "--window", "10000"]);
  assert.equal(code, 1);
  assert.match(
    out,
    /^no host looks where these skills are: shown as if installed for each \(--no-as-installed shows them as they are\)\n\n/,
  );
  assert.match(out, /\n {2}csv: shorten the description from 383 to 191 columns {2}skills\/csv\/SKILL\.md description\n/);
  const [plan] = JSON.parse((await run([...claude, "--window", "10000", "--keep", "csv", "--json"])).out);
  assert.equal(plan.asInstalled, true);
  assert.deepEqual(plan.unchangeable, [place("repo/skills/csv/SKILL.md")]);
  const [{ files, changes }] = JSON.parse((await run(["budget", "--host", "codex", "--window", "1000", "--prefer", "hide", "--json"])).out);
  assert.ok(changes.length > 0);
  for (const path of [...Object.keys(files), ...changes.map(({ file }) => file)])
    assert.match(path, /\/repo\/skills\/(pdf|csv)\/agents\/openai\.yaml$/);
  const refused = await run([...claude, "--window", "10000", "--write"]);
  assert.equal(refused.code, 2);
  assert.match(refused.err, /--write changes installed skills, and these are only shown as if installed/);
  for (const [path, text] of Object.entries(published)) assert.equal(read(path), text);
  assert.match((await run([...claude, "--no-as-installed"])).out, /everything fits: 0 skills/);
});
