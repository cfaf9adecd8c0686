// A server on the loopback in front of a model of ours. It speaks the interfaces of Anthropic, of OpenAI and of the AI SDK's gateway, and
// refuses conversations that they refuse.
import { listen } from "../browser.mjs";

const textOf = (parts, type = "text") => parts.map((part) => (part.type === type ? part.text : "")).join("");
const listOf = (content) => (typeof content === "string" ? [{ type: "text", text: content }] : (content ?? []));

/** Anthropic's Messages: results are blocks of the user. */
const anthropic = {
  path: "/v1/messages",
  messages: ({ messages }) =>
    messages.map(({ role, content }) => {
      const blocks = listOf(content);
      const result = blocks.find(({ type }) => type === "tool_result");
      if (result) return { role: "tool", callId: result.tool_use_id, text: result.content };
      const calls = blocks.filter(({ type }) => type === "tool_use");
      return { role, text: textOf(blocks), calls };
    }),
  tools: ({ tools }) => tools.map(({ name, description, input_schema }) => ({ name, description, schema: input_schema })),
  roles: ["user", "assistant"],
  answer: ({ text, calls }, { model }) => ({
    id: "msg_1",
    type: "message",
    role: "assistant",
    model,
    content: [...(text ? [{ type: "text", text }] : []), ...calls.map((call) => ({ type: "tool_use", ...call }))],
    stop_reason: calls.length > 0 ? "tool_use" : "end_turn",
    stop_sequence: null,
    usage: { input_tokens: 1, output_tokens: 1 },
  }),
};

/** OpenAI's Chat Completions: the inputs of calls are JSON in a string. */
const openai = {
  path: "/v1/chat/completions",
  messages: ({ messages }) =>
    messages.map(({ role, content, tool_calls = [], tool_call_id }) => ({
      role,
      text: content ?? "",
      callId: tool_call_id,
      calls: tool_calls.map(({ id, function: { name, arguments: input } }) => ({ id, name, input: JSON.parse(input) })),
    })),
  tools: ({ tools }) => tools.map(({ function: { name, description, parameters } }) => ({ name, description, schema: parameters })),
  roles: ["system", "developer", "user", "assistant", "tool"],
  answer: ({ text, calls }, { model }) => ({
    id: "chatcmpl-1",
    object: "chat.completion",
    created: 0,
    model,
    choices: [
      {
        index: 0,
        finish_reason: calls.length > 0 ? "tool_calls" : "stop",
        message: {
          role: "assistant",
          content: text || null,
          ...(calls.length > 0 && {
            tool_calls: calls.map(({ id, name, input }) => ({
              id,
              type: "function",
              function: { name, arguments: JSON.stringify(input) },
            })),
          }),
        },
      },
    ],
  }),
};

/** The gateway of the AI SDK: the prompt of a language model. */
const gateway = {
  path: "/language-model",
  messages: ({ prompt }) =>
    prompt.map(({ role, content }) => {
      const parts = listOf(content);
      const result = parts.find(({ type }) => type === "tool-result");
      if (result) return { role, callId: result.toolCallId, text: result.output.value };
      const calls = parts.filter(({ type }) => type === "tool-call");
      return {
        role,
        text: textOf(parts),
        calls: calls.map(({ toolCallId, toolName, input }) => ({ id: toolCallId, name: toolName, input })),
      };
    }),
  tools: ({ tools }) => tools.map(({ name, description, inputSchema }) => ({ name, description, schema: inputSchema })),
  roles: ["system", "user", "assistant", "tool"],
  answer: ({ text, calls }) => ({
    content: [
      ...(text ? [{ type: "text", text }] : []),
      ...calls.map(({ id, name, input }) => ({ type: "tool-call", toolCallId: id, toolName: name, input: JSON.stringify(input) })),
    ],
    finishReason: { unified: calls.length > 0 ? "tool-calls" : "stop", raw: undefined },
    usage: { inputTokens: { total: 1 }, outputTokens: { total: 1 } },
    warnings: [],
  }),
};

/** Throws unless the results of calls follow right after the calls, and all roles are known. */
export function check(messages, roles) {
  for (const [at, { role, calls = [] }] of messages.entries()) {
    if (!roles.includes(role) && role !== "tool") throw new Error(`messages[${at}] has the role ${role}`);
    const results = messages.slice(at + 1, at + 1 + calls.length);
    const answered = new Set(results.filter((result) => result.role === "tool").map(({ callId }) => callId));
    for (const { id } of calls) if (!answered.has(id)) throw new Error(`the call ${id} of messages[${at}] has no result after it`);
  }
}

/** Starts the server: `{ url, close, seen }`, `seen` being the number of requests at each path. */
export async function serveModel(model) {
  const seen = {};
  const { url, close } = await listen(async (request, response) => {
    const form = [anthropic, openai, gateway].find(({ path }) => path === request.url);
    const send = (status, body) => response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    if (!form) return send(404, { error: { message: `no ${request.url}` } });
    seen[form.path] = (seen[form.path] ?? 0) + 1;
    try {
      const body = JSON.parse(Buffer.concat(await request.toArray()));
      const messages = form.messages(body);
      check(messages, form.roles);
      send(200, form.answer(await model({ messages, tools: form.tools(body) }), body));
    } catch (error) {
      send(400, { error: { type: "invalid_request_error", message: String(error) } });
    }
  });
  return { url, close, seen };
}
