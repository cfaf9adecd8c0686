// Determines what is checked: the project around the working directory, or the named files and folders.
import { existsSync, readdirSync } from "node:fs";
import { resolve } from "node:path";
import type { FixRequest, HostEdition, LintRequest, Severity } from "skillglass";
import { UsageError } from "../exit.ts";
import type { Progress } from "../print/progress.ts";
import { Project } from "../tree/load.ts";
import { childOf, foldersAbove, isWithin, toDisk, toTree } from "../tree/paths.ts";
import type { Place } from "../tree/project.ts";
import { placeAround } from "../tree/project.ts";
import { isSkillFile } from "../tree/walk.ts";

/** The maximum number of parent folders in which a `SKILL.md` is searched for. */
const MOST_ABOVE = 8;

export interface CheckRequest {
  readonly place: Place;
  /**
   * The files and folders to check, as paths on the disk. A path is absolute or relative to the
   * working directory.
   */
  readonly paths: readonly string[];
  readonly hosts: readonly HostEdition[] | null;
  readonly least: Severity;
  /** The levels of rules that the options `--select`, `--ignore` and `--locked` set. */
  readonly rules: NonNullable<LintRequest["rules"]>;
  /** False to keep the severity of warnings that repeat. */
  readonly lowerRepeats: boolean;
  readonly progress: Progress;
}

/** The files and folders of one project that are checked together. */
export interface Part {
  readonly place: Place;
  readonly scope: readonly string[];
  readonly named: readonly string[];
  /** The levels of rules that the options `--select`, `--ignore` and `--locked` set. */
  readonly rules: CheckRequest["rules"];
  /** False to keep the severity of warnings that repeat. */
  readonly lowerRepeats: boolean;
}

/**
 * Returns a part for each project to which some of the `paths` belong. The part has the paths of
 * this project. If there are no paths, returns one part: the whole project around the working
 * directory.
 */
export function partsOf({ paths, place, rules, lowerRepeats }: CheckRequest): Part[] {
  if (paths.length === 0) return [{ place, scope: [place.root], named: [], rules, lowerRepeats }];
  const parts = new Map<string, Part & { scope: string[]; named: string[] }>();
  for (const path of paths) {
    const absolute = resolve(path);
    if (!existsSync(absolute)) throw new UsageError(`there is no file or folder ${path}`);
    const at = toTree(absolute);
    const owner = skillAround(at, place);
    const around = placeAround(owner ?? at, place);
    const part = parts.get(around.cwd) ?? { place: around, scope: [], named: [], rules, lowerRepeats };
    part.scope.push(at);
    part.named.push(at, ...(owner === null ? [] : [owner]));
    parts.set(around.cwd, part);
  }
  return [...parts.values()];
}

/**
 * Returns the folder of the skill that contains a file or folder. Returns null if the file or
 * folder is a skill itself, or is not in a skill.
 */
function skillAround(path: string, { bounds }: Place): string | null {
  if (isSkillFile(path) || hasSkill(path)) return null;
  // Outside of a repository, the end of a project is unknown.
  let above = 0;
  for (const folder of foldersAbove(path)) {
    if (bounds && !bounds.isOpen(folder)) return null;
    if (hasSkill(folder)) return folder;
    if (++above > MOST_ABOVE || existsSync(toDisk(childOf(folder, ".git")))) return null;
  }
  return null;
}

function hasSkill(folder: string): boolean {
  try {
    return readdirSync(toDisk(folder)).some((name) => isSkillFile(`/${name}`));
  } catch {
    // The path is a file, or a folder that may not be listed.
    return false;
  }
}

export function load({ place, named }: Part, { hosts, progress }: CheckRequest): Project {
  const project = new Project({ place, hosts, named, beside: true, progress });
  progress.show("checking");
  return project;
}

/**
 * Returns the request that checks and fixes the files and folders in `part`. A request for a whole
 * project has no list of skills, because it selects everything.
 */
export function requestOf(project: Project, part: Part): FixRequest {
  const { scope, place, rules } = part;
  // Files that cannot be read are reported with the reason, and no rule reads files above the limit.
  const all: FixRequest = { ...(project.hostsNamed ? { hosts: [...project.hosts] } : {}), rules: { ...rules, "unread-file": "off" } };
  // If the whole project is checked, no files are listed, because commands and settings are not files of skills.
  if (scope.length === 1 && scope[0] === place.root) return all;
  const skills = project.subjects(reached(part, project));
  return skills.length > 0 ? { ...all, skills } : all;
}

/**
 * Returns the files and folders that a check must include. Links are resolved, and targets of links
 * in these folders are added, because hosts follow the links. A file in a skill's folder selects
 * the whole skill.
 */
export function reached({ scope, place }: Part, project: Project): string[] {
  const { walk } = project;
  const real = scope.map((path) => {
    const at = walk.add(path) ?? path;
    if (at === place.root || project.skillFiles([at]).length > 0 || project.subjects([at]).length > 0) return at;
    return [...foldersAbove(at)].find((folder) => project.hasSkill(folder)) ?? at;
  });
  const linked = real
    .flatMap((folder) => walk.targets(folder))
    .filter((path) => !isWithin(place.home, path) && !isWithin(place.root, path));
  return [...new Set([...real, ...linked])];
}
