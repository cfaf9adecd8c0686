/** Rates with confidence intervals. */

import type { EvaluatedRun, Rate, SkillRate } from "./types.js";

/** The quantile of the normal distribution for an interval of 95 %. */
const Z = 1.959963984540054;

/** Returns the share of passed runs with Wilson's interval. This interval is also valid for few runs and for shares near 0 and 1. */
export function rate(passed: number, runs: number): Rate {
  if (runs === 0) return { runs, passed, share: null, low: 0, high: 1 };
  const share = passed / runs;
  const square = Z * Z;
  const whole = 1 + square / runs;
  const middle = (share + square / (2 * runs)) / whole;
  const half = (Z / whole) * Math.sqrt((share * (1 - share)) / runs + square / (4 * runs * runs));
  return {
    runs,
    passed,
    share,
    low: passed === 0 ? 0 : Math.max(0, middle - half),
    high: passed === runs ? 1 : Math.min(1, middle + half),
  };
}

/** Returns the rate of passed runs. Runs without a usable answer do not count. */
export function rateOf(runs: readonly EvaluatedRun[]): Rate {
  const usable = runs.filter(({ passed }) => passed !== null);
  return rate(usable.filter(({ passed }) => passed).length, usable.length);
}

/** Groups the runs by a key. The groups are in the order of their first runs. */
export function grouped(runs: readonly EvaluatedRun[], key: (run: EvaluatedRun) => unknown): EvaluatedRun[][] {
  const groups = new Map<string, EvaluatedRun[]>();
  for (const run of runs) {
    const name = JSON.stringify(key(run));
    const group = groups.get(name);
    if (group) group.push(run);
    else groups.set(name, [run]);
  }
  return [...groups.values()];
}

/** Returns the rates of passed runs for each skill in each host. */
export function skillRates(runs: readonly EvaluatedRun[]): SkillRate[] {
  return grouped(runs, ({ host, edition, skill }) => [host, edition, skill]).flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const { host, edition, skill } = first;
    const of = (shouldTrigger: boolean) => rateOf(group.filter((run) => run.shouldTrigger === shouldTrigger));
    return [{ host, edition, skill, should: of(true), shouldNot: of(false) }];
  });
}
