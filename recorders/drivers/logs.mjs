// Records the logs that programs write: for one conversation with our skills, the log and what the
// model was sent. The names in `question.host` are those of other drivers. This driver only adds
// the conversation and finds the log.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";

import { variables } from "../calls.mjs";
import { Server } from "../serve.mjs";
import { build, makeRepository, run } from "../world.mjs";
import { variables as codexVariables } from "./codex.mjs";
import { driver } from "./index.mjs";
import { ownVariables } from "./opencode.mjs";
import { provider } from "./permission-codex.mjs";

const SKILLS = ["pdf", "sql", "notes", "images"];

/**
 * Returns the paths of the files in a folder, and in the folders below it, whose names have an
 * ending.
 */
function files(folder, ending) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return files(path, ending);
    return entry.isFile() && entry.name.endsWith(ending) ? [path] : [];
  });
}

/**
 * Returns for each request to the model the names of the skills whose description or body it
 * contains.
 */
function seen(requests) {
  const asked = requests.map(({ body }) => body).filter((body) => body?.tools?.length > 0);
  return asked.map((body) => {
    const text = JSON.stringify(body);
    const named = (part) => SKILLS.filter((name) => text.includes(`marker-${name}-${part}`));
    return { descriptions: named("description"), bodies: named("body") };
  });
}

const OWN =
  /marker-|No frontmatter|\/skills\/(pdf|sql|notes|images|broken|nope)|^- broken|^\s*<\/?[a-z_]+>$|^\s*<(skill|name|path|description|location|command-name|local-command)\b|exited with code/;

/** Matches the log's entries that are not about skills. */
const OTHERS =
  /^\{[^{]*"type":"(api-request[a-z-]*|world_state|turn_context|token_usage_record|last-prompt|cost-state)"|"(ui_telemetry|token_count|prompt_snapshot|agent_listing_delta|deferred_tools_delta|attribution_snapshot)"/;

/**
 * Removes the program's own texts from a value. Of a long text, only the lines about our skills are
 * kept.
 */
function stripped(value) {
  if (Array.isArray(value)) return value.map(stripped);
  if (value && typeof value === "object") return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, stripped(one)]));
  if (typeof value !== "string" || value.length <= 120) return value;
  if (/^[[{]/.test(value)) {
    try {
      return JSON.stringify(stripped(JSON.parse(value)));
    } catch {
      // The text is not JSON.
    }
  }
  const lines = value.split("\n").filter((line) => line.length < 400 && OWN.test(line));
  return lines.length === 0 ? "…" : lines.join("\n");
}

/**
 * Returns a model whose first conversation follows this script, and that stores the requests of all
 * conversations.
 */
function scripted(model, script) {
  let left = script;
  const all = [];
  return {
    all: () => [...all, ...model.requests],
    get url() {
      return model.url;
    },
    get requests() {
      return model.requests;
    },
    set script(value) {
      model.script = value;
    },
    listen: (port) => model.listen(port),
    begin() {
      all.push(...model.requests);
      model.begin(left, { unoffered: true });
      left = [];
    },
  };
}

const DATA = "/tmp/data";

export async function codex(question, { command, model }) {
  const tree = build(question.tree);
  if (question.git) await makeRepository(question.git);
  const env = { ...codexVariables(question), SHELL: "/bin/bash" };
  const window = question.context_window ? [`model_context_window=${question.context_window}`] : [];
  const settings = [...provider(model.url), ...window].flatMap((value) => ["-c", value]);
  for (const [number, prompt] of [question.prompt ?? "hello", ...question.prompts].entries()) {
    model.begin();
    const which = number === 0 ? [] : ["resume", "--last"];
    const args = ["exec", "--dangerously-bypass-approvals-and-sandbox", "--skip-git-repo-check", ...settings, ...which, prompt];
    const { code, stderr } = await run(command, args, { env, cwd: question.cwd });
    if (code !== 0) throw new Error(`codex ended with ${code}: ${stderr.slice(-1500)}`);
  }
  return { ...question, tree };
}

/** Returns the variables that opencode gets in a conversation. */
export const opencodeVariables = ({ home, env }, model) => ({
  ...variables(home, DATA),
  SHELL: "/bin/bash",
  ...ownVariables(model),
  ...env,
});

/**
 * Holds a conversation with opencode. If `exports` is true, the conversation's export is written to
 * a file as well.
 */
export async function opencode(question, { command, model }, exports = true) {
  const tree = build(question.tree);
  if (question.git) await makeRepository(question.git);
  for (const folder of ["/logs", `${DATA}/tmp`]) mkdirSync(folder, { recursive: true });
  const env = opencodeVariables(question, model);
  const server = new Server(command, { cwd: question.cwd, env, folder: DATA });
  let id;
  try {
    await server.ready();
    ({ id } = await server.request("POST", "/session", {}));
    for (const prompt of [question.prompt ?? "hello", ...question.prompts]) {
      model.begin();
      if (prompt.startsWith("/")) {
        const [, command, input] = /^.(\S*)\s*(.*)$/s.exec(prompt);
        await server.request("POST", `/session/${id}/command`, { command, arguments: input, model: "local/model" });
      } else {
        const parts = [{ type: "text", text: prompt }];
        await server.request("POST", `/session/${id}/message`, { model: { providerID: "local", modelID: "model" }, parts });
      }
    }
  } finally {
    await server.close();
  }
  if (!exports) return { ...question, tree };
  const { stdout, stderr } = await run(command, ["export", id], { env, cwd: question.cwd });
  if (!stdout.includes("{")) throw new Error(`no export: ${stderr.slice(-1500)}`);
  writeFileSync("/logs/export.json", stdout.slice(stdout.indexOf("{")));
  return { ...question, tree };
}

const LOGS = {
  "claude-code": ["/home/u/.claude/projects", ".jsonl"],
  codex: ["/home/u/.codex/sessions", ".jsonl"],
  opencode: ["/logs", ".json"],
  pi: ["/home/u/.pi/agent/sessions", ".jsonl"],
  "qwen-code": ["/home/u/.qwen/projects", ".jsonl"],
};

export async function ask({ script, ...question }, context) {
  const { start, ask: converse } = await driver(question.host);
  const started = await start(context);
  const model = scripted(context.model, script);
  if (question.home) mkdirSync(question.home, { recursive: true });
  const own = { codex, opencode }[question.host];
  const { expect, ...answered } = await (own ?? converse)(question, { ...context, ...started, model });
  const [folder, ending] = LOGS[question.host];
  const found = files(question.home === undefined ? folder : folder.replace("/home/u", question.home), ending);
  const logs = found.map((path) => {
    const text = readFileSync(path, "utf8");
    if (process.env.RAW) return text;
    if (ending === ".json") return JSON.stringify(stripped(JSON.parse(text)));
    return text
      .split("\n")
      .filter((line) => !OTHERS.test(line))
      .map((line) => (line === "" ? line : JSON.stringify(stripped(JSON.parse(line)))))
      .join("\n");
  });
  return { ...answered, script, logs, seen: seen(model.all()) };
}
