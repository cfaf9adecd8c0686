// A local model. It has the interfaces of OpenAI (chat completions, responses), Anthropic
// (messages) and Google (generateContent). It stores each request, calls tools as a script says,
// and then answers "Done.". A script is a list of steps `{tool, input}`. A request that offers the
// tool uses up the next step. A step `{status, error}` makes the interface return an error.
import { createServer } from "node:http";

const DONE = "Done.";

/** Returns the names of the tools that a request offers the model. */
function offered(body) {
  const tools = Array.isArray(body?.tools) ? body.tools : [];
  return tools.flatMap((tool) => (tool.functionDeclarations ?? [tool.function ?? tool]).map(({ name }) => name));
}

const events = (list) => list.map(([event, data]) => `${event ? `event: ${event}\n` : ""}data: ${JSON.stringify(data)}\n\n`).join("");

const INTERFACES = [
  [/\/chat\/completions/, openAi],
  [/\/v1\/responses/, responses],
  [/\/v1\/messages(\?|$)/, anthropic],
  [/:(stream)?generateContent/i, google],
];

function openAi(body, step, number) {
  const call = step && {
    index: 0,
    id: `call_${number}`,
    type: "function",
    function: { name: step.tool, arguments: JSON.stringify(step.input) },
  };
  const message = call ? { role: "assistant", content: null, tool_calls: [call] } : { role: "assistant", content: DONE };
  const finish_reason = call ? "tool_calls" : "stop";
  const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
  const head = { id: `r${number}`, created: 1, model: body.model };
  if (!body.stream) return { json: { ...head, object: "chat.completion", choices: [{ index: 0, message, finish_reason }], usage } };
  const chunk = (choices, more) => [null, { ...head, object: "chat.completion.chunk", choices, ...more }];
  const chunks = [
    chunk([{ index: 0, delta: message, finish_reason: null }]),
    chunk([{ index: 0, delta: {}, finish_reason }]),
    chunk([], { usage }),
  ];
  return { stream: `${events(chunks)}data: [DONE]\n\n` };
}

function responses(_body, step, number) {
  const item = step
    ? { type: "function_call", id: `fc_${number}`, call_id: `call_${number}`, name: step.tool, arguments: JSON.stringify(step.input) }
    : { type: "message", id: `msg_${number}`, role: "assistant", content: [{ type: "output_text", text: DONE }] };
  const usage = { input_tokens: 1, input_tokens_details: null, output_tokens: 1, output_tokens_details: null, total_tokens: 2 };
  const typed = (type, data) => [type, { type, ...data }];
  const list = [
    typed("response.created", { response: { id: `r${number}` } }),
    typed("response.output_item.done", { output_index: 0, item }),
    typed("response.completed", { response: { id: `r${number}`, usage } }),
  ];
  return { stream: events(list) };
}

function anthropic(body, step, number) {
  const block = step
    ? { type: "tool_use", id: `toolu_${String(number).padStart(12, "0")}`, name: step.tool, input: step.input }
    : { type: "text", text: DONE };
  const stop_reason = step ? "tool_use" : "end_turn";
  const usage = { input_tokens: 10, cache_creation_input_tokens: 0, cache_read_input_tokens: 0, output_tokens: 5 };
  const message = { id: `msg_${number}`, type: "message", role: "assistant", model: body.model, stop_sequence: null, usage };
  if (!body.stream) return { json: { ...message, content: [block], stop_reason } };
  const typed = (type, data) => [type, { type, ...data }];
  const delta = step ? { type: "input_json_delta", partial_json: JSON.stringify(step.input) } : { type: "text_delta", text: DONE };
  const list = [
    typed("message_start", { message: { ...message, content: [], stop_reason: null } }),
    typed("content_block_start", { index: 0, content_block: step ? { ...block, input: {} } : { type: "text", text: "" } }),
    typed("content_block_delta", { index: 0, delta }),
    typed("content_block_stop", { index: 0 }),
    typed("message_delta", { delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: 5 } }),
    typed("message_stop", {}),
  ];
  return { stream: events(list) };
}

function google(_body, step, _number, url) {
  const parts = [step ? { functionCall: { name: step.tool, args: step.input } } : { text: DONE }];
  const usageMetadata = { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 };
  const answer = {
    candidates: [{ content: { role: "model", parts }, finishReason: "STOP", index: 0 }],
    usageMetadata,
    modelVersion: "mock",
  };
  return /stream/i.test(url) ? { stream: events([[null, answer]]) } : { json: answer };
}

/**
 * Returns the answer to a request that is not about a conversation, such as one for the list of
 * models.
 */
const OTHER = (url) =>
  /\/models/.test(url)
    ? { object: "list", data: [{ id: "gpt-4.1", object: "model" }] }
    : /count_tokens/.test(url)
      ? { input_tokens: 100 }
      : /countTokens/.test(url)
        ? { totalTokens: 1 }
        : {};

/**
 * Starts the model's server. `requests` has the requests since the last call of `begin(script)`.
 * If `unoffered` is true, the script also continues with requests that offer only other tools.
 */
export async function startModel() {
  const model = {
    requests: [],
    script: [],
    begin(script = [], { unoffered = false } = {}) {
      model.requests = [];
      model.unoffered = unoffered;
      model.script = [...script];
    },
  };
  let number = 0;
  const server = createServer((request, response) => {
    const parts = [];
    request.on("data", (part) => parts.push(part));
    request.on("end", () => {
      let body = null;
      try {
        body = JSON.parse(Buffer.concat(parts).toString("utf8"));
      } catch {
        // The request has no body, or is not for a model.
      }
      model.requests.push({ method: request.method, url: request.url, headers: request.headers, body });
      const [, answer] = INTERFACES.find(([pattern]) => pattern.test(request.url)) ?? [];
      number += 1;
      const tools = answer ? offered(body) : [];
      const isNext = model.script.length > 0 && tools.length > 0 && (model.unoffered || tools.includes(model.script[0].tool));
      const step = isNext ? model.script.shift() : undefined;
      if (step?.status) {
        response.writeHead(step.status, { "content-type": "application/json" });
        response.end(JSON.stringify({ type: "error", error: step.error }));
        return;
      }
      const { json, stream } = answer && body ? answer(body, step, number, request.url) : { json: OTHER(request.url) };
      response.writeHead(200, { "content-type": stream ? "text/event-stream" : "application/json" });
      response.end(stream ?? JSON.stringify(json));
    });
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  model.close = () => {
    server.closeAllConnections();
    server.close();
  };
  // Listens on another port, for a program whose settings name one.
  model.listen = async (port) => {
    if (server.address().port === port) return;
    model.close();
    await new Promise((resolve) => server.listen(port, "127.0.0.1", resolve));
    model.url = `http://127.0.0.1:${port}`;
  };
  model.url = `http://127.0.0.1:${server.address().port}`;
  return model;
}
