// Records Cline: runs `cline config skills --json`, and one turn in which a model calls the tool
// `skills`.
import { existsSync, readFileSync } from "node:fs";
import { workspace } from "../workspaces.mjs";
import { buildSorted, plainVariables, run } from "../world.mjs";

export const source = { name: "cline" };

const HOME = "/home/u";
const PROJECT = "/w/project";
const PLUGINS = `${HOME}/.agents/plugins`;
const SCHEMA = "https://agent-plugins.org/schemas/1.0.0/plugin.schema.json";

export function generate(seed) {
  return workspace(seed, {
    home: HOME,
    directories: [PROJECT, `${PROJECT}/pkg`],
    sameName: 0.2,
    roots: (cwd) => [
      ...[".clinerules", ".cline", ".agents"].flatMap((folder) => [
        [`${PROJECT}/${folder}/skills`, 4],
        [`${cwd}/${folder}/skills`, 1],
      ]),
      [`${HOME}/.cline/skills`, 4],
      [`${HOME}/.agents/skills`, 4],
      [`${PROJECT}/.claude/skills`, 1],
      [`${PROJECT}/.cline/team/skills`, 2],
      [`${PLUGINS}/p1/skills`, 4],
      [`${PLUGINS}/p2/skills`, 2],
    ],
    finish(tree, { random, names }) {
      const kind = random.next();
      if (kind < 0.8) tree.file(`${PROJECT}/.git/HEAD`, "ref: refs/heads/main\n");
      if (kind < 0.7) for (const folder of ["objects", "refs"]) tree.folder(`${PROJECT}/.git/${folder}`);
      if (random.chance(0.7)) tree.file(`${PROJECT}/.cline/team/managed.json`, random.pick(["{}", "[]", "7", "{"]));
      for (const folder of ["p1", "p2"]) {
        const name = random.chance(0.8) ? folder : random.pick(["p1", "Bad", "a.b", "a..b"]);
        tree.file(`${PLUGINS}/${folder}/plugin.json`, JSON.stringify({ $schema: random.chance(0.9) ? SCHEMA : "x", name }));
      }
      const settings = {
        ...(random.chance(0.2) && { disabledTools: ["skills"] }),
        ...(random.chance(0.1) && { disabledAgentPlugins: ["p1"] }),
      };
      const called = [...random.sample(names, 3), random.pick(["/", `p1:${names[0]}`, `x:${names[0]}`, names[0].toUpperCase()])];
      const prompt = random.chance(0.5) ? `/${random.pick(names)} do this & that` : "please use it";
      return { host: "cline", settings, invoke: called.map((skill) => ({ skill })), prompt };
    },
  });
}

export const start = ({ program }) => ({ command: `${program}/node_modules/@cline/cli-linux-x64/bin/cline` });

/** Returns Cline's settings for the model at a local URL. */
const provider = (url) => ({
  version: 1,
  lastUsedProvider: "openai-compatible",
  modes: {},
  providers: {
    "openai-compatible": {
      settings: { provider: "openai-compatible", apiKey: "dummy", model: "gpt-4.1", baseUrl: `${url}/v1` },
      updatedAt: "2026-01-01T00:00:00.000Z",
      tokenSource: "manual",
    },
  },
});

/** Returns the messages about Agent Plugins in the program's log. */
function logged(home) {
  const file = `${home}/.cline/data/logs/cline.log`;
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, "utf8").split("\n");
  const messages = lines.map((line) => (line.startsWith("{") ? String(JSON.parse(line).msg) : ""));
  return [...new Set(messages.filter((message) => message.startsWith("[agent-plugins]")))];
}

export async function ask(question, { command, model }) {
  const { home, cwd, settings } = question;
  const data = `${home}/.cline/data/settings`;
  const json = (path, value) => ({ path, type: "file", text: JSON.stringify(value) });
  const own = [json(`${data}/providers.json`, provider(model.url)), json(`${data}/global-settings.json`, settings)];
  const tree = buildSorted([...question.tree, ...own]).filter((entry) => !own.includes(entry));
  const env = {
    ...plainVariables(home),
    CLINE_NO_AUTO_UPDATE: "1",
    CLINE_SESSION_BACKEND_MODE: "local",
  };
  const listed = await run(command, ["config", "skills", "--json"], { env, cwd, timeout: 120_000 });
  const config = JSON.parse(listed.stdout).map(({ name, description, path }) => ({ name, description: description ?? null, path }));
  model.begin(question.invoke.map((input) => ({ tool: "skills", input })));
  const turn = await run(command, ["--json", question.prompt], { env, cwd, timeout: 120_000 });
  const requests = model.requests.map(({ body }) => body).filter((body) => body?.messages);
  if (requests.length === 0) throw new Error((turn.stdout + turn.stderr).slice(-400));
  const [first] = requests;
  const tool = first.tools?.map((tool) => tool.function).find(({ name }) => name === "skills");
  const begin = tool?.description.indexOf("Available skills: ");
  const texts = (messages, role) => messages.filter((message) => message.role === role).map(({ content }) => content);
  const expect = {
    config_skills: config,
    has_tool: tool !== undefined,
    listing: tool?.description.slice(begin) ?? null,
    user: texts(first.messages, "user"),
    calls: texts(requests.at(-1).messages, "tool"),
    log: logged(home),
  };
  return { ...question, tree, expect };
}
