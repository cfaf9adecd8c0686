/**
 * This module writes reports about changes as Markdown, in the same words as the command
 * `skillglass`.
 */
import type { TreeDiff } from "skillglass";
import { changedFilesOf, filesBySkill, filesInBoth } from "../../../../command/changes/beside.ts";
import { markdown } from "../../../../command/changes/markdown.ts";
import type { ShownPaths } from "../../../../command/changes/words.ts";
import { plainLine } from "../../../../command/print/plain.ts";
import { pathShown, textShown } from "../../../../command/tree/shown.ts";
import { isBelow, isSkillFile, parent } from "../../lib/paths.ts";
import type { Contents } from "../../lib/text.ts";
import { contentsOfEarlier, pathsOfEarlier } from "../../state/earlier.ts";
import { contentsOf, exists, files } from "../../state/files.ts";
import { options } from "../../state/options.ts";

export { markdown };

/**
 * Returns two functions that shorten paths in a report: one for single paths, and one for sentences
 * that contain paths. Paths are shown relative to the working directory, as in the reports of the
 * command-line tool.
 */
export function shownPaths(): ShownPaths {
  const { cwd, home } = options.peek();
  const from = { cwd, root: rootOf(cwd), home };
  return { path: (path) => pathShown(path, from), sentence: (text) => plainLine(textShown(text, from)) };
}

/** Returns the nearest folder above `cwd` that contains `.git`; `cwd` itself if there is none. */
function rootOf(cwd: string): string {
  for (let folder = cwd; folder !== ""; folder = parent(folder)) if (exists(`${folder}/.git`)) return folder;
  return cwd;
}

/**
 * Returns the Markdown report that compares the workspace with the earlier tree, which the visitor
 * chose for the comparison. Also reads the files beside each `SKILL.md`, because the report
 * includes their changes.
 */
export async function markdownOfTrees({ hosts, findings }: TreeDiff): Promise<string> {
  const paths = shownPaths();
  const root = rootOf(options.peek().cwd);
  const before = new Set(pathsOfEarlier());
  const beside = (all: Iterable<string>) => {
    const within = [...all].filter((path) => isBelow(path, root));
    return filesBySkill(within, within.filter(isSkillFile).sort());
  };
  const [was, is] = [beside(before.keys()), beside(files.keys())];
  const changed = new Set(hosts.flatMap(({ skills }) => skills.map(({ path }) => path)));
  const inBoth = [...changed].filter((path) => before.has(path) && files.has(path));
  const different = await differing([...filesInBoth(was, is), ...inBoth]);
  return markdown.trees(paths, {
    hosts,
    findings,
    edited: inBoth.filter((path) => different.has(path)).sort(),
    files: changedFilesOf(was, is, (path) => different.has(path)),
    unsearched: { added: [], removed: [], changed: [] },
    plugins: [],
  });
}

/** The maximum number of files that are read at the same time from each tree. */
const AT_ONCE = 200;

/**
 * Returns those of the given paths whose contents differ between the earlier tree and the
 * workspace. All given paths are in both trees.
 */
async function differing(all: readonly string[]): Promise<Set<string>> {
  const different = new Set<string>();
  for (let start = 0; start < all.length; start += AT_ONCE) {
    await Promise.all(
      all.slice(start, start + AT_ONCE).map(async (path) => {
        const [was, is] = await Promise.all([contentsOfEarlier(path), contentsOf(path)]);
        if (was !== null && is !== null && !isSame(was, is)) different.add(path);
      }),
    );
  }
  return different;
}

function isSame(one: Contents, other: Contents): boolean {
  if (typeof one === typeof other && one === other) return true;
  const [a, b] = [one, other].map((contents) => (typeof contents === "string" ? encoder.encode(contents) : contents));
  return a!.length === b!.length && a!.every((byte, index) => byte === b![index]);
}

const encoder = new TextEncoder();
