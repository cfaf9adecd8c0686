// Records the permissions of opencode and of programs derived from it. The program's server runs on
// a workspace with rules, and a model calls tools. All questions to the user are granted, so that a
// call with two questions shows both.
import { mkdirSync, readFileSync } from "node:fs";

import { Server } from "./serve.mjs";
import { build, makeRepository, plainVariables } from "./world.mjs";

/** Returns the configuration that every workspace needs to use the model at a local URL. */
export const configuration = (url) => ({
  provider: {
    local: {
      npm: "@ai-sdk/openai-compatible",
      name: "Local",
      options: { baseURL: `${url}/v1`, apiKey: "dummy" },
      models: { model: { name: "Model", tool_call: true, limit: { context: 200_000, output: 8_000 } } },
    },
  },
  model: "local/model",
  small_model: "local/model",
  snapshot: false,
});

/** Returns the variables that every program gets. The program writes its own files to `folder`. */
export const variables = (home, folder) => ({
  ...plainVariables(home),
  XDG_DATA_HOME: `${folder}/data`,
  XDG_STATE_HOME: `${folder}/state`,
  XDG_CACHE_HOME: `${folder}/cache`,
  TMPDIR: `${folder}/tmp`,
});

const DENIED = /prevents you from using this specific tool call/;

/**
 * Lets the model make one call of a tool in a new conversation. Returns the program's decision on
 * the call and the offered tools.
 */
async function call(server, model, { tool, input }) {
  server.asks = [];
  const before = readFileSync("/exchange/log", "utf8").length;
  model.begin([{ tool, input }], { unoffered: true });
  const session = `/session/${(await server.request("POST", "/session", {})).id}`;
  const hello = { model: { providerID: "local", modelID: "model" }, parts: [{ type: "text", text: "hello" }] };
  const answer = await server.request("POST", `${session}/message`, hello);
  // Without any tools, the model only answers.
  if (answer.info?.finish === "stop" && model.script.length === 1) return { answer: { decision: "deny", rules: [], asks: [] }, tools: [] };
  const bodies = model.requests.map(({ body }) => body).filter((body) => body?.tools?.length > 0);
  if (bodies.length === 0) throw new Error(`The model was not asked: ${JSON.stringify(answer).slice(0, 400)}`);
  const isOffered = bodies[0].tools.some((offered) => offered.function.name === tool);
  const result =
    bodies
      .at(-1)
      .messages.filter(({ role }) => role === "tool")
      .at(-1)?.content ?? null;
  const text = typeof result === "string" ? result : JSON.stringify(result);
  const rules = evaluated(readFileSync("/exchange/log", "utf8").slice(before));
  const denied = !isOffered || DENIED.test(text);
  // A command that has only assignments runs without a check of the rules.
  const reached = rules.length > 0 || denied || tool === "bash";
  const decision = !reached ? null : denied ? "deny" : server.asks.length > 0 ? "ask" : "allow";
  const message = denied || !reached ? { message: text } : {};
  return { answer: { decision, rules, asks: server.asks, ...message }, tools: bodies[0].tools };
}

/**
 * Returns the rules in the program's log: for each, the compared permission and pattern, and the
 * rule that decided.
 */
function evaluated(log) {
  const lines = log.split("\n").filter((line) => line.includes(" message=evaluated "));
  return lines.map((line) => {
    const value = (key) => {
      const [, text] = new RegExp(` ${key.replace(".", "\\.")}=("(?:[^"\\\\]|\\\\.)*"|\\S*)`).exec(line) ?? [];
      return text?.startsWith('"') ? JSON.parse(text) : text;
    };
    const rule = { permission: value("action.permission"), pattern: value("action.pattern"), action: value("action.action") };
    return { permission: value("permission"), pattern: value("pattern"), rule };
  });
}

/**
 * Starts the program's server on a workspace, and asks for its decision on each call of the case.
 * The program's own files are in `folder`.
 */
export async function askServer(question, { command, model }, { folder, env }) {
  const tree = build(question.tree);
  if (question.git) await makeRepository(question.git);
  mkdirSync(`${folder}/tmp`, { recursive: true });
  const all = { ...variables(question.home, folder), SHELL: "/bin/bash", ...env, ...question.env };
  const server = new Server(command, { cwd: question.cwd, env: all, folder });
  let granting;
  const answers = [];
  let tools;
  try {
    await server.ready();
    granting = server.grant(60);
    for (const each of question.questions) {
      const put = await call(server, model, each);
      answers.push(put.answer);
      tools = put.tools;
    }
  } catch (error) {
    throw new Error(`${error.message}\n${readFileSync("/exchange/log", "utf8").slice(-1500)}`);
  } finally {
    await server.close();
    await granting;
  }
  const schemas = question.tools && Object.fromEntries(tools.map(({ function: { name, parameters } }) => [name, parameters]));
  return { ...question, tree, expect: { answers, ...(schemas && { tools: schemas }) } };
}
