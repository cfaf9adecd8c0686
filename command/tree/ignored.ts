// Finds written files and folders that Git ignores, so that reports can show how to add them to the repository.
import { colour } from "../print/colour.ts";
import { plainLine } from "../print/text.ts";
import { existsIn } from "./files.ts";
import type { Project } from "./load.ts";
import { childOf, isWithin, parentOf } from "./paths.ts";
import type { IgnoredPath } from "./walk.ts";

/** A file, folder or link that a command wrote. */
export interface Made {
  readonly path: string;
  /** False for a file or a link. Git applies a rule such as `skills/` only to folders. */
  readonly isFolder: boolean;
}

/**
 * Returns a line for each path in `made` that Git ignores, with the remedy. If Git ignores several
 * paths in a folder and no path in `made` of this folder is left over, they have one line together.
 * `shown` converts paths to the form in which the report shows them.
 */
export function ignoredNotes({ walk, place: { root } }: Project, made: readonly Made[], shown: (path: string) => string): string[] {
  if (!existsIn(walk.from, childOf(root, ".git"))) return [];
  const inside = made.filter(({ path }) => isWithin(path, root));
  return [...new Set(inside.map(({ path }) => parentOf(path)))].flatMap((folder) => {
    const all = inside.filter(({ path }) => parentOf(path) === folder);
    const found = all.flatMap((one) => {
      const ignored = walk.ignoredBy(one.path, one.isFolder, root);
      return ignored === null ? [] : [{ ...one, ignored }];
    });
    if (found.length < 2 || found.length < all.length) return found.map((one) => noteOn(one.path, one.isFolder, one.ignored, shown));
    const { path, ignored } = found[0]!;
    return [noteOn(folder, true, ignored.path === path ? { ...ignored, path: childOf(folder, "*") } : ignored, shown)];
  });
}

function noteOn(path: string, isFolder: boolean, ignored: IgnoredPath, shown: (path: string) => string): string {
  const isAbove = path !== ignored.path && isWithin(path, ignored.path);
  const line = `!${ignored.path.slice(ignored.folder === "/" ? 0 : ignored.folder.length)}${isAbove || (isFolder && path === ignored.path) ? "/" : ""}`;
  const rules = plainLine(shown(childOf(ignored.folder, ".gitignore")));
  const where = plainLine(shown(path));
  return `${colour.yellow("–")} Git ignores ${where}, so a clone of the repository does not have it: \`git add --force ${where}\`, or add the line \`${plainLine(line)}\` at the end of ${rules}`;
}
