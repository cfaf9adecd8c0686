// The files beside skills that differ between two versions. Hosts read few of them, so reports about hosts seldom name them.
import type { Project } from "../tree/load.ts";
import { foldersAbove, isWithin, parentOf } from "../tree/paths.ts";
import { MOST_BYTES } from "../tree/walk.ts";
import type { ChangedFiles } from "./words.ts";

/** Returns the changed files of the skills that both versions have. */
export function changedFiles(base: Project, head: Project): ChangedFiles[] {
  const [before, after] = [filesOfSkills(base), filesOfSkills(head)];
  return [...before].flatMap(([skill, was]) => {
    const is = after.get(skill);
    if (is === undefined) return [];
    const below = (paths: string[]) => paths.map((path) => path.slice(parentOf(skill).length + 1)).sort();
    const added = below([...is].filter((path) => !was.has(path)));
    const removed = below([...was].filter((path) => !is.has(path)));
    const changed = below(
      differing(
        base,
        head,
        [...was].filter((path) => is.has(path)),
      ),
    );
    return added.length + removed.length + changed.length === 0 ? [] : [{ skill, added, removed, changed }];
  });
}

/** Returns the files of each skill's folder, without those of skills in folders below. */
function filesOfSkills(project: Project): Map<string, Set<string>> {
  const { root } = project.place;
  const skills = project.skillFiles([root]);
  const owners = new Map(skills.map((skill) => [parentOf(skill), skill]));
  const all = new Map(skills.map((skill) => [skill, new Set<string>()]));
  for (const file of project.walk.files) {
    if (!isWithin(file, root)) continue;
    const folder = [...foldersAbove(file)].find((one) => owners.has(one));
    const skill = folder === undefined ? undefined : owners.get(folder);
    if (skill !== undefined && skill !== file) all.get(skill)!.add(file);
  }
  return all;
}

/** Returns the files whose contents differ. All are files of both versions. */
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
