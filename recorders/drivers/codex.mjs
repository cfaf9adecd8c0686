// Records Codex: asks its app server for `skills/list`, and runs `codex debug prompt-input` for the
// list that the model gets.
import { spawn } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { createInterface } from "node:readline";

import { words } from "../skills.mjs";
import { workspace } from "../workspaces.mjs";
import { build, PATH, run } from "../world.mjs";

export const source = { name: "@openai/codex" };

const HOME = "/home/u";
const CODEX = `${HOME}/.codex`;
const REPOSITORY = "/w/project";
const DIRECTORIES = [REPOSITORY, `${REPOSITORY}/pkg`, `${REPOSITORY}/pkg/deep/er`];

/** The configuration that disables Codex's own skills, which would otherwise be in every list. */
const CONFIG = "[skills.bundled]\nenabled = false\n";

const WINDOWS = [200, 500, 1000, 3000, 8000, 16000, 32000, 128000, 400000, 1000000];

/** Returns the text of a random `agents/openai.yaml`. */
function openAiYaml(random) {
  const values = {
    display_name: ["Nice Name", '""', "n".repeat(65), "'  two  spaces '", "null", "42"],
    short_description: ["Short text", "s".repeat(1025), '" "', "日本語"],
    icon_small: ["./assets/small.png", "assets/a/b.png", "../up.png", "/abs.png", "icon.png", "assets/../x.png", '""'],
    brand_color: ['"#3B82F6"', "#3B82F6", '"#abc"', '"#GGGGGG"', "blue"],
    default_prompt: ["Do the thing", "p".repeat(1024), "p".repeat(1025)],
  };
  const chosen = Object.entries(values).filter(() => random.chance(0.5));
  const lines = ["interface:", ...chosen.map(([key, choices]) => `  ${key}: ${random.pick(choices)}`)];
  if (lines.length === 1) lines[0] = "interface: {}";
  if (random.chance(0.4)) {
    lines.push(
      "dependencies:",
      "  tools:",
      `    - type: ${random.pick(["mcp", "env_var", "cli", '""'])}`,
      `      value: ${random.pick(["github", "TOKEN", '""'])}`,
    );
  }
  if (random.chance(0.4))
    lines.push("policy:", `  ${random.pick(["allow_implicit_invocation: false", "products: [codex]", "products: []", "other: 1"])}`);
  if (random.chance(0.04)) lines.push("interface: [broken");
  return `${lines.join("\n")}\n`;
}

export function generate(seed) {
  return workspace(seed, {
    home: HOME,
    directories: DIRECTORIES,
    roots: (cwd) => [
      [`${CODEX}/skills`, 5],
      [`${HOME}/.agents/skills`, 5],
      [`${REPOSITORY}/.codex/skills`, 3],
      ...[REPOSITORY, `${REPOSITORY}/pkg`, `${REPOSITORY}/pkg/deep`, `${REPOSITORY}/pkg/deep/er`]
        .filter((folder) => cwd === folder || cwd.startsWith(`${folder}/`))
        .map((folder) => [`${folder}/.agents/skills`, 4]),
      ["/w/.agents/skills", 1],
      ["/etc/codex/skills", 2],
    ],
    finish(tree, { random, names, folders }) {
      if (random.chance(0.85)) tree.folder(`${REPOSITORY}/.git`);
      for (const folder of folders) if (random.chance(0.25)) tree.file(`${folder}/agents/openai.yaml`, openAiYaml(random));
      const rules = [];
      for (let left = random.chance(0.4) ? random.integer(1, 3) : 0; left > 0; left--) {
        const selector = random.chance(0.5) ? `path = "${random.pick(folders.concat("/x"))}/SKILL.md"` : `name = "${random.pick(names)}"`;
        rules.push(`\n[[skills.config]]\n${selector}\nenabled = ${random.chance(0.3)}\n`);
      }
      const trusted = random.chance(0.7) ? `\n[projects."${REPOSITORY}"]\ntrust_level = "trusted"\n` : "";
      tree.file(`${CODEX}/config.toml`, CONFIG + rules.join("") + trusted);
      if (random.chance(0.2)) {
        for (let number = 0; number < 40; number++) {
          const text = `---\nname: many-${number}\ndescription: ${words(random, 8, 40)}\n---\nBody\n`;
          tree.file(`${HOME}/.agents/skills/many-${number}/SKILL.md`, text);
        }
      }
      return { host: "codex", edition: "2026-11", context_windows: random.sample(WINDOWS, 2) };
    },
  });
}

