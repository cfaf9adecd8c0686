// What somebody is told who asks for the first time: of a file in the wrong shape, of a repository that publishes skills, of paths
// that are no skill, and of files that nobody may read.
import assert from "node:assert/strict";
import { chmodSync } from "node:fs";
import test from "node:test";
import { skill, world } from "./run.mjs";

const IS_ROOT = process.getuid?.() === 0 && "root may read everything";
const HIDDEN = skill("pdf").replace("\n---\n\n", "\ndisable-model-invocation: true\n---\n\n");
const HOSTS = [
  "codex",
  "claude-code",
  "opencode",
  "copilot-cli",
  "gemini-cli",
  "vscode",
  "openclaw",
  "pi",
  "cline",
  "kilo",
  "qwen-code",
  "deep-agents",
  "openai-agents",
  "agent-framework",
  "google-adk",
  "strands-agents",
  "agno",
  "standard",
];

for (const [root, host] of [
  [".agents/skills", "codex"],
  [".agents/skills", "opencode"],
  [".claude/skills", "claude-code"],
  [".opencode/skills", "opencode"],
  [".github/skills", "copilot-cli"],
  [".github/skills", "vscode"],
  [".gemini/skills", "gemini-cli"],
]) {
  test(`a skill that is a file by itself in ${root} is found by check, doctor and explain for ${host}`, async (t) => {
    const flat = `${root}/code-review.md`;
    const { run } = world(t, { [`repo/${flat}`]: skill("code-review"), [`repo/${root}/pdf/SKILL.md`]: skill("pdf") });
    for (const args of [["check"], ["check", flat], ["check", root], ["doctor"]]) {
      const { code, out } = await run([...args, "--host", host]);
      assert.equal(code, 1, args.join(" "));
      assert.match(out, /code-review\.md\n +1:1 error [^\n]*\[flat-file\]\n/, args.join(" "));
    }
    const { code, out } = await run(["explain", flat, "--host", host]);
    assert.equal(code, 1);
    assert.match(out, /✘ found {3}.*\[flat-file\]/);
    assert.match(out, /and if it lay there:\n {2}✔ read /);
  });
}

test("explain calls no skill listed that list and compare call hidden from the model", async (t) => {
  const { run } = world(t, { "repo/.agents/skills/pdf/SKILL.md": HIDDEN, "repo/.claude/skills/pdf/SKILL.md": HIDDEN });
  const explained = (await run(["explain", "pdf", "--host", "all"])).out;
  const compared = JSON.parse((await run(["compare", "--host", "all", "--format", "json"])).out);
  const blocks = explained.split(/\n(?=\S)/).filter((block) => / \d{4}-\d{2}\n| 1\.18\n/.test(block));
  const cells = compared.skills.flatMap(({ cells }) => cells);
  assert.equal(blocks.length, cells.length);
  for (const [index, block] of blocks.entries())
    assert.equal(/✔ listed/.test(block), cells[index].listed.as !== "nothing", `${HOSTS[index % HOSTS.length]}:\n${block}`);
  assert.ok(cells.some(({ loaded, listed }) => loaded && listed.as === "nothing"));
});

const PUBLISHED = {
  "repo/.claude-plugin/marketplace.json": '{ "name": "office", "plugins": [{ "name": "office", "source": "./" }] }',
  "repo/skills/pdf/SKILL.md": HIDDEN,
  "repo/skills/pdf/references/forms.md": "# Forms\n",
  "repo/skills/csv/SKILL.md": skill("csv"),
};
const NOTE = /^no host looks where these skills are: shown as if installed for each \(--no-as-installed shows them as they are\)\n/;

