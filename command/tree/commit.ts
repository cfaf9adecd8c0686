// The files of a commit, which replace the files of the working tree.
import { existsSync, readFileSync } from "node:fs";
import type { Entry, EntryKind, NamedEntry, Source } from "./files.ts";
import { Repository } from "./git.ts";
import { childOf, nameOf, parentOf, toDisk } from "./paths.ts";
import { MOST_BYTES } from "./walk.ts";

/** The maximum length of a link's target in bytes, the same as in Linux. */
const MOST_LINK_BYTES = 4096;
/** The maximum depth of nested submodules that are read. */
const MOST_MODULES = 8;
/** The first line of a pointer file, which Git LFS commits instead of a large file. */
const LFS = "version https://git-lfs.github.com/spec/v1\n";

interface File {
  readonly kind: EntryKind;
  readonly repository: Repository;
  readonly oid: string;
  readonly size: number;
}

/**
 * The files of a commit, by paths relative to the repository's top. A submodule is a folder with
 * the files of its own commit.
 */
export class Commit implements Source {
  readonly repository: Repository;
  readonly oid: string;
  /**
   * The submodules whose commit is missing in the clone, each with the commit's object name. Their
   * folders are empty.
   */
  readonly missingModules = new Map<string, string>();
  /** The paths of files that were read and contain only a pointer of Git LFS. */
  readonly pointers = new Set<string>();
  readonly #files = new Map<string, File>();
  readonly #folders = new Map<string, Map<string, EntryKind>>([["", new Map()]]);

  constructor(repository: Repository, oid: string) {
    this.repository = repository;
    this.oid = oid;
    this.#add(repository, oid, "", MOST_MODULES);
    this.#prepareLinks();
  }

  entry = (path: string): Entry | undefined => {
    const file = this.#files.get(path);
    if (file !== undefined) return file;
    return this.#folders.has(path) ? { kind: "folder", size: 0 } : undefined;
  };

  list = (folder: string): readonly NamedEntry[] => {
    const names = this.#folders.get(folder);
    if (names === undefined) throw notThere();
    return Array.from(names, ([name, kind]) => ({ name, kind: this.#files.get(within(folder, name))?.kind ?? kind }));
  };

  target = (link: string): string => Buffer.from(this.read(link)).toString();

  prepare = (paths: readonly string[]): void => {
    const files = paths.map((path) => this.#files.get(path)).filter((file) => file !== undefined);
    for (const repository of new Set(files.map((file) => file.repository)))
      repository.readBlobs(files.filter((file) => file.repository === repository && file.size <= MOST_BYTES));
  };

  read = (path: string): Uint8Array => {
    const file = this.#files.get(path);
    if (file === undefined) throw notThere();
    if (file.repository.blob(file.oid) === undefined) this.prepare([path]);
    const bytes = file.repository.blob(file.oid);
    if (bytes === undefined)
      throw new Error("the clone does not have its content; in a partial clone, `git fetch --refetch --filter=blob:limit=8m` brings it");
    if (bytes.length < 1024 && Buffer.from(bytes).toString("latin1").startsWith(LFS)) this.pointers.add(path);
    return bytes;
  };

  identity = (path: string): string | null => this.#files.get(path)?.oid ?? null;

  shown = (path: string): string => `${this.oid.slice(0, 7)}:${path}`;

  /** Returns the paths of all files with this name, in any case. `name` is in lowercase. */
  filesNamed(name: string): string[] {
    return [...this.#files.keys()].filter((path) => nameOf(`/${path}`).toLowerCase() === name).sort();
  }

  #add(repository: Repository, oid: string, prefix: string, modules: number): void {
    for (const { mode, path, ...blob } of repository.tree(oid)) {
      // Git does not check out such names. A commit that was made by hand can have them.
      if (path.split("/").some((name) => ["", ".", ".."].includes(name) || name.toLowerCase() === ".git")) continue;
      const at = within(prefix, path);
      if (mode === "160000") this.#addModule(at, blob.oid, modules);
      else this.#put(at, { ...blob, repository, kind: mode === "120000" ? "link" : "file" });
    }
  }

  #addModule(path: string, oid: string, modules: number): void {
    this.#folder(path);
    const folder = childOf(this.repository.root, path);
    const nested = existsSync(toDisk(childOf(folder, ".git"))) && modules > 0 ? Repository.around(folder) : null;
    if (nested === null || nested.find(oid) === null) this.missingModules.set(path, oid);
    else this.#add(nested, oid, path, modules - 1);
  }

  #put(path: string, file: File): void {
    if (this.#folders.has(path) || !this.#folder(above(path))) return;
    this.#files.set(path, file);
    this.#folders.get(above(path))!.set(nameOf(`/${path}`), file.kind);
  }

  /** Adds a folder and its parent folders. Returns false if a file is in their place. */
  #folder(path: string): boolean {
    if (this.#folders.has(path)) return true;
    if (this.#files.has(path) || !this.#folder(above(path))) return false;
    this.#folders.set(path, new Map());
    this.#folders.get(above(path))!.set(nameOf(`/${path}`), "folder");
    return true;
  }

  /**
   * Reads all `.gitignore` files and the targets of all links with one call of Git. A separate call
   * for each file would be slow.
   */
  #prepareLinks(): void {
    const links = [...this.#files].filter(([, { kind, size }]) => kind === "link" && size <= MOST_LINK_BYTES).map(([path]) => path);
    this.prepare([...links, ...this.filesNamed(".gitignore")]);
    for (const [path, file] of this.#files) {
      if (file.kind !== "link") continue;
      const bytes = file.repository.blob(file.oid);
      // No file system has links with such targets.
      if (bytes === undefined || bytes.length === 0 || bytes.includes(0)) this.#files.set(path, { ...file, kind: "other" });
    }
  }
}

/** Returns the files of a folder within a source. Their paths are relative to this folder. */
export function folderOf(source: Source, folder: string): Source {
  return {
    entry: (path) => source.entry(within(folder, path)),
    list: (path) => source.list(within(folder, path)),
    target: (path) => source.target(within(folder, path)),
    prepare: (paths) => source.prepare(paths.map((path) => within(folder, path))),
    read: (path) => source.read(within(folder, path)),
    identity: (path) => source.identity(within(folder, path)),
    shown: (path) => source.shown(within(folder, path)),
  };
}

/**
 * Returns the files of a commit, with the line ends of the files in the working tree. Git can
 * convert line ends at checkout, and this must not count as a change.
 */
export function withLineEnds(commit: Commit): Source {
  return {
    ...folderOf(commit, ""),
    read(path) {
      const bytes = commit.read(path);
      const here = checkedOut(childOf(commit.repository.root, path));
      return here?.includes("\r\n") && here.toString("latin1").replaceAll("\r\n", "\n") === Buffer.from(bytes).toString("latin1")
        ? here
        : bytes;
    },
  };
}

function checkedOut(path: string): Buffer | null {
  try {
    return readFileSync(toDisk(path));
  } catch {
    return null;
  }
}

function within(folder: string, path: string): string {
  if (folder === "") return path;
  return path === "" ? folder : `${folder}/${path}`;
}

function above(path: string): string {
  return parentOf(`/${path}`).slice(1);
}

function notThere(): Error {
  return Object.assign(new Error("it is not there"), { code: "ENOENT" });
}
