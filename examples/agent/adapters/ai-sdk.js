// The AI SDK of Vercel: `aiSdk(model)` is a model of the agent, where `model` is one of any provider.
import { generateText, jsonSchema, tool } from "ai";

/** Messages in the form of the AI SDK, in which a result also has the name of its tool. */
function converted(messages) {
  const names = new Map(messages.flatMap(({ calls = [] }) => calls.map(({ id, name }) => [id, name])));
  return messages.map(({ role, text, calls = [], callId }) => {
    if (role === "tool") {
      return {
        role,
        content: [{ type: "tool-result", toolCallId: callId, toolName: names.get(callId), output: { type: "text", value: text } }],
      };
    }
    if (role !== "assistant") return { role: role === "user" ? role : "system", content: text };
    const parts = calls.map(({ id, name, input }) => ({ type: "tool-call", toolCallId: id, toolName: name, input }));
    return { role, content: [...(text ? [{ type: "text", text }] : []), ...parts] };
  });
}

export function aiSdk(model) {
  return async ({ messages, tools }) => {
    const toTool = ({ name, description, schema }) => [name, tool({ description, inputSchema: jsonSchema(schema) })];
    const { text, toolCalls } = await generateText({
      model,
      messages: converted(messages),
      allowSystemInMessages: true, // the list of skills is one
      tools: Object.fromEntries(tools.map(toTool)),
    });
    return { text, calls: toolCalls.map(({ toolCallId, toolName, input }) => ({ id: toolCallId, name: toolName, input })) };
  };
}
