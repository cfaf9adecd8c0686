/**
 * This module caches answers that are slow to compute and often requested. They are valid until the
 * workspace changes.
 */
import type { HostEdition, Workspace } from "skillglass";
import { isSkillFile } from "../../lib/paths.ts";
import type { Engine } from "./engine.ts";

/**
 * The maximum number of cached answers for one state of the workspace. Eight kinds of answers are
 * cached: the skills, near duplicates, findings, health, budget plans, and the comparisons of
 * hosts, editions and trees. Each kind can have two different parameters.
 */
const MOST = 16;

let cache = new WeakMap<Workspace, { revision: number; values: Map<string, unknown> }>();

/** Returns the result of `compute`, and caches it by `key` until the workspace changes. */
export function memo<T>(workspace: Workspace, key: string, compute: () => T): T {
  let state = cache.get(workspace);
  if (state?.revision !== workspace.revision) cache.set(workspace, (state = { revision: workspace.revision, values: new Map() }));
  if (!state.values.has(key)) {
    const [oldest] = state.values.keys();
    if (state.values.size >= MOST && oldest !== undefined) state.values.delete(oldest);
    state.values.set(key, compute());
  }
  return state.values.get(key) as T;
}

export function keyOf(hosts: readonly HostEdition[]): string {
  return hosts.map(({ host, edition }) => `${host} ${edition ?? ""}`).join(", ");
}

/**
 * The kinds of slow checks. `look` runs a check. `step` is the maximum number of skills that are
 * checked for one answer of the worker, so that a keystroke does not wait for all skills. If `once`
 * is true, skills are not checked again after a path was added or removed.
 */
const LOOKS = {
  compare: {
    step: 150,
    once: true,
    look: (workspace: Workspace, hosts: HostEdition[], skills: string[]) => workspace.compare({ hosts, skills }),
  },
  // The rule that compares all skills with each other runs only in the last step. A new or removed path can change the diagnostics of any
  // skill.
  lint: {
    step: 75,
    once: false,
    look: (workspace: Workspace, hosts: HostEdition[], skills: string[]) =>
      workspace.lint({ hosts, skills, rules: { "near-duplicate-description": "off" } }),
  },
} as const;

/**
 * The skills that were already checked, by the kind of check and the hosts. `structure` is the
 * value of the worker's counter of added and removed paths at the time of the check.
 */
let seen = new WeakMap<Workspace, Map<string, { structure: number; skills: Set<string> }>>();

/**
 * Checks skills in advance, because the first check of a skill is slow. Later checks use cached
 * results. If many skills are unchecked, this function checks only some of them, and returns the
 * progress from 0 to 1. Returns null if so few skills are unchecked that the caller can check them
 * now.
 */
export function firstLook({ workspace, files, structure }: Engine, what: keyof typeof LOOKS, hosts: readonly HostEdition[]): number | null {
  const { step: most, once, look } = LOOKS[what];
  const key = `${what} ${keyOf(hosts)}`;
  const all = seen.get(workspace) ?? new Map<string, { structure: number; skills: Set<string> }>();
  const before = all.get(key);
  const known = before && (once || before.structure === structure) ? before.skills : new Set<string>();
  seen.set(workspace, all.set(key, { structure, skills: known }));
  const skills = Array.from(files.keys()).filter(isSkillFile);
  const fresh = skills.filter((path) => !known.has(path));
  const step = fresh.slice(0, most);
  for (const path of step) known.add(path);
  if (fresh.length <= most) return null;
  look(workspace, [...hosts], step);
  return 1 - (fresh.length - most) / skills.length;
}

/** Removes all cached answers, because the options of the workspace have changed. */
export function forgetAnswers(): void {
  cache = new WeakMap();
  seen = new WeakMap();
}

/**
 * Requests all files that the given hosts would read. Also requests all other `SKILL.md` files,
 * because the worker also reports on skills that are outside of the hosts' folders.
 */
export function readForHosts({ workspace, files, read }: Engine, hosts: HostEdition[]): void {
  read([...Array.from(files.keys()).filter(isSkillFile), ...workspace.plan({ hosts })]);
}

/**
 * Requests the files that only lint rules read: scripts and references beside skills, and Markdown
 * that hosts skip.
 */
export function readForRules({ workspace, read }: Engine, hosts: readonly HostEdition[]): void {
  read(workspace.plan({ hosts, for: "lint" }));
}
