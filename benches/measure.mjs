// What every benchmark measures with: steps of interleaved rounds in one run, and the trees of skills that they are about.

import { performance } from "node:perf_hooks";

export const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];

/**
 * The median milliseconds of each step. A step is a function; what it gives back is handed to the next ones by its name. The
 * steps of a round follow each other, so that all of them meet the machine as it is; the first round warms up.
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

/** A root is walked to 2,000 directories, so each directory from the project's root down to the working directory has one. */
const SKILLS_PER_ROOT = 1250;

/** Directories with a root that so many skills need. */
export const rootsFor = (skills) => Math.ceil(skills / SKILLS_PER_ROOT);

/** A project of so many skills in so many roots: its files, and the options of a workspace that finds them all. */
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
