// Records Kilo: starts one `kilo serve` for each workspace. The server lists the skills and the
// commands. In a conversation, the model calls the tool `skill`, then the user types commands.
import { mkdirSync, readFileSync } from "node:fs";

import { configuration, variables } from "../calls.mjs";
import { pause, Server } from "../serve.mjs";
import { skillText, words } from "../skills.mjs";
import { workspace } from "../workspaces.mjs";
import { build, clear, PATH, run } from "../world.mjs";

/**
 * The npm package of the program for this computer's processor. With ripgrep among its tools, the
 * program need not download it.
 */
export const source = { name: `@kilocode/cli-linux-${process.arch}`, tools: [`@vscode/ripgrep-linux-${process.arch}`] };

const HOME = "/home/u";
const REPOSITORY = "/w/project";

/** The folder of the program's own files. */
export const FOLDER = "/tmp/kilo";

const SWITCHES = [
  [{}, 84],
  [{ KILO_DISABLE_EXTERNAL_SKILLS: "1" }, 4],
  [{ KILO_DISABLE_CLAUDE_CODE_SKILLS: "true" }, 4],
  [{ KILO_DISABLE_CLAUDE_CODE: "1" }, 4],
  [{ KILO_DISABLE_PROJECT_CONFIG: "1" }, 4],
];

/** Bodies of skills with variables, placeholders and commands. */
const BODIES = [
  "Do $ARGUMENTS now.",
  "$1, then $2; all: $ARGUMENTS",
  "The second is $2.",
  "Today: !`echo hi`",
  "In {env:HOME} and {env:ABSENT}.",
  "Notes: {file:b.txt} and {file:missing.md}",
  "Secret: {file:/outside/secret.txt}",
  "Above: {file:../notes.md}",
  "Mine: {file:~/notes.md}",
  "Read @b.txt and @missing.md",
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the program replaces such texts, and the case asks how.
  "$0 $$ $11 ${env:HOME} {{args}}",
  "!`echo a`, !`echo b` and !`echo a`\n\n```sh\n!`echo fenced`\n```",
  "// {env:HOME} in a comment\n{env:HOME}",
];

const withBody = (random, name) =>
  `---\nname: ${name}\ndescription: ${words(random, 2, 7)}\n---\n${random.pick(BODIES)}${random.pick(["", "\n", "\n\n"])}`;

export function generate(seed) {
  const roots = (cwd) => {
    const own = [REPOSITORY, `${REPOSITORY}/pkg`, `${REPOSITORY}/pkg/deep`].filter(
      (folder) => cwd === folder || cwd.startsWith(`${folder}/`),
    );
    const names = [".kilo/skills", ".kilo/skill", ".kilocode/skills", ".claude/skills", ".agents/skills"];
    return own.flatMap((folder) => names.map((name) => [`${folder}/${name}`, 3]));
  };
  return workspace(seed, {
    home: HOME,
    directories: [REPOSITORY, `${REPOSITORY}/pkg`, `${REPOSITORY}/pkg/deep`],
    text: (random, name, number) => (random.chance(0.35) ? withBody(random, name) : skillText(random, name, number).text),
    roots: (cwd) => [
      ...roots(cwd),
      ...[".claude/skills", ".agents/skills", ".config/kilo/skills", ".config/kilo/skill", ".kilo/skills", ".kilocode/skills"].map(
        (root) => [`${HOME}/${root}`, 3],
      ),
      [`${HOME}/.config/opencode/skills`, 1],
      [`${cwd}/.opencode/skills`, 1],
      [`${REPOSITORY}/.kilocode/skills-code`, 1],
      ["/w/.agents/skills", 1],
      ["/w/.kilo/skills", 1],
      [`${REPOSITORY}/extra`, 2],
      [`${HOME}/more`, 1],
      ["/outside/library", 1],
      [`${cwd}/relative`, 1],
    ],
    finish(tree, { random, names }) {
      const config = {};
      if (random.chance(0.35)) {
        const paths = [`${REPOSITORY}/extra`, "relative", "./relative", "~/more", "/missing", "/outside/library", "/extra"];
        config.skills = { paths: random.sample(paths, random.integer(1, 3)) };
      }
      if (random.chance(0.25)) {
        const verdict = () => random.pick(["allow", "ask", "deny"]);
        const patterns = random.sample(names, 2).map((name) => random.pick([name, `${name.slice(0, 3)}*`, `*${name.slice(-2)}`]));
        const rules = (random.chance(0.5) ? ["*"] : []).concat(patterns).map((pattern) => [pattern, verdict()]);
        config.permission = { skill: Object.fromEntries(rules) };
      }
      if (Object.keys(config).length > 0) {
        const files = ["kilo.json", "kilo.jsonc", "opencode.json", ".kilo/kilo.json", ".kilocode/kilo.json"];
        const file = random.pick([...files.map((name) => `${REPOSITORY}/${name}`), `${HOME}/.config/kilo/kilo.json`]);
        tree.file(file, JSON.stringify(config));
      }
      if (random.chance(0.15)) {
        const folder = random.pick([`${REPOSITORY}/.kilo/command`, `${HOME}/.config/kilo/commands`]);
        tree.file(`${folder}/${random.pick(names)}.md`, "---\ndescription: A command of the user\n---\nThe command: $ARGUMENTS\n");
      }
      tree.file("/outside/secret.txt", "secret\n");
      tree.file(`${HOME}/notes.md`, "notes\n");
      const [first, second] = random.sample(names, 2);
      const words = random.pick(["one two three", "'a b' c", "x", 'y "z z" $1']);
      return {
        host: "kilo",
        git: random.chance(0.85) ? REPOSITORY : null,
        env: random.weighted(SWITCHES),
        call: [...random.sample(names, 5), random.pick(["no-such", "kilo-config", names[0].toUpperCase()])],
        prompts: [
          { command: first, arguments: "" },
          { command: second, arguments: words },
        ],
      };
    },
  });
}

