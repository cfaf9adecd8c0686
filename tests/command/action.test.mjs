// The script of action.yml, with an `npx` that runs the package of this repository.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, readFileSync } from "node:fs";
import test from "node:test";
import { parse } from "yaml";
import { addressesOf } from "../../scripts/published.mjs";
import { PIN, PINNED } from "../../scripts/release.mjs";
import { repository } from "./repository.mjs";
import { COLON, MAIN, skill, world } from "./run.mjs";

const action = parse(readFileSync(new URL("../../action.yml", import.meta.url), "utf8"));
const [check] = action.runs.steps;
const diff = action.runs.steps.find(({ id }) => id === "diff");
const PDF = "repo/.agents/skills/pdf/SKILL.md";

/** What the first step does with these inputs. */
function act(t, files, inputs = {}) {
  const { at, put, read } = world(t, {
    ...files,
    "bin/npx": `#!/bin/sh\nshift 2\necho "$1" >> "$HOME/../runs"\nexec "${process.execPath}" "${MAIN}" "$@"\n`,
    output: "",
  });
  chmodSync(at("bin/npx"), 0o755);
  const value = (expression) =>
    expression.replace(/\$\{\{ inputs\.([\w-]+) \}\}/, (_, name) => inputs[name] ?? action.inputs[name].default);
  const env = Object.fromEntries(Object.entries(check.env).map(([name, expression]) => [name, value(expression)]));
  const { status, stdout, stderr } = spawnSync("bash", ["--noprofile", "--norc", "-eo", "pipefail", "-c", check.run], {
    cwd: at("repo"),
    env: { ...env, PATH: `${at("bin")}:${process.env.PATH}`, HOME: at("home"), GITHUB_OUTPUT: at("output"), RUNNER_TEMP: at("home") },
    encoding: "utf8",
  });
  return { status, stdout, stderr, outputs: read("output"), at, put, read };
}

test("the action notes each finding and gives the exit code", (t) => {
  const { status, stdout, outputs } = act(t, { [PDF]: COLON });
  assert.equal(status, 0);
  assert.match(stdout, /^::warning file=\.agents\/skills\/pdf\/SKILL\.md,line=3/);
  assert.equal(outputs, "exit-code=1\n");
});

test("the action is content with good skills", (t) => {
  const { stdout, outputs } = act(t, { [PDF]: skill("pdf") });
  assert.equal(stdout, "");
  assert.equal(outputs, "exit-code=0\n");
});

test("the action fails where there is no skill to check, unless it is told that there may be none", (t) => {
  assert.equal(act(t, { "repo/README.md": "" }).outputs, "exit-code=1\n");
  assert.equal(act(t, { "repo/README.md": "" }, { "require-skills": "false" }).outputs, "exit-code=0\n");
});

test("the action writes a SARIF log for an upload", (t) => {
  const { outputs, read } = act(t, { [PDF]: COLON }, { upload: "true", hosts: "codex" });
  assert.match(outputs, /^sarif=.*\/home\/skillglass\.sarif\nexit-code=1\n$/);
  assert.equal(JSON.parse(read("home/skillglass.sarif")).runs[0].results.length, 1);
});

test("the action's inputs are words and no commands", (t) => {
  const { outputs, at } = act(t, { [PDF]: skill("pdf") }, { paths: '$(touch "$HOME/ran")\n`touch "$HOME/ran"`' });
  assert.equal(outputs, "exit-code=2\n");
  assert.ok(!existsSync(at("home/ran")));
});

test("the action's paths are one a line, with blanks in them", (t) => {
  const { stdout, outputs } = act(
    t,
    { "repo/my skills/pdf/SKILL.md": COLON, "repo/others/csv/SKILL.md": "nothing\n" },
    { paths: "my skills\n" },
  );
  assert.match(stdout, /file=my skills\/pdf\/SKILL\.md/);
  assert.doesNotMatch(stdout, /csv/);
  assert.equal(outputs, "exit-code=1\n");
});

test("the action runs the check once for its annotations and its SARIF log", (t) => {
  const { outputs, at } = act(t, { [PDF]: COLON }, { sarif: "logs.sarif" });
  assert.match(outputs, /^sarif=.*\/repo\/logs\.sarif\nexit-code=1\n$/);
  assert.equal(readFileSync(at("runs"), "utf8"), "check\n");
});

