/** Reports about changes as Markdown. They are the same as those of the command. */
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

/** Returns the forms of paths. Paths are relative to the working directory, as in the command. */
export function shownPaths(): ShownPaths {
  const { cwd, home } = options.peek();
  const from = { cwd, root: rootOf(cwd), home };
  return { path: (path) => pathShown(path, from), sentence: (text) => plainLine(textShown(text, from)) };
}

/** Returns the repository that contains a folder, or the folder itself if it is in no repository. */
function rootOf(cwd: string): string {
  for (let folder = cwd; folder !== ""; folder = parent(folder)) if (exists(`${folder}/.git`)) return folder;
  return cwd;
}

/** Returns a report about the earlier tree and the workspace as Markdown. Files beside skills are read for this report. */
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

/** The number of files that are read at the same time. */
const AT_ONCE = 200;

/** Returns the files whose contents differ. All given files are in both trees. */
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