export const start = ({ program }) => ({
  command: `${program}/node_modules/@kilocode/cli-linux-x64/bin/kilo`,
  tools: `${program}/node_modules/@vscode/ripgrep-linux-x64/bin`,
});

/** Returns the variables that the program gets. `more` is added to its configuration. */
export const ownVariables = ({ tools, model }, more = {}) => ({
  PATH: `${tools}:${PATH}`,
  KILO_CONFIG_CONTENT: JSON.stringify({ ...configuration(model.url), ...more }),
  KILO_TELEMETRY_LEVEL: "off",
  KILO_DISABLE_AUTOUPDATE: "1",
  KILO_DISABLE_DEFAULT_PLUGINS: "1",
  KILO_DISABLE_LSP_DOWNLOAD: "1",
  KILO_DISABLE_MODELS_FETCH: "1",
  KILO_DISABLE_SESSION_INGEST: "1",
  KILO_EXPERIMENTAL_DISABLE_FILEWATCHER: "1",
});

/**
 * A server of Kilo on the workspace on the disk. It stores the error messages that the user would
 * see.
 */
class KiloServer extends Server {
  /** The messages of `session.error` events, which the user sees. */
  messages = [];
  #events = new AbortController();

  constructor({ home, cwd, env }, context) {
    mkdirSync(`${FOLDER}/tmp`, { recursive: true });
    // The program must not ask about folders outside the project.
    const own = ownVariables(context, { permission: { external_directory: "allow" } });
    super(context.command, { cwd, env: { ...variables(home, FOLDER), ...own, ...env }, folder: FOLDER });
  }

