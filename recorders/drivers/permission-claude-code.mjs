// Records Claude Code's permissions: runs `claude -p` with a local model that calls tools. The
// program sends each question for the user as an event. The answer is always "no", so that no call
// changes the workspace unless a rule allows it.
import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { createInterface } from "node:readline";

import { permissionCase } from "../permissions.mjs";
import { Random } from "../random.mjs";
import { build, makeRepository } from "../world.mjs";
import { HOME, REPOSITORY, SESSION, source, variables } from "./claude-code.mjs";

export { source };

const NO = "The recorder declines.";

export function generate(seed) {
  const random = new Random(seed);
  return { cwd: REPOSITORY, home: HOME, ...permissionCase("claude-code", random, HOME, REPOSITORY) };
}

export const start = ({ program }) => ({ command: `${program}/node_modules/@anthropic-ai/claude-code-linux-x64/claude` });

/**
 * Holds a conversation in which the model calls tools. Returns the events that the program prints.
 */
async function converse({ cwd, prompt }, { command, model }) {
  const args = ["-p", "--input-format", "stream-json", "--output-format", "stream-json", "--verbose", "--session-id", SESSION];
  args.push("--model", "claude-sonnet-4-5", "--permission-prompt-tool", "stdio");
  const child = spawn(command, args, { env: variables(model), cwd, detached: true, stdio: ["pipe", "pipe", "pipe"] });
  let errors = "";
  child.stderr.setEncoding("utf8").on("data", (part) => {
    errors += part;
  });
  child.stdin.on("error", () => {});
  const send = (message) => child.stdin.write(`${JSON.stringify(message)}\n`);
  const timer = setTimeout(() => process.kill(-child.pid, "SIGKILL"), 240_000);
  const events = [];
  const ended = new Promise((resolve) => child.on("exit", resolve));
  send({ type: "user", message: { role: "user", content: prompt ?? "hello" } });
  for await (const line of createInterface({ input: child.stdout })) {
    let event;
    try {
      event = JSON.parse(line);
    } catch {
      continue;
    }
    events.push(event);
    if (event.type === "control_request") {
      const response = { behavior: "deny", message: NO };
      send({ type: "control_response", response: { subtype: "success", request_id: event.request_id, response } });
    } else if (event.type === "result") child.stdin.end();
  }
  const code = await ended;
  clearTimeout(timer);
  if (code !== 0) throw new Error(`claude ended with ${code}: ${errors.slice(-600)}`);
  return events;
}

const textOf = (content) => (typeof content === "string" ? content : (content ?? []).map(({ text = "" }) => text).join(""));

const REFUSED =
  /has been denied|blocked by permission rules|denied access to|denied by your permission|Read deny rule|disabled for this session|don't ask mode/;

/**
 * Returns the program's decision on a call: the question to the user, or what follows from the
 * call's result.
 * The decision is null if the program checked no rules.
 */
function answer(request, { content, is_error = false } = {}) {
  const text = textOf(content);
  if (request) {
    const { decision_reason: reason, decision_reason_type: kind, decision_reason_rule_source: source } = request;
    const { matched_ask_rule, blocked_path, permission_suggestions: suggestions } = request;
    return { decision: "ask", reason, kind, source, matched_ask_rule, blocked_path, suggestions };
  }
  if (is_error && REFUSED.test(text)) return { decision: "deny", message: text };
  if (is_error && text.startsWith("<tool_use_error>")) return { decision: null, message: text };
  return { decision: "allow", ...(is_error && { error: text.slice(0, 200) }) };
}

export async function ask(question, context) {
  const tree = build(question.tree);
  if (question.git) await makeRepository(question.git);
  writeFileSync(`${question.home}/.claude.json`, JSON.stringify({ projects: { [question.cwd]: { hasTrustDialogAccepted: true } } }));
  const { model } = context;
  model.begin(question.questions, { unoffered: true });
  const events = await converse(question, context);
  const asked = new Map();
  const results = new Map();
  const calls = [];
  for (const event of events) {
    if (event.type === "control_request") asked.set(event.request.tool_use_id, event.request);
    for (const block of Array.isArray(event.message?.content) ? event.message.content : []) {
      if (block.type === "tool_use") calls.push(block.id);
      else if (block.type === "tool_result") results.set(block.tool_use_id, block);
    }
  }
  if (calls.length !== question.questions.length) throw new Error(`${calls.length} calls of ${question.questions.length}`);
  const answers = calls.map((id) => answer(asked.get(id), results.get(id)));
  const tools = question.tools && model.requests.findLast(({ body }) => body?.tools?.length > 0).body.tools;
  const schemas = tools && Object.fromEntries(tools.map(({ name, input_schema }) => [name, input_schema]));
  return { ...question, tree, expect: { answers, ...(schemas && { tools: schemas }) } };
}
