// Writes the files that fixes change. Each file is written whole or not at all. A file that somebody else has changed in the meantime is
// not written.
import { randomBytes } from "node:crypto";
import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, posix } from "node:path";
import type { Fixed } from "skillglass";
import { childOf, foldersAbove, isWithin, nameOf, parentOf, toDisk, toTree } from "./paths.ts";
import type { Trouble } from "./trouble.ts";
import { wordsFor } from "./trouble.ts";

/** The files that were written and renamed, and the files that could not be written or renamed. */
export interface Written {
  readonly files: readonly string[];
  readonly renames: Fixed["renames"];
  readonly troubles: readonly Trouble[];
}

/** The signals that would end the command, for example because of Ctrl+C. */
const ENDINGS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Runs `write` without letting a signal interrupt it, so that no file is half-written. If a signal
 * arrives, the process ends afterwards.
 */
export async function uninterrupted<T>(write: () => T): Promise<T> {
  let ended: NodeJS.Signals | undefined;
  const note = (signal: NodeJS.Signals) => {
    ended = signal;
  };
  for (const signal of ENDINGS) process.on(signal, note);
  try {
    const done = write();
    // Signals are received when the event loop waits for input. The first turn may begin after that, so there are two turns.
    for (let turn = 0; turn < 2; turn++) await new Promise((next) => setImmediate(next));
    return done;
  } finally {
    for (const signal of ENDINGS) process.off(signal, note);
    if (ended) process.kill(process.pid, ended);
  }
}

/**
 * Renames files, and writes their new texts. `read` has the contents that the files had when they
 * were read. A file whose contents have changed since is skipped. Nothing outside of `within` is
 * changed, even through links, because the project may come from a stranger.
 */
export function writeFixed(
  { renames, files }: Pick<Fixed, "renames" | "files">,
  read: ReadonlyMap<string, Uint8Array>,
  within: readonly string[],
): Written {
  const troubles: Trouble[] = [];
  const done: { from: string; to: string }[] = [];
  const written: string[] = [];
  // Before the first change, all files to write or move must be unchanged since they were read.
  const origin = (path: string) =>
    renames.toReversed().reduce((at, { from, to }) => (isWithin(at, to) ? from + at.slice(to.length) : at), path);
  const changed = new Set<string>();
  for (const path of Object.keys(files)) {
    const from = origin(path);
    const why = whyKept(from, read, within);
    if (why === null) continue;
    changed.add(path);
    troubles.push({ path: toDisk(from), message: why });
  }
  for (const { from, to } of renames) {
    const isHeld = [...changed].some((path) => isWithin(path, to));
    const bytes = read.get(from);
    const isOther = bytes !== undefined && isChanged(from, bytes);
    // If a link is renamed, the link itself is renamed, not its target.
    const why = isOther ? "it changed since it was read, so it keeps its name" : whyOutside(parentOf(from), within);
    if (isHeld || why !== null) {
      for (const path of Object.keys(files)) if (isWithin(path, to)) changed.add(path);
      if (!isHeld && why !== null) troubles.push({ path: toDisk(from), message: why });
      continue;
    }
    try {
      rename(toDisk(from), toDisk(to));
      done.push({ from, to });
    } catch (error) {
      for (const path of Object.keys(files)) if (isWithin(path, to)) changed.add(path);
      troubles.push({ path: toDisk(from), message: `cannot be renamed to ${toDisk(to)}: ${wordsFor(error)}` });
    }
  }
  for (const [path, text] of Object.entries(files)) {
    if (changed.has(path)) continue;
    try {
      replaceFile(toDisk(path), text);
      written.push(path);
    } catch (error) {
      troubles.push({ path: toDisk(path), message: wordsFor(error) });
    }
  }
  return { files: written, renames: done, troubles };
}

/**
 * Writes files that have a purpose only together, and creates their missing folders. If one of them
 * cannot be written, the others are not written either. `read` and `within` are those of
 * `writeFixed`.
 */
export function writeTogether(
  files: Readonly<Record<string, string>>,
  read: ReadonlyMap<string, Uint8Array>,
  within: readonly string[],
): Trouble[] {
  const troubles: Trouble[] = [];
  const prepared: Prepared[] = [];
  const folders: string[] = [];
  const attempt = (path: string, act: () => void) => {
    try {
      act();
    } catch (error) {
      troubles.push({ path: toDisk(path), message: wordsFor(error) });
    }
  };
  for (const [path, text] of Object.entries(files)) {
    attempt(path, () => {
      const why = whyKept(path, read, within);
      if (why !== null) throw new Error(why);
      createFolders(parentOf(path), folders);
      prepared.push(prepare(toDisk(path), text));
    });
  }
  if (troubles.length === 0) {
    for (const path of Object.keys(files)) attempt(path, prepared.shift()!.replace);
    return troubles;
  }
  for (const { discard } of prepared) discard();
  for (const folder of folders.reverse()) attempt(folder, () => rmdirSync(toDisk(folder)));
  return troubles;
}