test("a repository that publishes skills is shown as if they were installed, and the answer says so", async (t) => {
  const { run, at } = world(t, PUBLISHED);
  const ask = async (...args) => (await run([...args, "--host", "codex,claude-code"])).out;
  for (const [args, answer] of [
    [["compare"], /\ncsv {7}✔ {9}✔\npdf {7}✔ {9}– not listed\n/],
    [["list"], /Claude Code 2026-11 · 2 skills, 1 listed · [^\n]*\n.*\n {2}csv {3}repo {3}skills\/csv {2}all of its description\n/],
    [["turn", "Use $csv, and /csv"], /Codex 2026-11\n {2}✔ csv → skills\/csv\/SKILL\.md\n/],
    [["explain", "csv"], /skills\/csv\/SKILL\.md\nCodex 2026-11\n {2}✔ found {3}as if installed\n/],
  ]) {
    const out = await ask(...args);
    assert.match(out, NOTE, args[0]);
    assert.match(out, answer, args[0]);
    assert.doesNotMatch(out, /skills\/csv\/SKILL\.md: it lies/, args[0]);
  }
  assert.match(
    await ask("doctor"),
    /\n\nno host looks where these skills are[^\n]*\n\nhost {17}skills {2}listed[^\n]*\nCodex 2026-11 {8}2 {7}2 /,
  );
  assert.equal((await run(["explain", "csv", "--host", "codex"])).code, 0);
  assert.equal((await run(["explain", "csv", "--host", "codex", "--no-as-installed"])).code, 1);
  for (const args of [
    ["compare", "--format", "json"],
    ["doctor", "--json"],
  ])
    assert.equal(JSON.parse(await ask(...args)).asInstalled, true, args[0]);
  for (const args of [["list"], ["turn", "$csv"], ["explain", "csv"]])
    for (const one of JSON.parse(await ask(...args, "--format", "json"))) assert.equal(one.asInstalled, true, args[0]);
  const [{ path }] = JSON.parse(await ask("explain", "csv", "--format", "json"));
  assert.equal(path, at("repo/skills/csv/SKILL.md"));
});

test("skills are shown as they are where somebody says so, and as if installed likewise", async (t) => {
  const { run, put } = world(t, PUBLISHED);
  const found = async (...args) => JSON.parse((await run(["list", "--host", "codex", "--format", "json", ...args])).out)[0].skills.length;
  assert.equal(await found(), 2);
  assert.equal(await found("--no-as-installed"), 0);
  put("repo/.claude/skills/notes/SKILL.md", skill("notes"));
  assert.equal(await found(), 0);
  assert.equal(await found("--as-installed"), 3);
  const { code, err } = await run(["list", "--as-installed", "--no-as-installed"]);
  assert.equal(code, 2);
  assert.match(err, /--as-installed and --no-as-installed exclude each other/);
});

test("of published skills whose folders have one name the first is shown, and the rest are named", async (t) => {
  const { run } = world(t, { "repo/a/skills/pdf/SKILL.md": skill("pdf"), "repo/b/skills/pdf/SKILL.md": skill("pdf") });
  const { out } = await run(["list", "--host", "codex"]);
  assert.match(out, /\n1 skill left out, because another folder has the same name: b\/skills\/pdf\n/);
  assert.match(out, /Codex 2026-11 · 1 skill, 1 listed /);
});

test("a file or a folder of a skill stands for the skill", async (t) => {
  const { run } = world(t, {
    "repo/skills/pdf/SKILL.md": skill("pdf").replace("description: F", "description: Note: f"),
    "repo/skills/pdf/forms.md": "# Forms\n",
    "repo/skills/pdf/scripts/fill.py": "print()\n",
    "repo/skills/csv/SKILL.md": skill("csv").replace("description: F", "description: Note: f"),
  });
  for (const path of ["skills/pdf/forms.md", "skills/pdf/scripts", "skills/pdf/scripts/fill.py"]) {
    const { code, out } = await run(["check", path]);
    assert.equal(code, 1, path);
    assert.match(out, /skills\/pdf\/SKILL\.md\n/, path);
    assert.doesNotMatch(out, /csv/, path);
  }
});

