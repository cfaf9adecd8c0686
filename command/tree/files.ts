// The files that a walk reads: the files of the disk, some of which a folder or a commit may replace.
import { existsSync, lstatSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { posix } from "node:path";
import { childOf, isWithin, nameOf, parentOf, toDisk, toTree } from "./paths.ts";
import { codeOf } from "./trouble.ts";

/** The maximum number of links that are followed in one path, the same as in Linux. */
const MOST_LINKS = 40;

export type EntryKind = "file" | "folder" | "link" | "other";

/** An entry of a folder: its name and its kind. */
export interface NamedEntry {
  readonly name: string;
  readonly kind: EntryKind;
}

/** The kind and size of what exists at a path. */
export interface Entry {
  readonly kind: EntryKind;
  /** The size of a file in bytes. */
  readonly size: number;
}

/**
 * Functions that read files and folders by workspace paths. They throw the errors of the file
 * system.
 */
export interface Files {
  /**
   * Returns the kind and size of the entry at a path; undefined if no entry exists at the path. If
   * the entry is a link, the result describes the link and not the link's target.
   */
  entry(path: string): Entry | undefined;
  /** Returns the entries of a folder. */
  list(folder: string): readonly NamedEntry[];
  /** Returns the path to which a link leads. */
  target(link: string): string;
  /**
   * Reads the contents of several files in one step. If the files come from a Git commit, one call
   * of Git then reads all of them.
   */
  prepare(paths: readonly string[]): void;
  /** Returns the bytes of a file. */
  read(path: string): Uint8Array;
  /**
   * Returns a text that is equal for files with equal contents; null if this is unknown, as for
   * files on the disk.
   */
  identity(path: string): string | null;
  /** Returns a path in the form that people read: a path on the disk, or a path in a commit. */
  shown(path: string): string;
}

/** The files on the disk. */
export const disk: Files = {
  entry(path) {
    const found = lstatSync(toDisk(path), { throwIfNoEntry: false });
    return found && { kind: kindOf(found), size: found.size };
  },
  list: (folder) => readdirSync(toDisk(folder), { withFileTypes: true }).map((entry) => ({ name: entry.name, kind: kindOf(entry) })),
  target: (link) => toTree(readlinkSync(toDisk(link))),
  prepare() {},
  read: (path) => readFileSync(toDisk(path)),
  identity: () => null,
  shown: toDisk,
};

function kindOf(entry: { isFile(): boolean; isDirectory(): boolean; isSymbolicLink(): boolean }): EntryKind {
  if (entry.isFile()) return "file";
  if (entry.isDirectory()) return "folder";
  return entry.isSymbolicLink() ? "link" : "other";
}

/** The files of a folder or commit, by paths relative to its top. The empty path is the top. */
export type Source = Files;

/**
 * Returns the files of `below` (by default the disk), with the files in the folder `at` replaced by
 * those of `source`. The subfolder `.git` of `at` is not replaced, because `source` is another
 * version of the same project.
 */
export function mounted(source: Source, at: string, below: Files = disk): Files {
  const git = childOf(at, ".git");
  const within = (path: string): string | null => {
    if (!isWithin(path, at) || isWithin(path, git)) return null;
    return path.slice(at === "/" ? 1 : at.length + 1);
  };
  const choose = <T>(path: string, ofSource: (path: string) => T, ofDisk: (path: string) => T): T => {
    const inside = within(path);
    return inside === null ? ofDisk(path) : ofSource(inside);
  };
  return {
    entry: (path) => choose<Entry | undefined>(path, source.entry, below.entry),
    list(folder) {
      const names = choose(folder, source.list, below.list);
      if (folder === at) {
        const kept = below.entry(git);
        const others = names.filter(({ name }) => name !== ".git");
        return kept === undefined ? others : [...others, { name: ".git", kind: kept.kind }];
      }
      // The folder may be new. Then the names in the folder above do not include it.
      if (folder !== parentOf(at) || names.some(({ name }) => name === nameOf(at))) return names;
      return [...names, { name: nameOf(at), kind: "folder" }];
    },
    target: (link) => choose(link, source.target, below.target),
    prepare(paths) {
      const insides = paths.map(within);
      source.prepare(insides.filter((path) => path !== null));
      below.prepare(paths.filter((_, index) => insides[index] === null));
    },
    read: (path) => choose(path, source.read, below.read),
    identity: (path) => choose(path, source.identity, below.identity),
    shown: (path) => choose(path, source.shown, below.shown),
  };
}

/**
 * Returns the files of a folder on the disk as a source that is later mounted at the path `at`. An
 * absolute link that leads into the folder is changed to lead to the same relative path in `at`.
 */
export function folderSource(folder: string, at: string): Source {
  const real = (path: string) => (path === "" ? folder : childOf(folder, path));
  return {
    entry: (path) => disk.entry(real(path)),
    list: (path) => disk.list(real(path)),
    target(link) {
      const target = disk.target(real(link));
      return posix.isAbsolute(target) && isWithin(target, folder) ? at + target.slice(folder.length) : target;
    },
    prepare() {},
    read: (path) => disk.read(real(path)),
    identity: () => null,
    shown: (path) => disk.shown(real(path)),
  };
}

/** Returns a path with links resolved; null if nothing exists at the path. */
export function realIn(files: Files, path: string, links = MOST_LINKS): string | null {
  let real = "";
  const parts = path.split("/").filter((part) => part !== "");
  for (const [index, part] of parts.entries()) {
    const here = `${real}/${part}`;
    let entry: Entry | undefined;
    try {
      entry = files.entry(here);
    } catch (error) {
      if (!["ENOENT", "ENOTDIR", "EACCES", "ELOOP", "ENAMETOOLONG"].includes(codeOf(error))) throw error;
    }
    if (entry === undefined) return null;
    if (entry.kind === "link") {
      if (links === 0) return null;
      return realIn(files, posix.join(posix.resolve(real || "/", files.target(here)), ...parts.slice(index + 1)), links - 1);
    }
    real = here;
  }
  return real || "/";
}

/** Returns true if something exists at a path after links are resolved. */
export function existsIn(files: Files, path: string): boolean {
  return files === disk ? existsSync(toDisk(path)) : realIn(files, path) !== null;
}
