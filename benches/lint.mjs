// What diagnostics cost through the npm package in Node: all of 3,000 skills, all again, and one skill after each edit, as
// an editor asks on every keystroke. Medians of rounds in one run, with what the catalog of one host costs after the same
// edit to compare them with.
//
//   node benches/lint.mjs [ROUNDS] [SKILLS]
//
// Real skills are taken from $SKILLGLASS_SHARED or ../shared, corpus/skills.jsonl (lines with `folder` and `text`).

import { performance } from "node:perf_hooks";

import init, { Workspace } from "../pkg/node.js";
import { texts } from "./texts.mjs";

const ROUNDS = Number(process.argv[2] ?? 5);
const SKILLS = Number(process.argv[3] ?? 3000);
// A root is walked to 2,000 directories.
const ROOTS = [".agents/skills", ".claude/skills", ".opencode/skills"];

const all = texts();
const files = new Map(
  Array.from({ length: SKILLS }, (_, index) => [`/repo/${ROOTS[index % ROOTS.length]}/k${index}/SKILL.md`, all[index % all.length]]),
);
const edited = [...files.keys()][SKILLS >> 1];

let edits = 0;
const write = (workspace, description) =>
  workspace.write(edited, `---\nname: edited\ndescription: ${description}\n---\nEdit ${edits++}.\n`);
const writeBody = (workspace) => write(workspace, "Edited.");
const writeDescription = (workspace) => write(workspace, `Edited ${edits} times.`);

/** A step behind an edit. */
const after = (edit, step) => (workspace) => {
  edit(workspace);
  return step(workspace);
};

/** The steps of a round, in order. */
const STEPS = {
  "lint of all, the first": (workspace) => workspace.lint(),
  "lint of all with nothing changed": (workspace) => workspace.lint(),
  "lint of one with nothing changed": (workspace) => workspace.lint({ skills: [edited] }),
  "lint of one after an edit of its description": after(writeDescription, (workspace) => workspace.lint({ skills: [edited] })),
  "the same for one host": after(writeDescription, (workspace) => workspace.lint({ skills: [edited], hosts: [{ host: "codex" }] })),
  "(another edit)": after(writeBody, (workspace) => workspace.lint({ skills: [edited] })),
  "lint of one after an edit of its body": after(writeBody, (workspace) => workspace.lint({ skills: [edited] })),
  "the same for the one host": after(writeBody, (workspace) => workspace.lint({ skills: [edited], hosts: [{ host: "codex" }] })),
  "lint of all after an edit of one's body": after(writeBody, (workspace) => workspace.lint()),
  "lint of all after an edit of one's description": after(writeDescription, (workspace) => workspace.lint()),
  "catalog of one host after an edit, to compare": after(writeDescription, (workspace) => workspace.catalog()),
};

await init();
const timings = Object.fromEntries(Object.keys(STEPS).map((name) => [name, []]));
let found = 0;
for (let round = 0; round < ROUNDS; round++) {
  const workspace = new Workspace({ host: "codex", cwd: "/repo", home: "/home/me", contextWindow: 200_000 });
  workspace.write("/repo/.git/HEAD", "");
  workspace.writeAll(files);
  for (const [name, step] of Object.entries(STEPS)) {
    const start = performance.now();
    step(workspace);
    timings[name].push(performance.now() - start);
  }
  found = workspace.lint().length;
  workspace.free();
}

const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];
const first = median(timings["lint of all, the first"]);
console.log(`${SKILLS} files in ${ROOTS.length} roots, ${found} findings; Node ${process.version}; medians of ${ROUNDS} rounds`);
for (const [name, values] of Object.entries(timings)) {
  console.log(`${median(values).toFixed(1).padStart(9)} ms  ${(median(values) / first).toFixed(3)} of the first  ${name}`);
}