  /**
   * Starts to store the messages of `session.error` events.
   * Returns when the first event arrives, or after five seconds without one.
   */
  async listen() {
    let begun;
    const first = new Promise((resolve) => {
      begun = resolve;
    });
    const read = async () => {
      const { body } = await fetch(this.url("/event"), { signal: this.#events.signal });
      const reader = body.pipeThrough(new TextDecoderStream()).getReader();
      await reader.read();
      begun();
      let rest = "";
      for (let part = await reader.read(); !part.done; part = await reader.read()) {
        const lines = (rest + part.value).split("\n");
        rest = lines.pop();
        for (const line of lines.filter((line) => line.startsWith("data:") && line.includes('"session.error"'))) {
          const event = JSON.parse(line.slice("data:".length));
          this.messages.push(event.properties?.error?.data?.message ?? line);
        }
      }
    };
    read().catch(() => {});
    await Promise.race([first, pause(5_000)]);
  }

  async close() {
    this.#events.abort();
    await super.close();
  }
}

const withoutAlways = ({ permission, patterns }) => ({ permission, patterns });

const byName = (a, b) => (a.name < b.name ? -1 : 1);

/** Returns the texts of a message to or from the model. */
const texts = ({ content }) => (typeof content === "string" ? [content] : (content ?? []).map(({ text = "" }) => text));

/**
 * Returns a text with its list of sampled files sorted, because the program lists them in no fixed
 * order.
 * Names of the program's own files are replaced.
 */
export function settled(text) {
  return text
    .replace(
      /<skill_files>\n([\s\S]*?)\n<\/skill_files>/,
      (_, files) => `<skill_files>\n${files.split("\n").sort().join("\n")}\n</skill_files>`,
    )
    .replace(/\/tmp\/kilo\/data\/kilo\/tool-output\/\S+/g, "<data>/tool-output/<id>");
}

async function put(question, tree) {
  const written = build(tree);
  if (question.git) {
    const options = { env: { PATH, HOME: "/root" }, cwd: "/" };
    const git = ["-c", "user.name=u", "-c", "user.email=u@example.org", "-C", question.git];
    await run("git", [...git, "init", "-q"], options);
    await run("git", [...git, "commit", "-q", "--allow-empty", "-m", "x"], options);
  }
  return written;
}

/**
 * Returns the file from which each skill is loaded if the files of the workspace are written in the
 * opposite order.
 */
async function otherOrder(question, context) {
  clear();
  await put(question, [...question.tree].reverse());
  const server = new KiloServer(question, context);
  try {
    await server.ready();
    const skills = await server.request("GET", "/skill");
    return new Map(skills.map(({ name, location }) => [name, location]));
  } finally {
    await server.close();
  }
}

const LISTING = /Skills provide specialized instructions[\s\S]*?(<\/available_skills>|No skills are currently available\.)/;

/**
 * Holds a conversation: first the model's calls of skills, then the commands that the user types.
 */
async function converse(question, server, model, commands) {
  model.begin(question.call.map((name) => ({ tool: "skill", input: { name } })));
  const requests = () =>
    model.requests.map(({ body }) => body).filter((body) => body?.tools?.some((tool) => tool.function?.name === "skill"));
  const session = `/session/${(await server.request("POST", "/session", {})).id}`;
  const hello = { model: { providerID: "local", modelID: "model" }, parts: [{ type: "text", text: "hello" }] };
  const answer = await server.request("POST", `${session}/message`, hello);
  const first = requests();
  if (first.length === 0) throw new Error(`The model was not asked: ${JSON.stringify(answer).slice(0, 400)}`);
  const system = first[0].messages.filter(({ role }) => role === "system").flatMap(texts);
  const results = first.at(-1).messages.filter(({ role }) => role === "tool");
  const calls = question.call.map((skill, number) => ({
    skill,
    result: results[number] ? settled(texts(results[number]).join("\n")) : null,
  }));
  const asks = server.asks.map(withoutAlways);
  const turns = [];
  for (const prompt of question.prompts) {
    model.begin();
    const already = server.asks.length;
    const result = await server.request("POST", `${session}/command`, { ...prompt, model: "local/model" });
    const turn = { ...prompt };
    const [asked] = requests();
    const isOwn = commands.some(({ name, source }) => name === prompt.command && source !== "skill");
    if (asked) {
      const start = asked.messages.findLastIndex(({ role }) => role !== "user") + 1;
      const messages = asked.messages.slice(start).flatMap(texts);
      turn.messages = messages.filter((text) => !text.includes("<environment_details>")).map(settled);
      const isFile = question.tree.some(({ path }) => new RegExp(`/commands?/${prompt.command}\\.md$`).test(path));
      if (isOwn && !isFile) turn.messages = ["<built-in>"];
    } else turn.error = result?.body?.data?.message ?? "<no message>";
    if (server.asks.length > already) turn.asks = server.asks.slice(already).map(withoutAlways);
    turns.push(turn);
  }
  return { listing: LISTING.exec(system.join("\n"))?.[0] ?? null, calls, asks, turns };
}

export async function ask(question, context) {
  const tree = await put(question, question.tree);
  const server = new KiloServer(question, context);
  let expect;
  let granting;
  try {
    await server.ready();
    await server.listen();
    const listed = await server.request("GET", "/skill");
    if (!Array.isArray(listed)) throw new Error(`No list of skills: ${JSON.stringify(listed).slice(0, 400)}`);
    await pause(300);
    const messages = [...new Set(server.messages)].sort();
    const skills = listed
      .filter(({ location }) => location !== "builtin")
      .map(({ name, description = null, location, content, trusted = false }) => {
        return { name, description, location, content_len: Buffer.byteLength(content), trusted };
      });
    const answered = await server.request("GET", "/command");
    const commands = answered.map(({ name, source }) => ({ name, source })).sort(byName);
    granting = server.grant();
    const conversation = await converse(question, server, context.model, commands);
    expect = { skills: skills.sort(byName), unstable: [], commands, ...conversation, messages };
  } finally {
    await server.close();
    await granting;
  }
  const built = (call) => call.skill === "kilo-config" && !expect.skills.some(({ name }) => name === "kilo-config");
  for (const call of expect.calls.filter(built)) call.result = "<built-in>";
  const log = readFileSync("/exchange/log", "utf8");
  expect.duplicates = [
    ...new Set([...log.matchAll(/message="duplicate skill name" (name=.*)$/gm)].map(([, fields]) => fields.trim())),
  ].sort();
  // Only among skills with the same name, another one can be loaded.
  if (expect.duplicates.length > 0) {
    const other = await otherOrder({ ...question, tree }, context);
    expect.unstable = expect.skills.filter(({ name, location }) => other.get(name) !== location).map(({ name }) => name);
  }
  return { ...question, tree, expect };
}
