// Converts between paths on the disk and paths in the workspace. The latter are absolute and have
// `/` on every system.
import { homedir } from "node:os";
import { resolve, sep } from "node:path";
import { UsageError } from "../exit.ts";
import { pathShown, textShown } from "./shown.ts";

const IS_WINDOWS = sep === "\\";

/**
 * Converts a path on the disk to a workspace path, which is absolute with `/` on every system. For
 * example, `C:\repo` becomes `/C:/repo`.
 */
export function toTree(path: string): string {
  if (!IS_WINDOWS) return path;
  const slashed = path.replaceAll("\\", "/");
  return /^[A-Za-z]:/.test(slashed) ? `/${slashed}` : slashed;
}

/** Converts a workspace path to a path on the disk. */
export function toDisk(path: string): string {
  return IS_WINDOWS ? path.replace(/^\/(?=[A-Za-z]:)/, "").replaceAll("/", "\\") : path;
}

/** Returns true if `path` is `folder` or is somewhere in it. Both are workspace paths. */
export function isWithin(path: string, folder: string): boolean {
  return folder === "/" || path === folder || path.startsWith(`${folder}/`);
}

export function parentOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/")) || "/";
}

export function childOf(folder: string, name: string): string {
  return folder === "/" ? `/${name}` : `${folder}/${name}`;
}

export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** Returns all folders that contain a path, starting with the nearest. */
export function* foldersAbove(path: string): Generator<string> {
  for (let folder = parentOf(path); ; folder = parentOf(folder)) {
    yield folder;
    if (folder === "/") return;
  }
}

/**
 * Returns a path as reports show it: relative to the working directory, or with `~` for the home
 * directory.
 */
export function shownPath(path: string, cwd: string, home: string): string {
  return pathShown(path, { cwd, root: cwd, home }, toDisk);
}

/**
 * Shortens the absolute paths in a message that the `skillglass` package wrote, so that the message
 * shows paths in the same form as the rest of a report.
 */
export function withShownPaths(text: string, cwd: string, root: string, home: string): string {
  return textShown(text, { cwd, root, home }, toDisk);
}

/** Returns the home directory of the user. Throws a `UsageError` if it is unknown. */
export function userHome(): string {
  try {
    const home = homedir();
    if (home !== "") return resolve(home);
  } catch {
    // In a container, the system may not know the user.
  }
  throw new UsageError("it is not known where your home is: set HOME, or name it with --home");
}
