// Records SDKs in Python: generates the workspaces, and starts a script of `python/`. The script
// reads each case as one line, and writes its answer as one line.
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

import { Random } from "./random.mjs";
import { skillText, words } from "./skills.mjs";
import { workspace } from "./workspaces.mjs";
import { build, PATH } from "./world.mjs";

const WORK = "/w";

/** Lines of frontmatter that every SDK accepts. */
const PLAIN_FIELDS = ["license: MIT", "compatibility: Python 3 & git", "metadata:\n  author: me\n  version: '1.0'"];

/** Lines of frontmatter that an SDK may refuse or change. */
const ODD_FIELDS = [
  "allowed-tools: [Read, 'Bash(git:*)', 5]",
  "allowed-tools: Read, Write",
  "allowed-tools: Read Write",
  "allowed_tools: Read",
  "license: 2.0",
  "license: [MIT]",
  "license:",
  "compatibility: [a, b]",
  `compatibility: ${"c".repeat(501)}`,
  "metadata: text",
  "metadata:\n  a: {b: [1, 2.0, null, yes]}\n  1: x",
  "metadata:",
  "version: 1.0",
  "1: x",
  "disable-model-invocation: true",
  "user-invocable: false",
];

const withFields = (random, name, fields) =>
  [
    "---",
    `name: ${name}`,
    `description: ${words(random, 2, 7)} & <more>`,
    ...fields,
    "---",
    `# Body of ${name}`,
    "",
    "See scripts/run.sh.",
  ].join("\n");

/** Files for the folder of a skill, each with its contents. */
const RESOURCES = [
  ["references/guide.md", { text: "# Guide\n" }],
  ["references/deep/er.md", { text: "deeper\n" }],
  ["references/.hidden.md", { text: "hidden\n" }],
  ["references/picture.png", { base64: "iVBORw0KGgr//w==" }],
  ["assets/text.txt", { text: "T é\r\n" }],
  ["assets/data.json", { text: "{}\n" }],
  ["scripts/run.sh", { text: "#!/bin/sh\necho ran $1\n", executable: true }],
  ["scripts/main.py", { text: "print('py')\n" }],
  ["scripts/deep/in.py", { text: "print('in')\n" }],
  ["notes.md", { text: "notes\n" }],
];

/** Returns random calls of the SDK's tools: skills to load, files to read, and scripts to run. */
function callsFor(random, { tree, names, folders }) {
  const below = tree.entries.flatMap(({ path }) => {
    const folder = folders.find((it) => path.startsWith(`${it}/`) && !path.endsWith("SKILL.md"));
    return folder ? [[folder.split("/").at(-1), path.slice(folder.length + 1)]] : [];
  });
  return [
    ...random.sample(names, 3).map((load) => ({ load })),
    { load: random.pick(["none", "", names[0].toUpperCase()]) },
    ...random.sample(below, 3).flatMap(([name, path]) => [{ read: [name, path] }, { read: [name, path.split("/").at(-1)] }]),
    { read: [random.pick(names), random.pick(["../none.md", "nope.md", "", "/etc/passwd", "references/../SKILL.md"])] },
    ...random.sample(below, 2).map(([name, path]) => ({ run: [name, path] })),
  ];
}

/**
 * Returns a random workspace.
 * Some SDKs load nothing if one skill has a fault, so about a third of the workspaces have only
 * valid skills.
 */
function generate(seed) {
  const drawn = new Random(`${seed}/kind`);
  const plain = drawn.chance(0.35);
  const sources = drawn.weighted([
    [[`${WORK}/skills`], 6],
    [[`${WORK}/skills`, `${WORK}/more`], 4],
  ]);
  const given = plain || drawn.chance(0.9) ? sources : [...sources, drawn.pick([`${WORK}/none`, `${WORK}/skills`])];
  return workspace(seed, {
    home: WORK,
    directories: [WORK],
    sameName: plain ? 0 : 0.1,
    places: plain ? [[(folder, _root, text, tree) => tree.file(`${folder}/SKILL.md`, text), 1]] : undefined,
    text(random, name, number) {
      if (plain) return withFields(random, name, random.sample(PLAIN_FIELDS, random.integer(0, 2)));
      return random.chance(0.3) ? withFields(random, name, [random.pick(ODD_FIELDS)]) : skillText(random, name, number, 0.5).text;
    },
    roots: () => sources.map((source) => [source, 1]),
    finish(tree, { random, names, folders }) {
      for (const folder of folders) {
        if (!random.chance(0.4)) continue;
        for (const [path, content] of random.sample(RESOURCES, 4)) tree.put(`${folder}/${path}`, { type: "file", ...content });
      }
      return { sources: given, calls: callsFor(random, { tree, names, folders }) };
    },
  });
}

/** A running Python script that asks an SDK about cases. */
class Script {
  #child;
  #lines;
  #errors = "";

  constructor(script) {
    const env = {
      PATH,
      HOME: "/nonexistent",
      LANG: "C.UTF-8",
      PYTHONPATH: "/program/python",
      PYTHONDONTWRITEBYTECODE: "1",
      PYTHONHASHSEED: "0",
      OTEL_SDK_DISABLED: "true",
      AGNO_TELEMETRY: "false",
      LANGSMITH_TRACING: "false",
      DO_NOT_TRACK: "1",
    };
    this.#child = spawn("/usr/bin/python3", [`/recorders/python/${script}.py`], { env, cwd: "/", stdio: "pipe" });
    this.#child.stdin.on("error", () => {});
    this.#child.stderr.setEncoding("utf8").on("data", (part) => {
      this.#errors = (this.#errors + part).slice(-2000);
    });
    this.#lines = createInterface({ input: this.#child.stdout })[Symbol.asyncIterator]();
  }

  /** Sends a case to the script, and returns the script's answer. */
  async ask(question) {
    const deadline = setTimeout(() => this.#child.kill("SIGKILL"), 300_000);
    this.#child.stdin.write(`${JSON.stringify(question)}\n`);
    const { value, done } = await this.#lines.next();
    clearTimeout(deadline);
    if (done) throw new Error(`the script ended: ${this.#errors}`);
    return JSON.parse(value);
  }
}

/**
 * Returns the exports of the driver for an SDK.
 * `key` names the SDK in the answers, and `script` is the name of a file in `python/`.
 */
export const sdk = ({ name, key, script }) => ({
  source: { registry: "pip", name },
  generate,
  start: () => ({ script: new Script(script) }),
  async ask(question, { script }) {
    const tree = build(question.tree);
    const { order, answer } = await script.ask({ ...question, tree });
    return { ...question, tree, order, expect: { [key]: answer } };
  },
});
