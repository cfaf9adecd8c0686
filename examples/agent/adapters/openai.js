// The official SDK of OpenAI: `openai(new OpenAI(), "gpt-…")` is a model of the agent.

/** A message in the form of the Chat Completions API. */
function converted({ role, text, calls = [], callId }) {
  if (role === "tool") return { role, tool_call_id: callId, content: text };
  if (calls.length === 0) return { role, content: text };
  const functions = calls.map(({ id, name, input }) => ({ id, type: "function", function: { name, arguments: JSON.stringify(input) } }));
  return { role, content: text || null, tool_calls: functions };
}

export function openai(client, model) {
  return async ({ messages, tools }) => {
    const completion = await client.chat.completions.create({
      model,
      messages: messages.map(converted),
      tools: tools.map(({ name, description, schema }) => ({ type: "function", function: { name, description, parameters: schema } })),
    });
    const [{ message }] = completion.choices;
    const calls = message.tool_calls ?? [];
    return {
      text: message.content ?? "",
      calls: calls.map(({ id, function: { name, arguments: input } }) => ({ id, name, input: JSON.parse(input) })),
    };
  };
}
