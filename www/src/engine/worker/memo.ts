/** Answers that are dear to compute and often asked for: kept as long as the workspace stays as it is. */
import type { HostChoice, Workspace } from "skillglass";
import type { Engine } from "./engine.ts";

/** Of one state of the workspace, the answers kept: two choices of hosts with what belongs to each. */
const MOST = 8;

const kept = new WeakMap<Workspace, { revision: number; values: Map<string, unknown> }>();

/** What `compute` gives, computed once for each state of the workspace. */
export function memo<T>(workspace: Workspace, key: string, compute: () => T): T {
  let state = kept.get(workspace);
  if (state?.revision !== workspace.revision) kept.set(workspace, (state = { revision: workspace.revision, values: new Map() }));
  if (!state.values.has(key)) {
    const [oldest] = state.values.keys();
    if (state.values.size >= MOST && oldest !== undefined) state.values.delete(oldest);
    state.values.set(key, compute());
  }
  return state.values.get(key) as T;
}

export function keyOf(hosts: readonly HostChoice[]): string {
  return hosts.map(({ host, edition }) => `${host} ${edition ?? ""}`).join(", ");
}

/** What is looked for, with how many skills are looked at in one answer: a keystroke waits no longer than for these. */
const LOOKS = {
  compare: { step: 150, once: true, look: (workspace: Workspace, hosts: HostChoice[], skills: string[]) => workspace.compare({ hosts, skills }) },
  // What takes all skills at once is left to the last look. A path that comes or goes can change what is found in any skill.
  lint: { step: 75, once: false, look: (workspace: Workspace, hosts: HostChoice[], skills: string[]) => workspace.lint({ hosts, skills, rules: { "near-duplicate-description": "off" } }) },
} as const;

/** The skills that each choice of hosts has been shown once, and among which paths. */
const seen = new WeakMap<Workspace, Map<string, { structure: number; skills: Set<string> }>>();

/**
 * The first look at a skill through several hosts is dear, later ones are not: they are remembered by its text. Of many that
 * are new, looks at a step's worth and says how far it is, from 0 to 1; null when nothing is left.
 */
export function firstLook({ workspace, files, structure }: Engine, what: keyof typeof LOOKS, hosts: readonly HostChoice[]): number | null {
  const { step: most, once, look } = LOOKS[what];
  const key = `${what} ${keyOf(hosts)}`;
  const all = seen.get(workspace) ?? new Map<string, { structure: number; skills: Set<string> }>();
  const before = all.get(key);
  const known = before && (once || before.structure === structure) ? before.skills : new Set<string>();
  seen.set(workspace, all.set(key, { structure, skills: known }));
  const skills = Array.from(files.keys()).filter((path) => /\/skill\.md$/i.test(path));
  const fresh = skills.filter((path) => !known.has(path));
  const step = fresh.slice(0, most);
  for (const path of step) known.add(path);
  if (fresh.length <= most) return null;
  look(workspace, [...hosts], step);
  return 1 - (fresh.length - most) / skills.length;
}

/** What some host may read, by its path: skills, commands and the settings that decide on them. */
const READ_BY_SOME = /\/(skill\.md|openai\.ya?ml|config\.toml|settings(\.local)?\.json|plugin\.json|opencode\.jsonc?)$|\/(skills?|commands?)\/.*\.md$/i;

/** Has the files read that hosts other than the chosen one would read. */
export async function readForAll({ files, read }: Engine): Promise<void> {
  const wanted: string[] = [];
  for (const [path, contents] of files) if (contents === null && READ_BY_SOME.test(path)) wanted.push(path);
  await read(wanted);
}
