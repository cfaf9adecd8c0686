// What a workspace of 5,000 skills costs through the npm package in Node: loading, the catalog, the listing, and both
// again after one edit. Medians of interleaved rounds in one run. `examples/yaml_share.rs` says how much of it is YAML.
//
//   node benches/catalog.mjs [ROUNDS] [SKILLS]
//
// Real skills are taken from $SKILLGLASS_SHARED or ../shared, corpus/skills.jsonl (lines with `folder` and `text`).

import { performance } from "node:perf_hooks";

import init, { Workspace } from "../pkg/node.js";
import { texts } from "./texts.mjs";

const ROUNDS = Number(process.argv[2] ?? 15);
const SKILLS = Number(process.argv[3] ?? 5000);
// A root is walked to 2,000 directories, so each directory from the project's root down to the cwd has one.
const SKILLS_PER_ROOT = 1250;

const all = texts();
const files = new Map(
  Array.from({ length: SKILLS }, (_, index) => {
    const depth = Math.floor(index / SKILLS_PER_ROOT);
    return [`/repo/${"p/".repeat(depth)}.agents/skills/k${index}/SKILL.md`, all[index % all.length]];
  }),
);
const cwd = `/repo${"/p".repeat(Math.floor((SKILLS - 1) / SKILLS_PER_ROOT))}`;
const edited = [...files.keys()][SKILLS >> 1];

/** The steps of a round, in order. */
const STEPS = {
  "write all files": (workspace) => workspace.writeAll(files),
  "catalog, the first": (workspace) => workspace.catalog(),
  listing: (workspace) => workspace.listing(),
  "write one file": (workspace, round) => workspace.write(edited, `---\nname: edited-${round}\ndescription: Edited.\n---\n`),
  "catalog after the edit": (workspace) => workspace.catalog(),
  "catalog with nothing changed (it only crosses to JavaScript)": (workspace) => workspace.catalog(),
  "listing after the edit": (workspace) => workspace.listing(),
};

await init();
const timings = Object.fromEntries(Object.keys(STEPS).map((name) => [name, []]));
let catalog;
let listing;
for (let round = -1; round < ROUNDS; round++) {
  const workspace = new Workspace({ host: "codex", cwd, home: "/home/me", contextWindow: 200_000 });
  workspace.write("/repo/.git/HEAD", "");
  for (const [name, step] of Object.entries(STEPS)) {
    const start = performance.now();
    step(workspace, round);
    // The first round warms up.
    if (round >= 0) timings[name].push(performance.now() - start);
  }
  catalog = workspace.catalog();
  listing = workspace.listing();
  if (workspace.filesParsed !== SKILLS + 1) throw new Error("each file must be parsed once, and the edited one again");
  workspace.free();
}

const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];
const megabytes = [...files.values()].reduce((sum, text) => sum + Buffer.byteLength(text), 0) / 1e6;
console.log(
  `${SKILLS} files (${Math.min(all.length, SKILLS)} distinct texts, ${megabytes.toFixed(1)} MB): ${catalog.skills.length} loaded, ${catalog.errors.length} refused; ` +
    `${listing.report.included} listed in a window of 200,000; Node ${process.version}; medians of ${ROUNDS} rounds`,
);
for (const [name, values] of Object.entries(timings)) console.log(`${median(values).toFixed(2).padStart(9)} ms  ${name}`);
