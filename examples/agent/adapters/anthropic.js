// The official SDK of Anthropic: `anthropic(new Anthropic(), "claude-…")` is a model of the agent.

/** A message in the form of the Messages API. Its conversations have no system messages, so those become messages of the user. */
function converted({ role, text, calls = [], callId }) {
  if (role === "tool") return { role: "user", content: [{ type: "tool_result", tool_use_id: callId, content: text }] };
  if (role !== "assistant") return { role: "user", content: text };
  const uses = calls.map(({ id, name, input }) => ({ type: "tool_use", id, name, input }));
  return { role, content: [...(text ? [{ type: "text", text }] : []), ...uses] };
}

export function anthropic(client, model) {
  return async ({ messages, tools }) => {
    const { content } = await client.messages.create({
      model,
      max_tokens: 4096,
      messages: messages.map(converted),
      tools: tools.map(({ name, description, schema }) => ({ name, description, input_schema: schema })),
    });
    return {
      text: content.map((block) => (block.type === "text" ? block.text : "")).join(""),
      calls: content.filter(({ type }) => type === "tool_use").map(({ id, name, input }) => ({ id, name, input })),
    };
  };
}
