// Runs inside a sandbox: asks a program about each case, and prints the case with its answer, one
// on each line.
import { readFileSync } from "node:fs";

import { driver } from "./drivers/index.mjs";
import { startModel } from "./model.mjs";
import { clear } from "./world.mjs";

const [host, version] = process.argv.slice(2);
const { ask, start } = await driver(host);
const model = await startModel();
const context = { version, model, program: "/program", node: "/node/bin/node" };
clear();
Object.assign(context, await start?.(context));
for (const unanswered of JSON.parse(readFileSync("/exchange/cases.json", "utf8"))) {
  clear();
  let answered;
  try {
    answered = await ask(unanswered, context);
  } catch (error) {
    answered = { ...unanswered, failure: String(error.stack ?? error).slice(0, 2000) };
  }
  await new Promise((resolve) => process.stdout.write(`${JSON.stringify(answered)}\n`, resolve));
}
process.exit(0);
