// Finds the files beside the skills in two versions of a project. This module needs no Node,
// because the playground imports it.
import type { ChangedFiles } from "./words.ts";

/**
 * Returns the files beside each `SKILL.md` in `skills`: all other files in its folder, except the
 * files of skills in subfolders.
 */
export function filesBySkill(files: Iterable<string>, skills: readonly string[]): Map<string, Set<string>> {
  const owners = new Map(skills.map((skill) => [parentOf(skill), skill]));
  const all = new Map(skills.map((skill) => [skill, new Set<string>()]));
  for (const file of files) {
    let folder = parentOf(file);
    while (folder !== "" && !owners.has(folder)) folder = parentOf(folder);
    const skill = owners.get(folder);
    if (skill !== undefined && skill !== file) all.get(skill)!.add(file);
  }
  return all;
}

/**
 * The files beside each skill in one version of a project, keyed by the path of the skill's
 * `SKILL.md`.
 */
type FilesBySkill = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * Returns the paths of the files that are in the folder of the same skill before and after the
 * change.
 */
export function filesInBoth(before: FilesBySkill, after: FilesBySkill): string[] {
  return [...before].flatMap(([skill, was]) => [...was].filter((path) => after.get(skill)?.has(path)));
}

/**
 * Returns the added, removed and changed files beside each skill that is in both versions.
 * `differs` returns true if a file has different contents.
 */
export function changedFilesOf(before: FilesBySkill, after: FilesBySkill, differs: (path: string) => boolean): ChangedFiles[] {
  return [...before].flatMap(([skill, was]) => {
    const is = after.get(skill);
    if (is === undefined) return [];
    const below = (paths: string[]) => paths.map((path) => path.slice(parentOf(skill).length + 1)).sort();
    const added = below([...is].filter((path) => !was.has(path)));
    const removed = below([...was].filter((path) => !is.has(path)));
    const changed = below([...was].filter((path) => is.has(path) && differs(path)));
    return added.length + removed.length + changed.length === 0 ? [] : [{ skill, added, removed, changed }];
  });
}

function parentOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/"));
}