test("a place without a skill is a note, or a failure where skills are required", async (t) => {
  const { run } = world(t, { "repo/README.md": "# Read me\n", "repo/docs/a.md": "" });
  for (const path of ["README.md", "docs", "."]) {
    const { code, err } = await run(["check", path]);
    assert.equal(code, 0, path);
    assert.match(err, /there is no SKILL\.md in /, path);
    assert.equal((await run(["check", path, "--require-skills"])).code, 1, path);
  }
  assert.equal((await run(["check", "nowhere", "--require-skills"])).code, 2);
});

/** A file that is too large is not read, whoever asks; root reads one without permissions. */
const TOO_LARGE = skill("big") + "\n".repeat(8 * 1024 * 1024);

for (const [name, skip, files, lock, why] of [
  ["may not be read", IS_ROOT, skill("big"), true, /permission denied/],
  ["is too large to be read", false, TOO_LARGE, false, /are more than are read/],
]) {
  test(`a file that ${name} is an error in every format, and is not counted as checked`, { skip }, async (t) => {
    const path = ".agents/skills/big/SKILL.md";
    const { run, at } = world(t, { [`repo/${path}`]: files, "repo/.agents/skills/pdf/SKILL.md": skill("pdf") });
    if (lock) chmodSync(at(`repo/${path}`), 0);
    const ask = async (...args) => {
      const { code, out } = await run(["check", "--host", "codex", ...args]);
      assert.equal(code, 2, args.join(" "));
      return out;
    };
    const text = await ask();
    assert.match(text, /✘ 1 path not read: nothing in it is checked\nno problem in the rest {2}1 skill through Codex/);
    const { files: checked, errors } = JSON.parse(await ask("--format", "json"));
    assert.deepEqual(checked, [at("repo/.agents/skills/pdf/SKILL.md")]);
    assert.deepEqual(
      errors.map((one) => one.path),
      [at(`repo/${path}`)],
    );
    assert.match(errors[0].message, why);
    const [{ invocations }] = JSON.parse(await ask("--format", "sarif")).runs;
    assert.equal(invocations[0].executionSuccessful, false);
    assert.equal(invocations[0].toolExecutionNotifications[0].locations[0].physicalLocation.artifactLocation.uri, path);
    assert.match(
      await ask("--format", "github"),
      /^::error file=\.agents\/skills\/big\/SKILL\.md,title=unreadable::Cannot read the file: /,
    );
    assert.equal(JSON.parse(await ask("--format", "gitlab"))[0].location.path, path);
    assert.match(await ask("--format", "junit"), /errors="1">/);
    const { out } = await run(["list", "--host", "codex"]);
    assert.match(out, /big\/SKILL\.md: it cannot be read: /);
    assert.doesNotMatch(out, /have not been given/);
  });
}

test("the description that init leaves to be written is a warning", async (t) => {
  const { run } = world(t);
  assert.equal((await run(["init", "pdf"])).code, 0);
  const { code, out } = await run(["check"]);
  assert.equal(code, 1);
  assert.match(out, /warning the description is a placeholder \[unfinished-description\]/);
});

test("install succeeds where a budget cuts a description or no agent stands for a host, and fails where a host refuses", async (t) => {
  const long = skill("pdf", `Fills in forms. Use when a form is handed over. ${"It reads tables. ".repeat(80)}`);
  const { run } = world(t, { "theirs/skills/pdf/SKILL.md": long, "repo/.keep": "" });
  const { code, out } = await run(["install", "../theirs", "--host", "codex,claude-code"]);
  assert.match(out, /✔ description cut by \d+ +– not here/);
  assert.equal(code, 0);
  const { run: again } = world(t, { "theirs/skills/pdf/SKILL.md": skill("p".repeat(70)) });
  const refused = await again(["install", "../theirs", "--agent", "codex", "--host", "codex"]);
  assert.match(refused.out, /✘/);
  assert.equal(refused.code, 1);
});
