// Records pi: runs one process in RPC mode. The program lists its commands, one for each skill.
// Then the user types prompts.
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

import { skillText, words } from "../skills.mjs";
import { workspace } from "../workspaces.mjs";
import { buildSorted, plainVariables } from "../world.mjs";

// pi 1.5 depends on a package that is not in the registry. The bundled program runs without the
// package.
export const source = { name: "@earendil-works/pi-coding-agent", absent: ["marked-cjk-friendly"] };
export const node = 24;

const HOME = "/home/u";
const PROJECT = "/w/project";
const AGENT = `${HOME}/.pi/agent`;

/** Lines of frontmatter that few skills have. */
const FIELDS = [
  "disable-model-invocation: true",
  "disable-model-invocation: 'true'",
  "disable-model-invocation: yes",
  "allowed-tools: Read",
  "license: MIT",
  "metadata: {a: 1}",
  "compatibility: [a]",
];

const withField = (random, name) =>
  `---\nname: ${name}\ndescription: ${words(random, 2, 7)} & <more>\n${random.pick(FIELDS)}\n---\n\n# ${name}\n\nBody of ${name}: $1 $ARGUMENTS\n`;

export function generate(seed) {
  return workspace(seed, {
    home: HOME,
    directories: [PROJECT, PROJECT, `${PROJECT}/pkg`],
    sameName: 0.18,
    text: (random, name, number) => (random.chance(0.3) ? withField(random, name) : skillText(random, name, number).text),
    roots: (cwd) => [
      [`${cwd}/.pi/skills`, 4],
      [`${cwd}/.agents/skills`, 3],
      [`${PROJECT}/.agents/skills`, 2],
      [`${PROJECT}/.pi/skills`, 1],
      ["/w/.agents/skills", 1],
      [`${AGENT}/skills`, 4],
      [`${HOME}/.agents/skills`, 3],
      [`${HOME}/.pi/skills`, 0.5],
      [`${cwd}/.claude/skills`, 0.5],
      ["/outside/extra", 1.5],
    ],
    finish(tree, { random, cwd, names, folders }) {
      if (random.chance(0.6)) tree.file(`${PROJECT}/.git/HEAD`, "ref: refs/heads/main\n");
      for (const folder of folders) {
        if (!random.chance(0.08)) continue;
        const pattern = random.pick([folder.split("/").at(-1), "deep/", "*.md", "/b*", "!SKILL.md", "# no"]);
        tree.file(`${folder.slice(0, folder.lastIndexOf("/"))}/${random.pick([".gitignore", ".ignore", ".fdignore"])}`, `${pattern}\n`);
      }
      const model = { id: "m", name: "m", reasoning: false, input: ["text"], contextWindow: 128000, maxTokens: 4096 };
      const provider = { baseUrl: "http://127.0.0.1:8123/v1", apiKey: "dummy", api: "openai-completions", models: [model] };
      tree.file(`${AGENT}/models.json`, JSON.stringify({ providers: { mock: provider } }));
      const name = random.pick(names);
      const prompts = [
        `/skill:${name}`,
        `/skill:${random.pick(names)} do  it "now"`,
        random.pick([
          ` /skill:${name}`,
          `please /skill:${name}`,
          `/${name} go`,
          `/skill:${name}\tgo`,
          `/skill:${name}\ngo on`,
          "/skill:nobody x",
        ]),
      ];
      return {
        host: "pi",
        cwd,
        trusted: random.chance(0.85),
        no_skills: random.chance(0.06),
        skill_paths: random.chance(0.3) ? [random.pick(["/outside/extra", folders[0] ?? "/outside/extra", "/nowhere"])] : [],
        prompts,
      };
    },
  });
}

export const start = ({ program }) => ({ command: `${program}/node_modules/@earendil-works/pi-coding-agent/dist/bundle/cli.js` });

const textOf = ({ content }) => (typeof content === "string" ? content : (content ?? []).map((part) => part.text ?? "").join(""));

/** Returns the section about skills in the system prompt, null if there is none. */
function section(system) {
  const END = "</available_skills>\n</skills>";
  const close = system.lastIndexOf(END);
  return close < 0 ? null : system.slice(system.indexOf("\n<skills>\n") + 1, close + END.length);
}

export async function ask(question, { command, node, model }) {
  await model.listen(8123);
  model.begin();
  const tree = buildSorted(question.tree);
  const { home, cwd, trusted, no_skills, skill_paths } = question;
  const env = { ...plainVariables(home), PI_OFFLINE: "1", PI_TELEMETRY: "0" };
  const args = ["--mode", "rpc", "--provider", "mock", "--model", "m", trusted ? "--approve" : "--no-approve"];
  if (no_skills) args.push("--no-skills");
  for (const path of skill_paths) args.push("--skill", path);
  const child = spawn(node, [command, ...args], { env, cwd, stdio: ["pipe", "pipe", "pipe"] });
  let errors = "";
  child.stderr.setEncoding("utf8").on("data", (part) => {
    errors += part;
  });
  const deadline = setTimeout(() => child.kill("SIGKILL"), 60_000);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  /** Sends a command to the program, and reads its events until `isEnd` is true for one. */
  async function until(sent, isEnd) {
    child.stdin.write(`${JSON.stringify(sent)}\n`);
    for (;;) {
      const { value, done } = await lines.next();
      if (done) throw new Error(`pi ended: ${errors.slice(-600)}`);
      const event = JSON.parse(value);
      if (event.type === "response" && event.success === false) throw new Error(`pi refused: ${value.slice(0, 600)}`);
      if (isEnd(event)) return event;
    }
  }
  try {
    const answer = await until({ type: "get_commands" }, ({ type, command }) => type === "response" && command === "get_commands");
    const skills = answer.data.commands
      .filter(({ source }) => source === "skill")
      .map(({ name, description, sourceInfo }) => ({ name, description, path: sourceInfo.path, scope: sourceInfo.scope }));
    const typed = [];
    let listing = null;
    for (const [number, message] of question.prompts.entries()) {
      const before = model.requests.length;
      await until({ type: "prompt", message }, ({ type }) => type === "agent_end");
      const request = model.requests.slice(before).find(({ body }) => body?.messages)?.body;
      if (!request) throw new Error("no request to the model");
      if (number === 0)
        listing = section(
          request.messages
            .filter(({ role }) => role !== "user" && role !== "assistant")
            .map(textOf)
            .join(""),
        );
      typed.push(textOf(request.messages.findLast(({ role }) => role === "user")));
    }
    return { ...question, tree, expect: { skills, listing, typed } };
  } finally {
    clearTimeout(deadline);
    child.kill("SIGKILL");
  }
}
