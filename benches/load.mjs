// Microseconds per file to load skills through the npm package and get the catalog, beside parsers of the same
// frontmatter; and to get the catalog again after one edit. Medians of interleaved rounds in one run.
//
//   node benches/load.mjs [ROUNDS]
//
// Real skills are taken from $SKILLGLASS_CORPUS or ../shared/corpus/skills.jsonl (lines with `folder` and `text`).

import { readFileSync } from "node:fs";
import { performance } from "node:perf_hooks";

import matter from "gray-matter";
import jsYaml from "js-yaml";
import { parse as parseYaml } from "yaml";

import init, { Workspace } from "../pkg/node.js";

const ROUNDS = Number(process.argv[2] ?? 15);
const OPTIONS = { host: "codex", cwd: "/repo", home: "/home/me" };

function skills() {
  const corpus = process.env.SKILLGLASS_CORPUS ?? new URL("../../shared/corpus/skills.jsonl", import.meta.url);
  try {
    return readFileSync(corpus, "utf8")
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
  } catch {
    console.log("NO REAL SKILLS AT HAND: the figures below are for 3,000 made-up ones.");
    return Array.from({ length: 3000 }, (_, index) => ({
      folder: `skill-${index}`,
      text: `---\nname: skill-${index}\ndescription: "Use when the user asks for number ${index}: ${"words ".repeat(30)}"\nmetadata:\n  short-description: Number ${index}\n---\n# Skill ${index}\n\n${"Do this, then that.\n".repeat(150)}`,
    }));
  }
}

const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];

const all = skills();
// A root is walked to 2,000 directories, so the skills are spread over several repositories' worth of folders.
const files = new Map(
  all.map(({ folder, text }, index) => [`/repo/${"p/".repeat(index % 3)}.agents/skills/${index}-${folder}/SKILL.md`, text]),
);
const cwd = "/repo/p/p";
const texts = [...files.values()];
const frontmatters = texts.map((text) => /^---\r?\n([\s\S]*?)\r?\n---/.exec(text)?.[1]).filter((text) => text !== undefined);
const tolerant = (parse) => (text) => {
  try {
    parse(text);
  } catch {
    // What does not parse counts too: the others throw where we answer.
  }
};

await init();
let catalog;
let edited;

const contenders = {
  "skillglass: load all, get the catalog": () => {
    using_((workspace) => {
      workspace.writeAll(files);
      catalog = workspace.catalog();
    });
    return texts.length;
  },
  "gray-matter 4: frontmatter of each text": () => {
    // Without options it would answer from its cache.
    texts.forEach(tolerant((text) => matter(text, {})));
    return texts.length;
  },
  "js-yaml 3: the frontmatter alone": () => {
    frontmatters.forEach(tolerant(jsYaml.safeLoad));
    return frontmatters.length;
  },
  "yaml 2: the frontmatter alone": () => {
    frontmatters.forEach(tolerant(parseYaml));
    return frontmatters.length;
  },
};

function using_(act) {
  const workspace = new Workspace({ ...OPTIONS, cwd });
  workspace.mkdir("/repo/.git");
  workspace.write("/repo/.git/HEAD", "");
  try {
    act(workspace);
  } finally {
    workspace.free();
  }
}

const timings = Object.fromEntries(Object.keys(contenders).map((name) => [name, []]));
const edits = [];
for (let round = -1; round < ROUNDS; round++) {
  for (const [name, run] of Object.entries(contenders)) {
    const start = performance.now();
    const count = run();
    // The first round warms up.
    if (round >= 0) timings[name].push(((performance.now() - start) * 1000) / count);
  }
  using_((workspace) => {
    workspace.writeAll(files);
    workspace.catalog();
    const path = [...files.keys()][all.length >> 1];
    const before = workspace.filesParsed;
    const start = performance.now();
    workspace.write(path, `---\nname: edited-${round}\ndescription: Edited.\n---\n`);
    edited = workspace.catalog();
    if (round >= 0) edits.push((performance.now() - start) * 1000);
    if (workspace.filesParsed !== before + 1) throw new Error("an edit must cost one file");
  });
}

const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
console.log(
  `${texts.length} files, ${(bytes / 1e6).toFixed(1)} MB; ${catalog.skills.length} loaded, ${catalog.errors.length} refused; Node ${process.version}; medians of ${ROUNDS} interleaved rounds`,
);
const ours = median(timings[Object.keys(contenders)[0]]);
for (const [name, values] of Object.entries(timings)) {
  const value = median(values);
  console.log(`${value.toFixed(1).padStart(8)} µs a file  ${(value / ours).toFixed(2).padStart(5)} ×  ${name}`);
}
const again = median(edits);
console.log(
  `${again.toFixed(0).padStart(8)} µs in all    one file edited, the whole catalog of ${edited.skills.length} again: ${(again / (ours * texts.length)).toFixed(3)} × the first load`,
);