export function start({ program }) {
  const scope = `${program}/node_modules/@openai`;
  const vendor = `${scope}/codex-linux-x64/vendor`;
  const target = existsSync(vendor) && readdirSync(vendor).find((name) => existsSync(`${vendor}/${name}/bin/codex`));
  if (!target) throw new Error(`no executable of Codex in ${scope}`);
  return { command: `${vendor}/${target}/bin/codex` };
}

/** Returns the variables that the program gets. */
export const variables = ({ home }) => ({ PATH, HOME: home, LANG: "C.UTF-8", OPENAI_API_KEY: "dummy" });

/** Asks Codex's app server for its list of skills. */
async function listSkills(question, command) {
  const child = spawn(command, ["app-server"], {
    env: variables(question),
    cwd: question.cwd,
    detached: true,
    stdio: ["pipe", "pipe", "ignore"],
  });
  const send = (message) => child.stdin.write(`${JSON.stringify(message)}\n`);
  const timer = setTimeout(() => process.kill(-child.pid, "SIGKILL"), 60_000);
  send({ id: 0, method: "initialize", params: { clientInfo: { name: "recorder", version: "1" } } });
  try {
    for await (const line of createInterface({ input: child.stdout })) {
      const message = JSON.parse(line);
      if (message.id === 0) {
        send({ method: "initialized" });
        send({ id: 1, method: "skills/list", params: { cwds: [question.cwd] } });
      } else if (message.id === 1) {
        if (message.error) throw new Error(JSON.stringify(message.error));
        return message.result.data[0];
      }
    }
    throw new Error("the app server ended without an answer");
  } finally {
    clearTimeout(timer);
    process.kill(-child.pid, "SIGKILL");
  }
}

/**
 * Returns the lines of the list of skills that the model gets with a context window of this size.
 */
async function listing(question, window, command) {
  const args = ["-c", `model_context_window=${window}`, "debug", "prompt-input", "hello"];
  const { code, stdout, stderr } = await run(command, args, { env: variables(question), cwd: question.cwd });
  if (code !== 0) throw new Error(`codex debug prompt-input ended with ${code}: ${stderr.slice(-600)}`);
  const texts = JSON.parse(stdout).flatMap(({ content }) => (Array.isArray(content) ? content.map(({ text }) => text ?? "") : []));
  const text = texts.find((text) => text.startsWith("<skills_instructions>"));
  if (text === undefined) return null;
  const [, roots, skills] =
    /^<skills_instructions>\n.*?(?:\n### Skill roots\n(.*?))?\n### Available skills\n(.*?)\n?(?:### How to use skills.*)?<\/skills_instructions>/s.exec(
      text,
    ) ?? [];
  const lines = (part) => (part ?? "").split("\n").filter((line) => line.startsWith("- "));
  return { root_lines: lines(roots), skill_lines: lines(skills) };
}

const FIELDS = ["name", "description", "shortDescription", "path", "scope", "enabled", "interface", "dependencies"];

export async function ask(question, { command }) {
  const tree = build(question.tree);
  const found = await listSkills(question, command);
  const skills = found.skills.map((skill) => Object.fromEntries(FIELDS.map((field) => [field, skill[field] ?? null])));
  const byPath = (a, b) => (a.path === b.path ? (a.message < b.message ? -1 : 1) : a.path < b.path ? -1 : 1);
  const errors = found.errors.map(({ path, message }) => ({ path, message })).sort(byPath);
  const listings = [];
  for (const window of question.context_windows) listings.push(await listing(question, window, command));
  return { ...question, tree, expect: { skills, errors, listings } };
}
