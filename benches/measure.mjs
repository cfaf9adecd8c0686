// Helpers for all benchmarks: steps that are timed in interleaved rounds, and trees of skills.

import { performance } from "node:perf_hooks";

export const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];

/**
 * Returns the median time of each step in milliseconds. A step is a function, and the later steps
 * get its result by its name.
 * Each round runs all steps in order, so that all meet the same state of the machine. The first
 * round is not measured.
 */
export async function rounds(count, steps) {
  const times = Object.fromEntries(Object.keys(steps).map((name) => [name, []]));
  for (let round = -1; round < count; round++) {
    const made = { round };
    for (const [name, step] of Object.entries(steps)) {
      const start = performance.now();
      made[name] = await step(made);
      if (round >= 0) times[name].push(performance.now() - start);
    }
    for (const value of Object.values(made)) value?.free?.();
  }
  return Object.fromEntries(Object.entries(times).map(([name, values]) => [name, median(values)]));
}

/**
 * The number of skills in one root. Codex walks at most 2,000 directories of a root, so larger
 * projects need several roots.
 */
const SKILLS_PER_ROOT = 1250;

/** Returns the number of roots that a project with this number of skills needs. */
export const rootsFor = (skills) => Math.ceil(skills / SKILLS_PER_ROOT);

/**
 * Returns the files of a project with this number of skills and roots, and options with which a
 * workspace finds all skills.
 * `edited` is the path of one skill for tests of edits.
 */
export function project(texts, skills, roots = rootsFor(skills)) {
  const depth = (index) => index % roots;
  const files = new Map(
    Array.from({ length: skills }, (_, index) => [
      `/repo/${"p/".repeat(depth(index))}.agents/skills/k${index}/SKILL.md`,
      texts[index % texts.length],
    ]),
  );
  files.set("/repo/.git/HEAD", "");
  const options = { host: "codex", cwd: `/repo${"/p".repeat(roots - 1)}`, home: "/home/me", contextWindow: 200_000 };
  return { files, options, edited: `/repo/${"p/".repeat(depth(skills >> 1))}.agents/skills/k${skills >> 1}/SKILL.md` };
}
