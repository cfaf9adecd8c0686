// Finds the files beside skills that differ between two versions of a project. Hosts read few of
// them, so reports about hosts seldom name them.
import type { Project } from "../tree/load.ts";
import { isWithin } from "../tree/paths.ts";
import { MOST_BYTES } from "../tree/walk.ts";
import { changedFilesOf, filesBySkill, filesInBoth } from "./beside.ts";
import type { ChangedFiles, FileChanges } from "./words.ts";

/**
 * Returns the added, removed and changed files in each skill's folder, for skills that exist in
 * both versions of a project.
 */
export function changedFiles(base: Project, head: Project): ChangedFiles[] {
  const [before, after] = [filesOfSkills(base), filesOfSkills(head)];
  const different = new Set(differing(base, head, filesInBoth(before, after)));
  return changedFilesOf(before, after, (path) => different.has(path));
}

/** Returns the changed files of skills in folders that no host searches. The hosts search the files in `searched`. */
export function changedUnsearched(base: Project, head: Project, searched: ReadonlySet<string>): FileChanges {
  const unsearched = (project: Project) => project.skillFiles([project.place.root]).filter((skill) => !searched.has(skill));
  const [before, after] = [unsearched(base), unsearched(head)];
  return {
    added: after.filter((skill) => !before.includes(skill)),
    removed: before.filter((skill) => !after.includes(skill)),
    changed: differing(
      base,
      head,
      before.filter((skill) => after.includes(skill)),
    ),
  };
}

function filesOfSkills(project: Project): Map<string, Set<string>> {
  const { root } = project.place;
  const files = [...project.walk.files].filter((file) => isWithin(file, root));
  return filesBySkill(files, project.skillFiles([root]));
}

/**
 * Returns those of the given files whose contents differ between two versions of a project. All
 * given files are in both versions.
 */
export function differing(base: Project, head: Project, files: readonly string[]): string[] {
  const [was, is] = [base.walk.from, head.walk.from];
  const isSmall = (path: string) => Math.max(base.walk.sizeOf(path), head.walk.sizeOf(path)) <= MOST_BYTES;
  const identities = files.map((path) => [was.identity(path), is.identity(path)] as const);
  const toRead = files.filter((path, index) => identities[index]!.includes(null) && isSmall(path));
  was.prepare(toRead);
  is.prepare(toRead);
  return files.filter((path, index) => {
    const [before, after] = identities[index]!;
    if (before !== null && after !== null) return before !== after;
    if (!toRead.includes(path)) return base.walk.sizeOf(path) !== head.walk.sizeOf(path);
    try {
      return !Buffer.from(was.read(path)).equals(is.read(path));
    } catch {
      // The reading of the project reports files that cannot be read.
      return false;
    }
  });
}
