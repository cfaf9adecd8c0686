// What the skills of a project need.
import assert from "node:assert/strict";
import { chmodSync } from "node:fs";
import test from "node:test";
import { skill, world } from "./run.mjs";

const PDF = `${skill("pdf")}\n\`\`\`sh\nqpdf in.pdf out.pdf\nprettypdf in.pdf\n\`\`\`\n\nYou must set \`UPLOAD_TOKEN\`.\n\nThe \`csv-cleaner\` skill helps.\n`;
const files = {
  "repo/.agents/skills/pdf/SKILL.md": PDF,
  "repo/.agents/skills/csv/SKILL.md": `${skill("csv")}\nCall mcp__github__search.\n`,
  "bin/qpdf": "#!/bin/sh\n",
};

/** The command in a world whose PATH has `qpdf`. */
function here(t) {
  const made = world(t, files);
  chmodSync(made.at("bin/qpdf"), 0o755);
  const env = { PATH: `${made.at("bin")}` };
  return (args, more = {}) => made.run(args, { env: { ...env, ...more } });
}

test("deps lists what is needed, and what of it is here", async (t) => {
  const { code, out } = await here(t)(["deps", "--host", "codex"]);
  assert.equal(code, 0);
  assert.match(out, /^Programs\n {2}✘ prettypdf {2}used by pdf {2}\.agents\/skills\/pdf\/SKILL\.md:13\n {2}✔ qpdf {2}used by pdf/);
  assert.match(out, /\nEnvironment variables\n {2}✘ UPLOAD_TOKEN {2}used by pdf/);
  assert.match(out, /\nMCP servers\n {2}\? github {2}used by csv/);
  assert.match(out, /\nOther skills\n {2}– csv-cleaner {2}used by pdf \(optional\)/);
  assert.match(out, /\n5 dependencies, 2 required and missing\n$/);
});

test("deps names the skills that declare a dependency and those that only use it", async (t) => {
  const { run } = world(t, {
    "repo/.agents/skills/one/SKILL.md": skill("one").replace("\n---\n", "\nallowed-tools: Bash(qpdf *)\n---\n"),
    "repo/.agents/skills/two/SKILL.md": `${skill("two")}\n\`\`\`sh\nqpdf in.pdf out.pdf\n\`\`\`\n`,
  });
  const { out } = await run(["deps", "--host", "codex"]);
  assert.match(out, / qpdf {2}declared by one; used by two {2}\.agents\/skills\/one\/SKILL\.md:4\n/);
});

test("deps --missing lists only what is missing", async (t) => {
  const run = here(t);
  const { out } = await run(["deps", "--missing", "--server", "github"], { UPLOAD_TOKEN: "x" });
  assert.doesNotMatch(out, /qpdf|github|UPLOAD_TOKEN/);
  assert.match(out, /csv-cleaner/);
});

test("deps --fail-on-missing exits with 1 if something is missing", async (t) => {
  const run = here(t);
  assert.equal((await run(["deps", "--fail-on-missing"])).code, 1);
  assert.equal((await run(["deps", "--fail-on-missing", "--without", "pdf"])).code, 0);
});

test("deps --without lists what nobody else needs", async (t) => {
  const run = here(t);
  for (const pdf of ["pdf", ".agents/skills/pdf/SKILL.md"]) {
    const { out } = await run(["deps", "--without", pdf]);
    assert.match(out, /\nNo longer needed\n {2}– prettypdf, which only pdf needed\n/);
  }
});

test("deps --json is the package's answer", async (t) => {
  const { out } = await here(t)(["deps", "--json"]);
  const { dependencies, plan, unread } = JSON.parse(out);
  assert.deepEqual(
    dependencies.map(({ name, installed }) => [name, installed]),
    [
      ["prettypdf", false],
      ["qpdf", true],
      ["UPLOAD_TOKEN", false],
      ["github", null],
      ["csv-cleaner", false],
    ],
  );
  assert.deepEqual([plan.check.map(({ name }) => name), unread], [["github"], []]);
});

test("deps refuses wrong arguments", async (t) => {
  const run = here(t);
  for (const [args, words] of [
    [["deps", "pdf"], /`pdf` is one argument too many/],
    [["deps", "--without", "xls"], /no skill is called `xls`/],
    [["deps", "--host", "none"], /there is no host `none`/],
  ]) {
    const { code, err } = await run(args);
    assert.equal(code, 2);
    assert.match(err, words);
  }
});
