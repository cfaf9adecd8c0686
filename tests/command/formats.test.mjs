import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { COLON, skill, world } from "./run.mjs";

const FILES = {
  "repo/.agents/skills/pdf/SKILL.md": COLON,
  "repo/.agents/skills/csv/SKILL.md": skill("csv", '"Cleans 50 % of <tables> & more. Use when a table is dirty."'),
};

test("json has the package's diagnostics and the files that were looked at", async (t) => {
  const { run } = world(t, FILES);
  const { code, out } = await run(["check", "--format", "json"]);
  const document = JSON.parse(out);
  assert.equal(code, 1);
  assert.deepEqual(
    document.diagnostics.map(({ code, severity }) => [code, severity]),
    [["unquoted-colon", "warning"]],
  );
  assert.equal(document.files.length, 2);
  assert.deepEqual(document.counts, { error: 0, warning: 1, info: 0, hint: 0 });
});

test("sarif names files relative to the repository", async (t) => {
  const { run } = world(t, FILES);
  const { out } = await run(["check", "--format", "sarif"]);
  const [{ results }] = JSON.parse(out).runs;
  assert.deepEqual(
    results.map(({ ruleId, locations }) => [ruleId, locations[0].physicalLocation.artifactLocation.uri]),
    [["unquoted-colon", ".agents/skills/pdf/SKILL.md"]],
  );
});

test("sarif has the page of a rule as help, where the rule found something", async (t) => {
  const { run } = world(t, FILES);
  const { out } = await run(["check", "--format", "sarif"]);
  const { rules } = JSON.parse(out).runs[0].tool.driver;
  const withPages = rules.filter(({ help }) => help?.markdown.startsWith("# "));
  assert.deepEqual(
    withPages.map(({ id }) => id),
    ["unquoted-colon"],
  );
  assert.match(withPages[0].help.markdown, /^# unquoted-colon\n.*\n## Fires\n/s);
});

/** A skill too deep, whose message names the folder that would do. */
const MOVED = { "repo/.agents/skills/a/b/c/d/e/f/g/h/pdf/SKILL.md": skill("pdf") };

for (const format of ["text", "sarif"])
  test(`messages name files as the report does: ${format}`, async (t) => {
    const { run, at } = world(t, { ...FILES, ...MOVED });
    const { out } = await run(["check", "--format", format, "--min-severity", "hint", "--host", "all"]);
    assert.match(out, /too-deep/);
    assert.ok(!out.includes(at("repo")), out);
  });

test("github prints a command for each finding", async (t) => {
  const { run } = world(t, FILES);
  const { out } = await run(["check", "--format", "github"]);
  assert.match(
    out,
    /^::warning file=\.agents\/skills\/pdf\/SKILL\.md,line=3,endLine=3,col=42,endColumn=43,title=unquoted-colon::The value of .*%0APut the value in quotes/,
  );
  assert.equal(out.trim().split("\n").length, 1);
});

test("gitlab keeps a finding's fingerprint while lines above it come and go", async (t) => {
  const { run, put } = world(t, FILES);
  const [before] = JSON.parse((await run(["check", "--format", "gitlab"])).out);
  put("repo/.agents/skills/pdf/SKILL.md", COLON.replace("name: pdf", "# a comment\nname: pdf"));
  const [after] = JSON.parse((await run(["check", "--format", "gitlab"])).out);
  assert.deepEqual([before.location.lines.begin, after.location.lines.begin], [3, 4]);
  assert.equal(before.fingerprint, after.fingerprint);
  assert.deepEqual([after.check_name, after.severity, after.location.path], ["unquoted-colon", "minor", ".agents/skills/pdf/SKILL.md"]);
});

test("junit has a suite for each file and a failure for each finding", async (t) => {
  const { run } = world(t, FILES);
  const { out } = await run(["check", "--format", "junit"]);
  assert.match(out, /<testsuites name="skillglass" tests="2" failures="1">/);
  assert.match(out, /<testcase name="no problem" classname="\.agents\/skills\/csv\/SKILL\.md"/);
  assert.match(out, /<failure type="warning" message="the value of `description` /);
});

test("a format that there is not names those that there are", async (t) => {
  const { run } = world(t, FILES);
  const { code, err } = await run(["check", "--format", "xml"]);
  assert.equal(code, 2);
  assert.match(err, /--format takes text, json, sarif, github, gitlab, junit; not `xml`/);
});

test("doctor's document is as its schema says", async (t) => {
  const { run } = world(t, {
    ...FILES,
    "repo/.agents/skills/none/SKILL.md": "nothing\n",
    "home/.claude/settings.json": "{}",
    "home/.claude/skills/x/skill.md": "",
  });
  const { default: Ajv } = await import("ajv/dist/2020.js");
  const { code, out } = await run(["doctor", "--json"]);
  const schema = JSON.parse(readFileSync(new URL("../../docs/doctor.schema.json", import.meta.url), "utf8"));
  const validate = new Ajv({ strict: true }).compile(schema);
  const document = JSON.parse(out);
  assert.ok(validate(document), JSON.stringify(validate.errors));
  assert.equal(code, 1);
  assert.ok(document.settings.some((path) => path.endsWith("/.claude/settings.json")));
});

for (const args of [
  ["check"],
  ["list"],
  ["turn", "Use $pdf"],
  ["compare"],
  ["explain", "pdf"],
  ["install", "."],
  ["badge"],
  ["can-i-use", "name"],
  ["doctor"],
  ["hosts"],
  ["rule"],
  ["rule", "unquoted-colon"],
])
  test(`--json is short for --format json: ${args.join(" ")}`, async (t) => {
    const { run } = world(t, FILES);
    const short = await run([...args, "--json"]);
    assert.deepEqual(short, await run([...args, "--format", "json"]));
    assert.notEqual(JSON.parse(short.out), null);
  });
