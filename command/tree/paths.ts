// Paths of the disk and of the tree, whose paths are absolute and `/`-separated on every system.
import { homedir } from "node:os";
import { isAbsolute, relative, resolve, sep } from "node:path";
import { UsageError } from "../exit.ts";

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
  const below = relative(toDisk(cwd), toDisk(path));
  if (below === "") return ".";
  const up = below.split(sep).filter((part) => part === "..").length;
  if (!isAbsolute(below) && up === 0) return below.replaceAll("\\", "/");
  if (isWithin(path, home)) return `~${path.slice(home.length)}`;
  return !isAbsolute(below) && up <= 2 ? below.replaceAll("\\", "/") : toDisk(path);
}

/**
 * Returns a text of the package with its paths in the form for people. Texts of the package have absolute paths; a report with
 * paths relative to the project's folder should not name the same files in two ways.
 */
export function withShownPaths(text: string, cwd: string, root: string, home: string): string {
  const shown = [
    [cwd, ""],
    [root, `${shownPath(root, cwd, home)}/`],
    [home, "~/"],
  ] as const;
  return [...shown]
    .filter(([folder]) => folder !== "/")
    .sort(([one], [other]) => other.length - one.length)
    .reduce((all, [folder, name]) => all.replaceAll(new RegExp(`(?<![\\w./~-])${escapeExpression(folder)}/`, "g"), () => name), text);
}

function escapeExpression(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}

/** Returns the user's home. */
export function userHome(): string {
  try {
    const home = homedir();
    if (home !== "") return resolve(home);
  } catch {
    // A container's user may be none that the system knows.
  }
  throw new UsageError("it is not known where your home is: set HOME, or name it with --home");
}
