/** Reports about changes as Markdown: the command writes the same. */
import type { TreeDiff } from "skillglass";
import { markdown } from "../../../../command/changes/markdown.ts";
import type { ShownPaths } from "../../../../command/changes/words.ts";
import { plainLine } from "../../../../command/print/plain.ts";
import { pathShown, textShown } from "../../../../command/tree/shown.ts";
import { parent } from "../../lib/paths.ts";
import { exists } from "../../state/files.ts";
import { options } from "../../state/options.ts";

export { markdown };

/** Returns the forms of paths: relative to the directory, as the command shows them in that folder. */
export function shownPaths(): ShownPaths {
  const { cwd, home } = options.peek();
  const from = { cwd, root: rootOf(cwd), home };
  return { path: (path) => pathShown(path, from), sentence: (text) => plainLine(textShown(text, from)) };
}

/** Returns the repository that a folder is in; the folder if it is in none. */
function rootOf(cwd: string): string {
  for (let folder = cwd; folder !== ""; folder = parent(folder)) if (exists(`${folder}/.git`)) return folder;
  return cwd;
}

/** Returns a report about two trees as Markdown. The files beside skills are not compared here, and no file is paired with another. */
export function markdownOfTrees({ hosts, findings }: TreeDiff): string {
  const reports = hosts.map((diff) => ({ ...diff, moves: [] }));
  return markdown.trees(shownPaths(), { hosts: reports, findings, edited: [], files: [] });
}
