// The script of action.yml, with an `npx` that runs the package of this repository.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, readFileSync } from "node:fs";
import test from "node:test";
import { parse } from "yaml";
import { addressesOf } from "../../scripts/published.mjs";
import { PIN, PINNED } from "../../scripts/release.mjs";
import { COLON, MAIN, skill, world } from "./run.mjs";

const action = parse(readFileSync(new URL("../../action.yml", import.meta.url), "utf8"));
const [check] = action.runs.steps;
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
