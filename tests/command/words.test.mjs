// Small things that the commands say: a table of files, of words on the command line, and of what is printed.
import assert from "node:assert/strict";
import test from "node:test";
import { COLON, link, skill, world } from "./run.mjs";

const PDF = "repo/.agents/skills/pdf/SKILL.md";
const CSV = "repo/.agents/skills/csv/SKILL.md";
const GOOD = { [PDF]: skill("pdf"), [CSV]: skill("csv") };
const BOTH = { "repo/.claude/skills/pdf/SKILL.md": skill("pdf"), "repo/skills/csv/SKILL.md": skill("csv") };
const LINKED = { [PDF]: skill("pdf"), "repo/.claude/skills/pdf": link("../../.agents/skills/pdf") };
const OTHERWISE = { "repo/.agents/skills/forms/SKILL.md": skill("pdf"), "repo/.claude/skills/forms": link("../../.agents/skills/forms") };
const FLAT = { "repo/.claude/skills/flat.md": skill("flat"), "repo/skills/other.md": skill("other") };
const UNCLOSED = { "repo/.claude/skills/pdf/SKILL.md": '---\nname: pdf\ndescription: "Fills in forms.\n---\n\n# Forms\n' };
const CSV_LEFT = /1 skill in folders where none of these hosts looks \(skills\/csv\): --as-installed shows them as if installed\n/;

