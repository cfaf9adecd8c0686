// The script of action.yml, with an `npx` that runs the package of this repository.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, readFileSync } from "node:fs";
import test from "node:test";
import { parse } from "yaml";
import { COLON, MAIN, skill, world } from "./run.mjs";

const action = parse(readFileSync(new URL("../../action.yml", import.meta.url), "utf8"));
const [check] = action.runs.steps;
const PDF = "repo/.agents/skills/pdf/SKILL.md";

/** What the first step does with these inputs. */
function act(t, files, inputs = {}) {
  const { at, put, read } = world(t, {
    ...files,
    "bin/npx": `#!/bin/sh\nshift 2\nexec "${process.execPath}" "${MAIN}" "$@"\n`,
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

test("the hooks of pre-commit run commands that there are", async (t) => {
  const hooks = parse(readFileSync(new URL("../../.pre-commit-hooks.yaml", import.meta.url), "utf8"));
  for (const { entry, files } of hooks) {
    const { run } = world(t, { [PDF]: skill("pdf") });
    const pattern = new RegExp(files.replace("(?i)", ""), "i");
    for (const path of [".agents/skills/pdf/SKILL.md", "skill.md", "x/agents/openai.yml", "skillglass.json"]) assert.match(path, pattern);
    assert.doesNotMatch("myskill.md", pattern);
    const [npx, yes, name, ...args] = entry.split(" ");
    assert.deepEqual([npx, yes, name], ["npx", "--yes", "skillglass"]);
    assert.equal((await run([...args, ".agents/skills/pdf/SKILL.md"])).code, 0);
  }
});
