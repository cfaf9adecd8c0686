// Records the first request that programs send to their model, reduced to the parts that come from
// skills:
//
//   node recorders/requests.mjs OUT COUNT [HOST@VERSION …]
//
// Each line of OUT has a generated workspace, the prompt, and the request without the program's own
// texts.
import { driver } from "./drivers/index.mjs";
import { install, nodeFor } from "./install.mjs";
import { Random } from "./random.mjs";
import { askInside } from "./sandbox.mjs";
import { writeNew } from "./store.mjs";

const NEWEST = [
  "claude-code@2.1.330",
  "codex@0.169.0",
  "copilot-cli@1.0.102",
  "gemini-cli@0.61.0",
  "opencode@1.18.33",
  "pi@1.5.2",
  "qwen-code@0.24.4",
];

const PROMPTS = [
  "Fill in this form",
  "merge two tables, and say which rows were lost",
  "Why does the build fail?\n\n```\nerror: no such file\n```\n",
  "naïve Ω 描述 🚀",
  "use <b>tags</b> & \"quotes\" in 'it'",
  "please review $HOME and @README.md",
];

/** How a user names a skill in a prompt, for the hosts where this is not `/name`. */
const NAMED = {
  codex: (name) => `use $${name} now`,
  pi: (name) => `/skill:${name} now`,
};

/** Returns the workspace of a case with its prompt. A quarter of the prompts name a skill. */
async function question(program, number) {
  const [host] = program.split("@");
  const seed = `requests/${host}/${number}`;
  const random = new Random(seed);
  const { generate } = await driver(host);
  const { host: _, steps, prompts, call, touch, invoke, activate, context_windows, script, ...workspace } = generate(seed);
  const folders = workspace.tree.map(({ path }) => /\/([^/]+)\/SKILL\.md$/.exec(path)?.[1]).filter((name) => /^[\w-]+$/.test(name ?? ""));
  const name = number % 4 === 3 && folders.length > 0 ? random.pick(folders) : null;
  const prompt = name ? (NAMED[host] ?? ((name) => `/${name}`))(name) : random.pick(PROMPTS);
  return { id: `requests/${host}/${String(number).padStart(3, "0")}`, host: "requests", program, prompt, ...workspace };
}

const [out, count, ...wanted] = process.argv.slice(2);
const lines = [];
for (const program of wanted.length > 0 ? wanted : NEWEST) {
  const [host, version] = program.split("@");
  const loaded = await driver(host);
  const questions = await Promise.all(Array.from({ length: Number(count) }, (_, number) => question(program, number)));
  const answered = await askInside("requests", version, questions, {
    program: install(host, loaded.source, version),
    node: nodeFor(loaded),
  });
  for (const { failure, ...line } of answered) {
    if (failure) console.error(`${line.id}: ${failure}`);
    else lines.push(JSON.stringify(line));
  }
}
writeNew(out, lines);
