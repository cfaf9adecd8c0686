// Records OpenClaw: runs `openclaw skills list --json`, `skills info` for two skills, and a turn up
// to its first request.
import { spawn } from "node:child_process";
import { once } from "node:events";

import { RECIPES, skillText, words } from "../skills.mjs";
import { workspace } from "../workspaces.mjs";
import { build, plainVariables, run } from "../world.mjs";

export const source = { name: "openclaw" };
export const node = 24;

const HOME = "/home/u";
const WORKSPACE = "/w/ws";
const STATE = `${HOME}/.openclaw`;
const CONFIG = `${STATE}/openclaw.json`;
const BUNDLED = "/outside/bundled/skills";
const BINARIES = ["jq", "uv", "gh", "ffmpeg", "curl", "op"];

/** Returns a random block of metadata: what the skill requires, and how OpenClaw shows it. */
function requirements(random) {
  const block = {};
  const may = (probability, field, choices) => {
    if (random.chance(probability)) block[field] = random.pick(choices);
  };
  may(0.35, "emoji", ["🔧"]);
  may(0.2, "homepage", ["https://example.invalid/x"]);
  may(0.3, "os", [["linux"], ["darwin"], ["darwin", "linux"], "linux", "darwin, linux", ["Linux"], ["macos"], [], ["win32"], [7], null]);
  may(0.15, "always", [true, true, false, "true", 1]);
  may(0.15, "skillKey", ["key-a", "key b", "", " ", 5]);
  may(0.3, "primaryEnv", ["DEMO_KEY", "OTHER_KEY", ""]);
  if (random.chance(0.75)) {
    const requires = {};
    const needs = (probability, field, choices) => {
      if (random.chance(probability)) requires[field] = random.pick(choices);
    };
    needs(0.5, "bins", [["jq"], ["jq", "uv"], "gh", "jq, uv", ["jq", 7, null, " uv "], [], ["../bin/jq"], ["noexec"], { a: 1 }]);
    needs(0.3, "anyBins", [["jq", "uv"], ["gh", "op", "curl"], "gh, op", []]);
    needs(0.35, "env", [
      ["DEMO_KEY"],
      ["OTHER_KEY"],
      ["DEMO_KEY", "OTHER_KEY"],
      ["SET_BLANK"],
      ["SET_EMPTY"],
      ["SET_VAR"],
      "DEMO_KEY,SET_VAR",
    ]);
    needs(0.3, "config", [
      ["browser.enabled"],
      ["tools.web.search.enabled"],
      ["skills.entries"],
      ["agents.defaults.workspace"],
      ["agents..defaults"],
      ["__proto__"],
    ]);
    block.requires = random.pick([requires, requires, requires, requires, [], "jq", null]);
  }
  return block;
}

/** Returns the field `metadata` in one of the spellings that authors use. */
function metadata(random) {
  const content = {
    [random.pick(["openclaw", "openclaw", "openclaw", "clawdbot", "clawdis", "moltbot", "OpenClaw"])]: requirements(random),
  };
  if (random.chance(0.2)) content.version = "1.0";
  const json = JSON.stringify(content);
  return random.pick([
    `metadata: ${json}`,
    `metadata: ${json}`,
    `metadata: '${json.replaceAll("'", "''")}'`,
    `metadata:\n  ${JSON.stringify(content, null, 2).replaceAll("\n", "\n  ")}`,
    `metadata: |\n  ${JSON.stringify(content, null, 1).replaceAll("\n", "\n  ")}`,
    "metadata: { openclaw: { emoji: '🔧', requires: { bins: ['jq', 'nope'], }, }, } # c",
    "metadata:\n  {\n    // a comment\n    openclaw: { requires: { bins: ['nope'] } },\n  }",
    'metadata: {"openclaw": {"requires": {"bins": ["nope"]}}',
    "metadata: [1, 2]",
    "metadata.openclaw.requires.bins: [nope]",
  ]);
}

const FLAGS = [
  (random) => `user-invocable: ${random.pick(["false", "true", "no", "off", "0", '"false"', "maybe", "FALSE", "[]", ""])}`,
  (random) => `disable-model-invocation: ${random.pick(["true", "false", "yes", "on", "1", '"true"', "TRUE", "maybe", ""])}`,
  (random) => `command-dispatch: ${random.pick(["tool", "Tool", "model"])}\ncommand-tool: exec`,
  (random) => random.pick(["homepage: https://example.invalid/h", "emoji: 🦞", "allowed-tools: Bash(git:*) Read"]),
];

