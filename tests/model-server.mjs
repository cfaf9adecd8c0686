// A model on loopback that pages may ask: what it got, and the answer that a test chooses.
import { listen } from "./browser.mjs";

/** An answer in the shape of Anthropic's interface that uses a skill; none without a name. */
export const using = (skill) => ({
  content: skill === null ? [{ type: "text", text: "No." }] : [{ type: "tool_use", name: "Skill", input: { skill } }],
  usage: { input_tokens: 100, output_tokens: 5 },
});

/**
 * `{ url, seen, close }`. `answer` is given the request's body and its number from 0, and returns `{ status, body, headers }`, a text or
 * an object as the body; null never answers.
 */
export async function modelServer(answer) {
  const seen = [];
  const { url, close } = await listen(async (request, response) => {
    response.setHeader("access-control-allow-origin", "*");
    response.setHeader("access-control-allow-headers", "*, authorization");
    if (request.method === "OPTIONS") return response.writeHead(204).end();
    let text = "";
    for await (const part of request) text += part;
    const body = JSON.parse(text);
    seen.push({ url: request.url, headers: request.headers, body });
    const answered = answer(body, seen.length - 1);
    if (answered === null) return;
    const { status = 200, body: sent, headers = {} } = answered;
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(typeof sent === "string" ? sent : JSON.stringify(sent));
  });
  return { url, seen, close };
}
