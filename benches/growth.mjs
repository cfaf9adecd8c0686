// Checks that the time of each stage grows no faster than the number of skills. Each stage runs
// with 1,000, 2,000 … 16,000 skills. The check fails if doubling the skills multiplies a time by
// 2.3 or more.
//
//   node benches/growth.mjs [ROUNDS] [LARGEST]

import init, { Workspace } from "../pkg/node.js";
import { project, rootsFor, rounds } from "./measure.mjs";
import { texts } from "./texts.mjs";

const ROUNDS = Number(process.argv[2] ?? 3);
const LARGEST = Number(process.argv[3] ?? 16_000);
/** The ratio of two times from which on a stage counts as growing faster than its input. */
const TOO_FAST = 2.3;

// The texts are the same at each size, so that no size has more difficult ones.
const all = texts().slice(0, 1000);
const sizes = [1000, 2000, 4000, 8000, 16_000].filter((size) => size <= LARGEST);
// The directories are the same at each size too, because deeper paths take longer.
const roots = rootsFor(LARGEST);
const found = [];

await init();
for (const size of sizes) {
  const { files, options } = project(all, size, roots);
  // Fast methods are measured more often than slow ones.
  const quick = await rounds(5 * ROUNDS, {
    made: () => new Workspace(options),
    load: ({ made }) => void made.writeAll(files),
    catalog: ({ made }) => void made.catalog(),
    listing: ({ made }) => void made.listing(),
  });
  const slow = await rounds(ROUNDS, {
    made: () => {
      const made = new Workspace(options);
      made.writeAll(files);
      return made;
    },
    compare: ({ made }) => void made.compare(),
    lint: ({ made }) => void made.lint(),
  });
  found.push({ ...quick, ...slow });
}

const line = (cells) => `| ${cells.join(" | ")} |`;
const stages = ["load", "catalog", "listing", "compare", "lint"];
console.log(line(["stage, ms (ratio)", ...sizes.map((size) => size.toLocaleString("en"))]));
console.log(line(["---", ...sizes.map(() => "---:")]));
let tooFast = 0;
for (const stage of stages) {
  const cells = found.map((times, index) => {
    const ratio = index > 0 ? times[stage] / found[index - 1][stage] : undefined;
    if (ratio >= TOO_FAST) tooFast++;
    return `${times[stage].toFixed(1)}${ratio === undefined ? "" : ` (${ratio.toFixed(2)})`}`;
  });
  console.log(line([stage, ...cells]));
}
if (tooFast > 0) {
  console.error(`${tooFast} ratios are ${TOO_FAST} or more`);
  process.exitCode = 1;
}
