// Finds the top of a project and its surroundings.
import { existsSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { UsageError } from "../exit.ts";
import type { Bounds } from "./bounds.ts";
import { childOf, foldersAbove, isWithin, toDisk, toTree, userHome } from "./paths.ts";

/** The directories that determine what hosts read, as workspace paths. */
export interface Place {
  /** The working directory of the agent. */
  readonly cwd: string;
  /** The top of the repository that contains `cwd`; `cwd` itself if there is no repository. */
  readonly root: string;
  readonly home: string;
  /** The folders that may be read; absent if all folders may be read. */
  readonly bounds?: Bounds;
}

/**
 * Returns the directories that the options name. Throws a `UsageError` if one of them does not
 * exist. `cwdFrom` is the argument from which the command takes `cwd`.
 */
export function placeOf(
  options: { cwd?: string | undefined; home?: string | undefined; bounds?: Bounds | undefined },
  cwdFrom = "--cwd",
): Place {
  const cwd = existingFolder(cwdFrom, options.cwd ?? process.cwd());
  // The home does not need to exist: the user of a container may have no home.
  const home = options.home === undefined ? toTree(userHome()) : existingFolder("--home", options.home);
  const { bounds } = options;
  return { cwd, home, root: rootOf(cwd, bounds), ...(bounds ? { bounds } : {}) };
}

/**
 * Returns `place` if the path is in the project or home of `place`. If the path is in another
 * repository, returns a place that has this repository as its project and as its working directory.
 */
export function placeAround(path: string, place: Place): Place {
  if (isWithin(path, place.root) || (isWithin(path, place.home) && !isRepository(path, place.home))) return place;
  const folder = statSync(toDisk(path)).isDirectory() ? path : [...foldersAbove(path)][0]!;
  const root = rootOf(folder, place.bounds);
  return { ...place, cwd: root, root };
}

function isRepository(path: string, home: string): boolean {
  return [path, ...foldersAbove(path)].some(
    (folder) => folder !== home && isWithin(folder, home) && existsSync(toDisk(childOf(folder, ".git"))),
  );
}

/**
 * Returns the top of the repository that contains a folder; the folder itself if there is none.
 * Ignores folders outside of `bounds`.
 */
function rootOf(folder: string, bounds: Bounds | undefined): string {
  const above = [folder, ...foldersAbove(folder)].filter((one) => bounds?.isOpen(one) ?? true);
  return above.find((one) => existsSync(toDisk(childOf(one, ".git")))) ?? folder;
}

function existingFolder(option: string, path: string): string {
  const folder = resolve(path);
  // `statSync` throws for a path below a file, whatever its options.
  const found = existsSync(folder) ? statSync(folder, { throwIfNoEntry: false }) : undefined;
  if (!found) throw new UsageError(`${option}: there is no folder ${folder}`);
  if (!found.isDirectory()) throw new UsageError(`${option}: ${folder} is no folder`);
  return toTree(folder);
}