/** What is printed on both streams matches the pattern. */
const SAID = [
  // The summary of check says what is counted, and names severities as everywhere.
  [["check"], GOOD, /✔ no problem {2}2 skills through Codex/],
  [["check"], { ...GOOD, [PDF]: COLON }, /✘ 1 warning {2}in 1 of 2 skills through Codex/],
  [["check"], { ...GOOD, "repo/skillglass.json": "{" }, /✘ 1 warning {2}in 1 file through Codex/],
  [["check"], { ...GOOD, [PDF]: COLON, "repo/skillglass.json": "{" }, /✘ 2 warnings {2}in 1 of 2 skills and 1 other file through Codex/],
  [["check", "--min-severity", "info"], { [PDF]: skill("pdf", "Fills in PDF forms.") }, /✘ 1 info {2}in 1 of 1 skill through Codex/],
  // A host that ignores the frontmatter shows other text.
  [
    ["list", "--host", "claude-code"],
    UNCLOSED,
    / {2}pdf {3}repo {3}\.claude\/skills\/pdf {2}its first heading in place of a description: its frontmatter is ignored\n/,
  ],
  [
    ["list", "--host", "claude-code"],
    { "repo/.claude/skills/pdf/SKILL.md": "# Forms\n" },
    / {2}its first heading in place of a description\n/,
  ],
  [["explain", "pdf", "--host", "claude-code"], UNCLOSED, /\n {2}– read {4}without its frontmatter\n/],
  [["compare", "--host", "claude-code"], UNCLOSED, /\npdf {6}✔ frontmatter-ignored\n/],
  // A file where a folder is expected is known by its name.
  [["explain", "flat", "--host", "claude-code"], FLAT, /^\.claude\/skills\/flat\.md\n.*\n {2}✘ found .*\[flat-file\]/],
  [["explain", "other", "--host", "claude-code"], FLAT, /^skills\/other\.md\n/],
  [["compare", "flat", "--host", "claude-code"], FLAT, /\nflat {5}– flat-file\n/],
  [["badge", "flat", "--json"], FLAT, /"message": "1 loads in /],
  [["explain", "flap"], FLAT, /no skill is called `flap`: did you mean flat\?/],
  // Published skills beside a host's own.
  [["list"], BOTH, new RegExp(`^${CSV_LEFT.source}\nCodex`)],
  [["compare"], BOTH, new RegExp(`^${CSV_LEFT.source}\nskill `)],
  [["explain", "csv"], BOTH, new RegExp(`^${CSV_LEFT.source}\nskills/csv`)],
  [["explain", "pdf"], BOTH, /^\.claude\/skills\/pdf\/SKILL\.md\n/],
  [["list", "--no-as-installed"], BOTH, /^Codex/],
  // Where a skill is that a host does not find.
  [
    ["compare", "--host", "codex,claude-code"],
    GOOD,
    /\n\nNot here: the host does not look there\n {2}Copy the skill's folder into \.claude\/skills\. \(Claude Code\)\n {2}--as-installed compares /,
  ],
  // Rows with trouble come first, and names that differ are listed.
  [
    ["compare", "--host", "codex"],
    { ...GOOD, "repo/.agents/skills/tables/SKILL.md": "---\nname: [tables]\n---\n" },
    /^skill .*\ntables {4}✘ .*\ncsv {7}✔\npdf {7}✔\n.*\n\nThe skills with most trouble come first, then by name\.\n/,
  ],
  [
    ["compare", "--host", "codex,claude-code"],
    OTHERWISE,
    /\n\nNot the same name everywhere\n {2}pdf: Claude Code calls it forms, after its folder, typed as \/forms; pdf works, too\n/,
  ],
  [
    ["compare", "--host", "codex,claude-code", "--format", "markdown"],
    OTHERWISE,
    /\n\n\*\*Not the same name everywhere\*\*\n\n- pdf: Claude Code calls it forms, after its folder, typed as \/forms; pdf works, too\n/,
  ],
  [["doctor"], GOOD, /\n\nColumns: skills = loaded by the host, listed = shown to its model at the start, /],
  // A remark of a host is no skill.
  [
    ["turn", "What does /pdf do?", "--host", "claude-code"],
    { "repo/.claude/skills/pdf/SKILL.md": skill("pdf") },
    /adds a remark for the model and no skill: 1 message, \d+ characters \(--messages prints it\)\n$/,
  ],
  [["init", "pdf", "--help"], {}, /Some hosts look in no folder of a repository, such as OpenClaw/],
  // A name with the sigil of another host.
  [["turn", "Use /pdf", "--host", "codex"], GOOD, /names no skill: Codex takes `\$pdf`\n/],
  [["turn", "Use $pdf.", "--host", "gemini-cli"], GOOD, /names no skill: Gemini CLI takes `\/pdf` at the start of the message\n/],
  [["turn", "/pdf", "--host", "pi"], GOOD, /pi runs a skill by \/skill:pdf/],
  [["turn", "Use /none", "--host", "codex"], GOOD, /names no skill\n$/],
  // The word that was meant.
  [["install", "../home", "-s", "pbf"], { "home/pdf/SKILL.md": skill("pdf") }, /there is no skill `pbf`: did you mean pdf\?/],
];

for (const [args, files, expected] of SAID)
  test(`skillglass ${args.join(" ")} prints ${expected.source.slice(0, 60)}`, async (t) => {
    const { out, err } = await world(t, files).run(args);
    assert.match(err + out, expected);
  });

test("a link to a skill that the host loads is no other skill", async (t) => {
  const { run } = world(t, LINKED);
  for (const host of ["codex", "claude-code", "opencode", "copilot-cli", "vscode"]) {
    const [{ skills, leftOut }] = JSON.parse((await run(["list", "--json", "--host", host])).out);
    assert.deepEqual([skills.length, leftOut], [1, []], host);
  }
});

test("explain and check name a fault of the YAML with the same place and remedy", async (t) => {
  const { run } = world(t, { "repo/.claude/skills/pdf/SKILL.md": UNCLOSED["repo/.claude/skills/pdf/SKILL.md"] });
  const { diagnostics } = JSON.parse((await run(["check", "--json", "--host", "all"])).out);
  const { range, help } = diagnostics.find(({ code }) => code === "unclosed-quote");
  const { out } = await run(["explain", "pdf", "--host", "all"]);
  const places = out.match(/→ \d+:\d+ in the file: .*/g);
  assert.ok(places.length > 5, out);
  assert.deepEqual([...new Set(places)], [`→ ${range.start.line}:${range.start.column} in the file: ${help}`]);
});

test("--fix --json has what is left", async (t) => {
  const { run } = world(t, { [PDF]: COLON, [CSV]: "nothing\n" });
  const { code, out } = await run(["check", "--fix", "--json"]);
  const codes = JSON.parse(out).diagnostics.map(({ code }) => code);
  assert.equal(code, 1);
  assert.ok(codes.includes("no-frontmatter") && !codes.includes("unquoted-colon"), codes.join(" "));
});

test("every help text names the same hosts by `all` and where no host is given", async (t) => {
  const { run } = world(t);
  const hosts = JSON.parse((await run(["hosts", "--json"])).out);
  const ofProgram = hosts.filter(({ skillsFrom }) => skillsFrom === "program").map(({ host }) => host);
  assert.deepEqual(ofProgram, ["deep-agents", "openai-agents", "agent-framework", "google-adk", "strands-agents", "agno"]);
  for (const [verb, otherwise] of [
    ["check", "those of skillglass.json, else the usual ones"],
    ["list", "those of skillglass.json, else the usual ones"],
    ["lsp", "those of skillglass.json, else the usual ones"],
    ["badge", "those of skillglass.json, else all that have folders of their own: neither SDKs nor claude-ai"],
    ["build", "those of skillglass.json, else all that have folders of their own: neither SDKs nor claude-ai"],
    ["doctor", "all that have folders of their own: neither SDKs nor claude-ai"],
    ["init", "all that have folders of their own: neither SDKs nor claude-ai"],
  ]) {
    const help = (await run([verb, "--help"])).out.replaceAll(/\s+/g, " ");
    assert.ok(help.includes(`\`all\` for every one of \`skillglass hosts\`. Without it: ${otherwise} -`), verb);
  }
  const asked = JSON.parse((await run(["doctor", "--json"])).out).hosts.map(({ host }) => host);
  assert.deepEqual(
    asked,
    hosts.map(({ host }) => host).filter((host) => host !== "claude-ai" && !ofProgram.includes(host)),
  );
});
