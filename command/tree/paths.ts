// Paths of the disk and of the tree, whose paths are absolute and `/`-separated on every system.
import { homedir } from "node:os";
import { resolve, sep } from "node:path";
import { UsageError } from "../exit.ts";
import { pathShown, textShown } from "./shown.ts";

const IS_WINDOWS = sep === "\\";

/** Converts a path of the disk to a path of the tree: `C:\repo` is `/C:/repo`. */
export function toTree(path: string): string {
  if (!IS_WINDOWS) return path;
  const slashed = path.replaceAll("\\", "/");
  return /^[A-Za-z]:/.test(slashed) ? `/${slashed}` : slashed;
}

/** Converts a path of the tree to a path of the disk. */
export function toDisk(path: string): string {
  return IS_WINDOWS ? path.replace(/^\/(?=[A-Za-z]:)/, "").replaceAll("/", "\\") : path;
}

/** Returns true if `path` is `folder` or is in it; both are paths of the tree. */
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

/** Returns the directories above a path, the nearest first. */
export function* foldersAbove(path: string): Generator<string> {
  for (let folder = parentOf(path); ; folder = parentOf(folder)) {
    yield folder;
    if (folder === "/") return;
  }
}

/** Returns a path for people: relative to the working directory, or with `~` for the home. */
export function shownPath(path: string, cwd: string, home: string): string {
  return pathShown(path, { cwd, root: cwd, home }, toDisk);
}

/** Returns a text of the package with its paths in the form for people. */
export function withShownPaths(text: string, cwd: string, root: string, home: string): string {
  return textShown(text, { cwd, root, home }, toDisk);
}

/** Returns the user's home. */
export function userHome(): string {
  try {
    const home = homedir();
    if (home !== "") return resolve(home);
  } catch {
    // In a container, the system may not know the user.
  }
  throw new UsageError("it is not known where your home is: set HOME, or name it with --home");
}
