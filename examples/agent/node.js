// The agent in a terminal: `node node.js`. The conversation is saved after each answer and continued at the next start.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createInterface } from "node:readline";
import init from "skillglass";

import { Agent } from "./agent.js";
import { mockModel } from "./mock-model.js";
import { files } from "./project.js";

await init();
const path = process.argv[2] ?? "conversation.json";
const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();

/** Reads the next line of the user; undefined at the end of the input. */
async function next(prompt) {
  process.stdout.write(prompt);
  return (await lines.next()).value;
}

const agent = new Agent({
  files,
  model: mockModel,
  saved: existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : undefined,
  ask: async (question) => {
    const answer = (await next(`${question} (y/n/always) `)) ?? "n";
    return /^a/i.test(answer) ? "always" : /^y/i.test(answer);
  },
  run: async (command) => {
    const { status, stdout, stderr } = spawnSync("sh", ["-c", command], { encoding: "utf8" });
    return { text: stdout + stderr, exitCode: status ?? 1 };
  },
});

for (let text = await next("> "); text !== undefined; text = await next("> ")) {
  if (text === "/compact") await agent.compact();
  else console.log(await agent.send(text));
  writeFileSync(path, JSON.stringify(agent.save()));
}
agent.free();
