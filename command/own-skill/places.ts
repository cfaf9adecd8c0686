// The folders in which hosts look for a skill. The emulated hosts are asked for these folders.
import { posix } from "node:path";
import type { HostEdition } from "skillglass";
import type { Project } from "../tree/load.ts";
import { childOf, isWithin, nameOf, parentOf } from "../tree/paths.ts";
import type { Files } from "./copy.ts";
import { NAME } from "./copy.ts";

/** The scope of a copy of Skillglass's own skill: one project, or all projects of a user. */
export type SkillScope = "project" | "user";

/**
 * A folder to create, where hosts should find Skillglass's own skill. The folder is either a copy
 * of the skill, or a link to such a copy.
 */
export interface Wanted {
  readonly folder: string;
  /**
   * If the folder is a link, the relative path to which the link leads. Null if the folder is a
   * copy of Skillglass's own skill and not a link.
   */
  readonly target: string | null;
}

export interface Placement {
  /**
   * The copies and links to write. The first one is always a copy, because the links lead to it.
   */
  readonly wanted: readonly Wanted[];
  /** The hosts that load Skillglass's own skill from a folder in `wanted`. */
  readonly hosts: readonly HostEdition[];
  /** The hosts that load Skillglass's own skill from no folder in `wanted`, each with advice. */
  readonly lacking: readonly { readonly host: HostEdition; readonly remedy: string }[];
}

/**
 * The result of testing whether one host loads Skillglass's own skill from a folder, with the
 * remedy if it does not.
 */
interface Standing {
  readonly host: HostEdition;
  readonly isLoaded: boolean;
  readonly remedy: string;
}

/**
 * Chooses the folders for Skillglass's own skill, so that as many hosts as possible load the skill.
 * Chooses few folders, because several hosts can read the same folder. Because some hosts follow no
 * links, the function finds out in the workspace which hosts load a copy of the skill, and which
 * hosts load a link to a copy. `hasCopy` returns true if a folder on the disk already contains a
 * copy.
 */
export function placementFor(project: Project, scope: SkillScope, files: Files, hasCopy: (folder: string) => boolean): Placement {
  // Existing files and copies of the other scope are ignored, so that the answer is the same before and after the first run.
  const all = project.hosts.flatMap((host) => [...rootsOf(project, host, "project"), ...rootsOf(project, host, "user")]);
  for (const root of new Set(all)) project.workspace.remove(childOf(root, NAME));
  const open = new Map(project.hosts.map((host) => [host, rootsOf(project, host, scope)]));
  const wanted: Wanted[] = [];
  for (let root = mostWanted(open); root !== null; root = mostWanted(open)) {
    const folder = childOf(root, NAME);
    const copy: Wanted = { folder, target: null };
    const isCopy = wanted[0] === undefined || hasCopy(folder);
    const ways = isCopy ? [copy] : [{ folder, target: posix.relative(root, wanted[0]!.folder) }, copy];
    const [best] = ways
      .map((way) => ({ way, loading: loadingFrom(project, way, files, open) }))
      .sort((one, other) => other.loading.length - one.loading.length);
    for (const [host, roots] of open)
      open.set(
        host,
        roots.filter((one) => one !== root),
      );
    for (const host of best!.loading) open.delete(host);
    if (best!.loading.length === 0) project.workspace.remove(folder);
    else {
      put(project, best!.way, files);
      wanted.push(best!.way);
    }
  }
  return { wanted, ...outcome(project, wanted) };
}

/**
 * Tests which hosts load Skillglass's own skill from a folder. Writes a copy of the skill, or a
 * link to a copy, into the workspace. Returns the hosts that load the skill from there, but only
 * hosts that are keys of `hosts`.
 */
function loadingFrom(project: Project, way: Wanted, files: Files, hosts: ReadonlyMap<HostEdition, unknown>): HostEdition[] {
  put(project, way, files);
  return standings(project, way.folder).flatMap(({ host, isLoaded }) => (isLoaded && hosts.has(host) ? [host] : []));
}

/**
 * Returns the folder that the user chose for a copy of Skillglass's own skill, and the hosts that
 * load the skill from there.
 */
export function placementIn(project: Project, folder: string, files: Files): Placement {
  const wanted = [{ folder, target: null }];
  put(project, wanted[0]!, files);
  return { wanted, ...outcome(project, wanted) };
}

function outcome(project: Project, wanted: readonly Wanted[]): Pick<Placement, "hosts" | "lacking"> {
  const all = wanted.map(({ folder }) => standings(project, folder));
  const isLoaded = (index: number) => all.some((one) => one[index]!.isLoaded);
  return {
    hosts: project.hosts.filter((_, index) => isLoaded(index)),
    lacking: project.hosts.flatMap((host, index) =>
      isLoaded(index) ? [] : [{ host, remedy: all[0]?.[index]?.remedy ?? "it looks in no folder of this place" }],
    ),
  };
}

/**
 * Returns the folders in which a host looks for skills of a project or user, in the host's order.
 */
function rootsOf(project: Project, host: HostEdition, scope: SkillScope): string[] {
  const { root, home } = project.place;
  const isOf = (path: string) => (scope === "user" ? isWithin(path, home) : isWithin(path, root));
  const { roots } = project.through(host).catalog();
  const found = roots.filter(({ path, scope: whose }) => isOf(path) && whose === (scope === "user" ? "user" : "repo"));
  // Folders of commands and of a host's own skills are left out, because they are not for other skills.
  return found.map(({ path }) => path).filter((path) => /^skills?$/.test(nameOf(path)));
}

/**
 * Returns the folder in `open` that the most hosts search for skills. If several folders have the
 * same number of hosts, prefers `.agents/skills`. Returns null if `open` contains no folders.
 */
function mostWanted(open: ReadonlyMap<HostEdition, readonly string[]>): string | null {
  const counts = new Map<string, number>();
  for (const roots of open.values()) for (const root of new Set(roots)) counts.set(root, (counts.get(root) ?? 0) + 1);
  const isShared = (root: string) => (nameOf(parentOf(root)) === ".agents" ? 1 : 0);
  const [best] = [...counts].sort(([one, ones], [other, others]) => others - ones || isShared(other) - isShared(one));
  return best?.[0] ?? null;
}

/**
 * Adds a copy of Skillglass's own skill, or a link to it, to the workspace. Replaces the folder if
 * it exists.
 */
function put({ workspace }: Project, { folder, target }: Wanted, files: Files): void {
  workspace.remove(folder);
  if (target !== null) workspace.symlink(folder, target);
  else for (const [path, text] of files) workspace.write(childOf(folder, path), text);
}

/** Returns for each host whether it loads Skillglass's own skill from a folder. */
function standings(project: Project, folder: string): Standing[] {
  const file = childOf(folder, "SKILL.md");
  return project.hosts.map((host) => {
    const { skills } = project.through(host).compare({ hosts: [host], skills: [file] });
    const cell = skills[0]?.cells[0];
    const isLoaded = cell?.loaded === true && cell.discovered;
    return { host, isLoaded, remedy: cell?.obstacles[0]?.change ?? "it does not look there" };
  });
}