/** What the step `diff` does in a pull request that changes the skill. */
function actOnPullRequest(t, before, after, inputs = {}) {
  const it = repository(t, { "bin/npx": `#!/bin/sh\nshift 2\nexec "${process.execPath}" "${MAIN}" "$@"\n`, output: "", summary: "" });
  chmodSync(it.at("bin/npx"), 0o755);
  it.commit({ [PDF.slice("repo/".length)]: before });
  it.git("update-ref", "refs/remotes/origin/main", "HEAD");
  it.git("checkout", "-q", "-b", "topic");
  it.commit({ [PDF.slice("repo/".length)]: after });
  const value = (expression) =>
    expression
      .replace(/\$\{\{ inputs\.([\w-]+) \}\}/, (_, name) => inputs[name] ?? action.inputs[name].default)
      .replace(/\$\{\{ github\.base_ref \}\}/, () => inputs.base ?? "main");
  const env = Object.fromEntries(Object.entries(diff.env).map(([name, expression]) => [name, value(expression)]));
  const files = { GITHUB_OUTPUT: it.at("output"), GITHUB_STEP_SUMMARY: it.at("summary") };
  const { status, stderr } = spawnSync("bash", ["--noprofile", "--norc", "-eo", "pipefail", "-c", diff.run], {
    cwd: it.at("repo"),
    env: { ...env, ...files, PATH: `${it.at("bin")}:${process.env.PATH}`, HOME: it.at("home") },
    encoding: "utf8",
  });
  return { status, stderr, outputs: it.read("output"), summary: it.read("summary"), at: it.at };
}

test("the action gives the report on a pull request as an output and in the job's summary", (t) => {
  const { status, outputs, summary } = actOnPullRequest(t, skill("pdf"), "---\nname: pdf\n---\n", { hosts: "codex", "fail-on": "dropped" });
  assert.equal(status, 0);
  const [, end, comment] = /^exit-code=1\ncomment<<(end-[\w-]+)\n(.*)\n\1\n$/s.exec(outputs);
  assert.match(end, /^end-[0-9a-f-]{36}$/);
  assert.match(comment, /^\| host \| appear \| vanish /);
  assert.match(comment, /vanishes: /);
  assert.equal(summary, `${comment}\n`);
});

test("the action's report does not count what --fail-on does not name", (t) => {
  assert.match(actOnPullRequest(t, skill("pdf"), null, { hosts: "codex" }).outputs, /^exit-code=0\ncomment<</);
  assert.match(actOnPullRequest(t, skill("pdf"), null, { hosts: "codex", "fail-on": "unsafe" }).outputs, /^exit-code=0\n/);
});

test("the action's report has exit code 2 where the target of the pull request is not in the checkout, and no name is a command", (t) => {
  const { outputs, summary, stderr, at } = actOnPullRequest(t, skill("pdf"), null, { base: '$(touch "$HOME/ran")' });
  assert.equal(outputs, "exit-code=2\n");
  assert.equal(summary, "");
  assert.match(stderr, /is no commit of /);
  assert.ok(!existsSync(at("home/ran")));
});

const hooks = parse(readFileSync(new URL("../../.pre-commit-hooks.yaml", import.meta.url), "utf8"));

for (const [path, isSkills] of [
  [".agents/skills/pdf/SKILL.md", true],
  ["skill.md", true],
  ["x/agents/openai.yml", true],
  ["skillglass.json", true],
  ["skills/pdf/references/fields.md", true],
  ["pdf/scripts/fill.py", true],
  ["myskill.md", false],
  ["scripts/build.sh", false],
  ["docs/skills.md", false],
  ["src/main.rs", false],
])
  test(`the hooks of pre-commit ${isSkills ? "run" : "do not run"} for ${path}`, () => {
    for (const { files } of hooks) assert.equal(new RegExp(files.replace("(?i)", ""), "i").test(path), isSkills);
  });

test("the hooks of pre-commit run commands that there are", async (t) => {
  for (const { entry } of hooks) {
    const { run } = world(t, { [PDF]: skill("pdf"), "repo/.agents/skills/pdf/scripts/fill.py": "print()\n" });
    const [npx, yes, name, ...args] = entry.split(" ");
    assert.deepEqual([npx, yes, name.split("@")[0]], ["npx", "--yes", "skillglass"]);
    assert.equal((await run([...args, ".agents/skills/pdf/SKILL.md"])).code, 0);
    assert.deepEqual(await run([...args, ".agents/skills/pdf/scripts/fill.py"]), { code: 0, out: "", err: "" });
  }
});

test("the action and the hooks run the package of their own version, and the pages name it", () => {
  const read = (path) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
  const { version } = addressesOf(read("Cargo.toml"));
  for (const page of PINNED) {
    const named = [...read(page).matchAll(PIN)].map(([, one]) => one);
    assert.ok(named.length > 0, `${page} names no version`);
    assert.deepEqual([...new Set(named)], [version], page);
  }
});