/** Creates a folder and its missing parent folders, and adds each to `created`. */
function createFolders(folder: string, created: string[]): void {
  for (const one of [folder, ...foldersAbove(folder)].filter((one) => !existsSync(toDisk(one))).reverse()) {
    mkdirSync(toDisk(one));
    created.push(one);
  }
}

/**
 * Returns an error message if a file must not be written, because it changed since it was read or
 * is outside of the permitted files and folders; otherwise null.
 */
function whyKept(path: string, read: ReadonlyMap<string, Uint8Array>, within: readonly string[]): string | null {
  return isChanged(path, read.get(path)) ? "it changed since it was read, so it is left as it is" : whyOutside(path, within);
}

/**
 * Returns an error message if a path leads out of the permitted files and folders through links;
 * otherwise null.
 */
function whyOutside(path: string, within: readonly string[]): string | null {
  const real = realOf(path);
  if (within.some((folder) => isWithin(real, realOf(folder)))) return null;
  return `a link leads out of what is checked, to ${toDisk(real)}: name that file to fix it`;
}

/** Returns a path without links. Of a path that does not exist, the existing folders lose their links. */
function realOf(path: string): string {
  try {
    return toTree(realpathSync(toDisk(path)));
  } catch {
    return path === "/" ? path : childOf(realOf(parentOf(path)), nameOf(path));
  }
}

function isChanged(path: string, read: Uint8Array | undefined): boolean {
  if (read === undefined) return existsSync(toDisk(path));
  try {
    return !readFileSync(toDisk(path)).equals(read);
  } catch {
    return true;
  }
}

/**
 * Renames a file. Throws an error if another file is at the new path. On a disk that ignores case,
 * a change of case is allowed.
 */
function rename(from: string, to: string): void {
  const there = lstatSync(to, { throwIfNoEntry: false });
  const own = lstatSync(from);
  if (there && (there.ino !== own.ino || there.dev !== own.dev)) throw new Error("there is a file of that name");
  mkdirSync(dirname(to), { recursive: true });
  renameSync(from, to);
}

/** Creates a link at `link` that leads to `folder`. Creates missing parent folders of the link. */
export function linkFolder(folder: string, link: string): void {
  mkdirSync(toDisk(parentOf(link)), { recursive: true });
  // On Windows, every user can make junctions, but only some users can make links.
  symlinkSync(toDisk(process.platform === "win32" ? folder : posix.relative(parentOf(link), folder)), toDisk(link), "junction");
}

/**
 * Replaces the contents of a file, or of the file to which a link leads. Keeps the file's
 * permissions. Other programs see either the old or the new contents, never a part.
 */
export function replaceFile(name: string, text: string | Uint8Array): void {
  prepare(name, text).replace();
}

/** The new contents of a file, in a temporary file beside it. */
interface Prepared {
  /** Replaces the file. */
  readonly replace: () => void;
  /** Removes the temporary file. */
  readonly discard: () => void;
}

/**
 * Writes the new contents of a file into a temporary file beside it. Throws an error if the file
 * must not be replaced, or if there is no room for the contents.
 */
function prepare(name: string, text: string | Uint8Array): Prepared {
  const path = existsSync(name) ? realpathSync(name) : name;
  const there = statSync(path, { throwIfNoEntry: false });
  // A device or a pipe would be replaced by a file.
  if (there && !there.isFile()) throw new Error(there.isDirectory() ? "it is a folder" : "it is no file");
  const mode = there?.mode;
  // The file must be writable, because a rename would ignore a mode that forbids writing.
  if (mode !== undefined) accessSync(path, constants.W_OK);
  const beside = `${path}.${randomBytes(6).toString("hex")}.tmp`;
  const discard = () => rmSync(beside, { force: true });
  const orDiscard = (act: () => void) => {
    try {
      act();
    } catch (error) {
      discard();
      throw error;
    }
  };
  orDiscard(() => {
    const file = openSync(beside, "wx", mode ?? 0o666);
    try {
      writeFileSync(file, text);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    // A replaced file keeps its mode, whatever the mask of the process.
    if (mode !== undefined) chmodSync(beside, mode);
  });
  return { replace: () => orDiscard(() => renameSync(beside, path)), discard };
}