/**
 * Returns the text of a skill with requirements, or one of the texts that the cases of all hosts
 * use.
 */
function text(random, name, number) {
  if (random.chance(0.45)) return skillText(random, name, number).text;
  const fields = [];
  if (random.chance(0.7)) fields.push(metadata(random));
  while (random.chance(0.35)) fields.push(random.pick(FLAGS)(random));
  const plain = RECIPES.plain({ name, text: words(random, 2, 9), random });
  return fields.length === 0 ? plain : plain.replace("\n---\n", `\n${fields.join("\n")}\n---\n`);
}

export function generate(seed) {
  return workspace(seed, {
    home: HOME,
    directories: [WORKSPACE, WORKSPACE, "/w", HOME],
    sameName: 0.2,
    text,
    roots: () => [
      [`${WORKSPACE}/skills`, 6],
      [`${WORKSPACE}/.agents/skills`, 4],
      [`${HOME}/.agents/skills`, 4],
      [`${STATE}/skills`, 4],
      [BUNDLED, 3],
      ["/outside/extra", 3],
      ["/outside/pack", 1.5],
      [`${WORKSPACE}/.claude/skills`, 0.5],
      ["/w/.agents/skills", 0.3],
      [`${HOME}/.codex/skills`, 0.3],
      [`${STATE}/plugin-skills`, 0.3],
    ],
    finish(tree, { random, cwd, names }) {
      for (const folder of [WORKSPACE, BUNDLED, "/outside/bin"]) tree.folder(folder);
      const bins = random.sample(BINARIES, random.integer(0, 4)).sort();
      for (const name of bins) tree.put(`/outside/bin/${name}`, { type: "file", text: "#!/bin/sh\n", executable: true });
      tree.file("/outside/bin/noexec", "x\n");
      const env = {
        SET_BLANK: "  ",
        SET_EMPTY: "",
        ...(random.chance(0.6) && { SET_VAR: "1" }),
        ...(random.chance(0.3) && { DEMO_KEY: "dummy" }),
      };
      const skills = {};
      if (random.chance(0.75))
        skills.load = {
          extraDirs: random.pick([["/outside/extra", "/outside/pack"], [" /outside/extra "], ["/outside/pack", "/outside/extra", "/nope"]]),
        };
      const limits = {};
      if (random.chance(0.12)) limits.maxSkillFileBytes = random.pick([90, 200]);
      if (random.chance(0.12)) limits.maxCandidatesPerRoot = random.pick([1, 2, 3]);
      if (random.chance(0.1)) limits.maxSkillsLoadedPerSource = random.pick([1, 2]);
      if (random.chance(0.15)) limits.maxSkillsPromptChars = random.pick([0, 380, 600, 1500]);
      if (random.chance(0.1)) limits.maxSkillsInPrompt = random.pick([0, 1, 3]);
      if (Object.keys(limits).length > 0) skills.limits = limits;
      if (random.chance(0.5)) {
        const entry = () => ({
          ...(random.chance(0.5) && { enabled: random.pick([false, false, true]) }),
          ...(random.chance(0.4) && { env: random.pick([{ DEMO_KEY: "k" }, { OTHER_KEY: "k" }, { OTHER_KEY: " " }]) }),
          ...(random.chance(0.4) && { apiKey: "dummy-key" }),
        });
        skills.entries = Object.fromEntries(random.sample([...names, "key-a", "key b", "nope"], 3).map((name) => [name, entry()]));
      }
      if (random.chance(0.25)) skills.allowBundled = random.pick([random.sample(names, 2), ["nope"], [], ["key-a"]]);
      const context_window = random.pick([20000, 32000, 64000, 128000, 200000]);
      const model = { id: "m", name: "m", reasoning: false, input: ["text"], contextWindow: context_window, maxTokens: 4096 };
      const provider = { baseUrl: "http://127.0.0.1:8123/v1", apiKey: "dummy", api: "openai-completions", models: [model] };
      const defaults = { model: { primary: "mock/m" }, workspace: WORKSPACE, skipBootstrap: true };
      if (random.chance(0.2)) defaults.skills = random.pick([random.sample(names, 4), []]);
      const agents = { defaults };
      if (random.chance(0.15)) agents.entries = { main: { skills: random.pick([random.sample(names, 3), []]) } };
      const config = { models: { providers: { mock: provider } }, agents, plugins: { enabled: false }, skills };
      tree.file(CONFIG, JSON.stringify(config));
      const name = random.pick(names);
      const command = name.replaceAll("-", "_");
      const texts = [
        random.pick([`/${command} do it`, `/skill ${name} a  b`, `please use $${name} now`, `hello /${command}`, `use $${name}: then`]),
      ];
      return {
        host: "openclaw",
        turn: random.chance(0.12),
        workspace: WORKSPACE,
        cwd,
        os: "linux",
        env,
        bins,
        path: "/outside/bin",
        bundled: BUNDLED,
        context_window,
        texts,
      };
    },
  });
}

