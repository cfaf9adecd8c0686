// Records Gemini CLI: runs `gemini skills list --all`, and one turn in which a model activates
// skills.
import { dirname } from "node:path";

import { workspace } from "../workspaces.mjs";
import { build, plainVariables, run } from "../world.mjs";

export const source = { name: "@google/gemini-cli" };

const HOME = "/home/u";
const PROJECT = "/w/project";

export function generate(seed) {
  return workspace(seed, {
    home: HOME,
    directories: [PROJECT],
    sameName: 0.2,
    roots: () => [
      [`${HOME}/.gemini/skills`, 3],
      [`${HOME}/.agents/skills`, 3],
      [`${PROJECT}/.gemini/skills`, 4],
      [`${PROJECT}/.agents/skills`, 4],
      ["/w/.gemini/skills", 1],
      ["/w/.agents/skills", 1],
      [`${PROJECT}/.claude/skills`, 1],
      [`${HOME}/.claude/skills`, 1],
      [`${PROJECT}/sub/.agents/skills`, 1],
      [`${HOME}/.gemini/extensions/ext-a/skills`, 2],
    ],
    finish(tree, { random, names, folders }) {
      if (random.chance(0.5)) tree.file(`${random.pick(["/w", PROJECT])}/.git/HEAD`, "ref: refs/heads/main\n");
      if (folders.some((folder) => folder.includes("/extensions/ext-a/"))) {
        tree.file(`${HOME}/.gemini/extensions/ext-a/gemini-extension.json`, JSON.stringify({ name: "ext-a", version: "1.0.0" }));
      }
      const settings = () => ({
        ...(random.chance(0.4) && { disabled: random.sample(names, 2).map((name) => (random.chance(0.5) ? name : name.toUpperCase())) }),
        ...(random.chance(0.06) && { enabled: false }),
      });
      const base = { security: { auth: { selectedType: "gemini-api-key" } }, privacy: { usageStatisticsEnabled: false } };
      tree.file(`${HOME}/.gemini/settings.json`, JSON.stringify({ ...base, skills: settings() }));
      if (random.chance(0.3)) tree.file(`${PROJECT}/.gemini/settings.json`, JSON.stringify({ skills: settings() }));
      return { host: "gemini-cli", trusted: random.chance(0.85), activate: random.sample(names, 2) };
    },
  });
}

export const start = ({ program }) => ({ command: `${program}/node_modules/@google/gemini-cli/bundle/gemini.js` });

const LISTED = /^([^\n]*) \[(Enabled|Disabled)\]( \[Built-in\])?\n {2}Description: (.*?)\n {2}Location: {4}([^\n]*)\n(?:\n|$)/gms;

const variables = ({ home, trusted }, model) => ({
  ...plainVariables(home),
  GEMINI_CLI_NO_RELAUNCH: "true",
  GEMINI_API_KEY: "dummy",
  GOOGLE_GEMINI_BASE_URL: model.url,
  ...(trusted && { GEMINI_CLI_TRUST_WORKSPACE: "true" }),
});

/** Runs the program with one prompt in a new conversation. */
export function converse(question, prompt, { command, node, model }) {
  const args = ["-p", prompt, "-m", "gemini-3-pro-preview", "--approval-mode", question.trusted ? "yolo" : "default"];
  return run(node, [command, ...args], { env: variables(question, model), cwd: question.cwd, timeout: 240_000 });
}

export async function ask(question, context) {
  const { command, node, model } = context;
  const tree = build(question.tree);
  const { cwd } = question;
  const env = variables(question, model);
  const listed = await run(node, [command, "skills", "list", "--all"], { env, cwd });
  const skills = [...listed.stdout.matchAll(LISTED)]
    .filter(([, , , builtIn]) => !builtIn)
    .map(([, name, state, , description, path]) => ({ name, enabled: state === "Enabled", description, path }));
  model.begin(question.activate.map((name) => ({ tool: "activate_skill", input: { name } })));
  const turn = await converse(question, "hello", context);
  const requests = model.requests.map(({ body }) => body).filter((body) => body?.systemInstruction && body.tools);
  const own = `${dirname(command)}/builtin/`;
  let listing = null;
  let tool = null;
  const activations = [];
  if (requests.length > 0) {
    const text = requests[0].systemInstruction.parts.map((part) => part.text).join("");
    const begin = text.indexOf("# Available Agent Skills");
    const END = "\n</available_skills>";
    if (begin >= 0) listing = text.slice(begin, text.indexOf(END, begin) + END.length).replaceAll(own, "<builtin>/");
    const declared = requests[0].tools
      .flatMap(({ functionDeclarations = [] }) => functionDeclarations)
      .find(({ name }) => name === "activate_skill");
    if (declared) tool = { description: declared.description, enum: declared.parametersJsonSchema.properties.name.enum ?? null };
    const responses = requests.at(-1).contents.flatMap(({ parts = [] }) => parts.map((part) => part.functionResponse));
    activations.push(...responses.filter((response) => response?.name === "activate_skill").map(({ response }) => response));
  }
  const lines = (listed.stderr + listed.stdout).split("\n").filter((line) => line.includes("kill conflict"));
  const answered = { ...question, tree, expect: { skills, listing, tool, activations }, warnings: [...new Set(lines)].sort() };
  if (requests.length === 0) answered.turn_error = (turn.stderr + turn.stdout).slice(-400);
  return answered;
}
