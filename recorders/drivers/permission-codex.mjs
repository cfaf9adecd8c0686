// Records Codex's approvals: runs its app server on a workspace with rules. A model calls the tool
// for commands. Each question for an approval is declined, so that only commands that need none
// run.
import { spawn } from "node:child_process";
import { openSync, readFileSync } from "node:fs";
import { createInterface } from "node:readline";

import { codexCase } from "../approvals.mjs";
import { Random } from "../random.mjs";
import { build, makeRepository } from "../world.mjs";
import { source, start, variables } from "./codex.mjs";

export { source, start };

const HOME = "/home/u";
const REPOSITORY = "/w/project";
/** The longest time that the program may take for a question, in milliseconds. */
const TIMEOUT = 60_000;

export function generate(seed) {
  return { cwd: REPOSITORY, home: HOME, git: REPOSITORY, ...codexCase(new Random(seed), HOME, REPOSITORY) };
}

/**
 * Returns Codex's settings for the model at a local URL. Every session has these in addition to its
 * files.
 */
export const provider = (url) => [
  "model=mock",
  "model_provider=local",
  `model_providers.local={ name = "Local", base_url = "${url}/v1", wire_api = "responses", env_key = "OPENAI_API_KEY" }`,
];

/** A connection to Codex's app server. */
class AppServer {
  #child;
  #number = 0;
  #waiting = new Map();

  /**
   * Starts the app server. `handle(message)` gets each notification and each request that the
   * server sends.
   */
  constructor(command, args, options, handle) {
    this.#child = spawn(command, args, { ...options, detached: true, stdio: ["pipe", "pipe", openSync("/exchange/err", "a")] });
    this.ended = new Promise((_, reject) => {
      this.#child.on("exit", () => reject(new Error(`the app server ended: ${readFileSync("/exchange/err", "utf8").slice(-1500)}`)));
    });
    this.ended.catch(() => {});
    createInterface({ input: this.#child.stdout }).on("line", (line) => {
      const message = JSON.parse(line);
      const waiting = message.method === undefined ? this.#waiting.get(message.id) : undefined;
      if (waiting) waiting(message);
      else handle(message);
    });
  }

  send(message) {
    this.#child.stdin.write(`${JSON.stringify(message)}\n`);
  }

  async request(method, params) {
    const id = ++this.#number;
    const answer = new Promise((resolve) => this.#waiting.set(id, resolve));
    this.send({ id, method, params });
    const { result, error } = await Promise.race([answer, this.ended]);
    if (error) throw new Error(`${method}: ${JSON.stringify(error)}`);
    return result;
  }

  close() {
    try {
      process.kill(-this.#child.pid, "SIGKILL");
    } catch {
      // The program has ended.
    }
  }
}

/** Returns the text of the last tool result that the model got, null if it got none. */
function lastResult(model) {
  const bodies = model.requests.map(({ body }) => body).filter((body) => Array.isArray(body?.input));
  const results = bodies.flatMap(({ input }) => input).filter(({ type }) => type === "function_call_output");
  const output = results.at(-1)?.output;
  return output === undefined ? null : typeof output === "string" ? output : JSON.stringify(output);
}

/**
 * Returns the program's decision on a command. It includes the rule that the program offers to add,
 * the message of a refusal, and whether the command ran in the sandbox.
 */
function answerOf(asks, text) {
  if (asks.length > 0) return { decision: "ask", amendment: asks[0].amendment };
  if (/^exec_command failed: |^approval policy is /.test(text)) return { decision: "deny", amendment: null, message: text };
  // The program's own sandbox cannot start inside the recorder's sandbox, so the result contains
  // its error.
  if (text.startsWith("Chunk ID: ")) return { decision: "allow", amendment: null, sandboxed: /\nbwrap: /.test(text) };
  throw new Error(`an unknown result: ${text}`);
}

export async function ask(question, context) {
  const tree = build(question.tree);
  if (question.git) await makeRepository(question.git);
  const env = { ...variables(question), SHELL: "/bin/bash" };
  const args = ["app-server", ...provider(context.model.url).flatMap((value) => ["-c", value])];
  let asks = [];
  let ended;
  const warnings = [];
  const server = new AppServer(context.command, args, { env, cwd: question.cwd }, ({ id, method, params }) => {
    if (method === "item/commandExecution/requestApproval") {
      asks.push({ amendment: params.proposedExecpolicyAmendment ?? null });
      server.send({ id, result: { decision: "decline" } });
    } else if (method === "turn/completed") ended?.(params);
    else if (method === "configWarning") warnings.push(params.summary);
    else if (id !== undefined) server.send({ id, error: { code: -32601, message: `the recorder does not answer ${method}` } });
  });
  const timer = setTimeout(() => server.close(), TIMEOUT * question.questions.length);
  const answers = [];
  try {
    await server.request("initialize", { clientInfo: { name: "recorder", version: "1" } });
    server.send({ method: "initialized" });
    for (const { tool, input } of question.questions) {
      asks = [];
      context.model.begin([{ tool, input }], { unoffered: true });
      // The server starts in the working directory. If the request named the directory, the server
      // would trust the project.
      const { thread } = await server.request("thread/start", {});
      const end = new Promise((resolve) => {
        ended = resolve;
      });
      await server.request("turn/start", { threadId: thread.id, input: [{ type: "text", text: "hello" }] });
      await Promise.race([end, server.ended]);
      const text = lastResult(context.model);
      if (text === null) throw new Error(`no result: ${JSON.stringify(context.model.requests).slice(0, 1500)}`);
      answers.push(answerOf(asks, text));
    }
  } finally {
    clearTimeout(timer);
    server.close();
  }
  return { ...question, tree, expect: { answers, warnings } };
}