export const start = ({ program, node }) => ({ command: [node, `${program}/node_modules/openclaw/openclaw.mjs`] });

const FIELDS = [
  "name",
  "description",
  "source",
  "eligible",
  "disabled",
  "blockedByAllowlist",
  "blockedByAgentFilter",
  "modelVisible",
  "userInvocable",
  "commandVisible",
  "missing",
];

/** Fields that the program prints for a single skill but not in its list of skills. */
const MORE = ["filePath", "baseDir", "skillKey", "primaryEnv", "emoji", "homepage", "always", "requirements", "install"];

const restrict = (skill, fields) => Object.fromEntries(fields.filter((field) => field in skill).map((field) => [field, skill[field]]));

const textOf = ({ content }) => (typeof content === "string" ? content : (content ?? []).map((part) => part.text ?? "").join(""));

/** Returns a message without the date before it and the notes about the machine after it. */
export const typed = (message) =>
  message.replace(/^\[\w{3} \d{4}-\d\d-\d\d \d\d:\d\d \w+\] /, "").replace(/\n\nRuntime: agent=[^\n]*$/, "");

/**
 * Starts a turn, and ends the program after its first request to the model.
 * Returns the request's section about skills and the user's message, null if there was no request.
 */
async function firstRequest(question, [executable, ...args], env, model) {
  model.begin();
  const turn = ["agent", "--local", "--agent", "main", "--session-id", "s1", "--json", "-m", question.texts[0]];
  const child = spawn(executable, [...args, ...turn], { env, cwd: question.cwd, detached: true, stdio: "ignore" });
  const ended = once(child, "exit");
  const deadline = Date.now() + 60_000;
  const request = () => model.requests.find(({ body }) => body?.tools && body.messages);
  while (!request() && child.exitCode === null && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 100));
  if (child.exitCode === null) process.kill(-child.pid, "SIGKILL");
  await ended;
  const messages = request()?.body.messages;
  if (!messages) return null;
  const system = messages
    .filter(({ role }) => role === "system" || role === "developer")
    .map(textOf)
    .join("");
  const begin = system.indexOf("\n## Skills\n");
  const END = "</available_skills>";
  const close = system.indexOf(END, begin);
  const end = close < 0 ? system.indexOf("\n## ", begin + 5) : close + END.length;
  return {
    section: begin < 0 ? null : system.slice(begin + 1, end),
    message: typed(textOf(messages.find(({ role }) => role === "user") ?? {})),
  };
}

export async function ask(question, { command, model }) {
  if (question.turn) await model.listen(8123);
  const tree = build(question.tree);
  const { cwd, home } = question;
  const env = {
    ...plainVariables(home),
    PATH: question.path,
    OPENCLAW_BUNDLED_SKILLS_DIR: question.bundled,
    OPENCLAW_PATH_BOOTSTRAPPED: "1",
    ...question.env,
  };
  const [executable, ...args] = command;
  const list = await run(executable, [...args, "skills", "list", "--json", "--agent", "main"], { env, cwd });
  if (list.code !== 0) throw new Error(`openclaw ended with ${list.code}: ${(list.stderr + list.stdout).slice(-600)}`);
  const skills = JSON.parse(list.stdout.slice(list.stdout.indexOf("{"))).skills.map((skill) => restrict(skill, FIELDS));
  for (const skill of skills.filter(({ missing }) => Object.values(missing).some(({ length }) => length > 0)).slice(0, 1)) {
    const info = await run(executable, [...args, "skills", "info", skill.name, "--json", "--agent", "main"], { env, cwd });
    if (info.code === 0) Object.assign(skill, restrict(JSON.parse(info.stdout.slice(info.stdout.indexOf("{"))), MORE));
  }
  const warnings = [...new Set(list.stderr.split("\n").filter((line) => line.includes("kill")))].sort();
  const expect = { skills, warnings };
  if (question.turn) expect.turn = await firstRequest(question, command, env, model);
  return { ...question, tree, expect };
}
