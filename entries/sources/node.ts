/** Reads a directory of the disk, in Node, Deno and Bun. */
import { lstat, opendir, readFile, readlink, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import type { LiveFolder, Watch } from "./follow.js";
import type { SourceOptions, SourceTree } from "./tree.js";
import { asSourceError, Collection, SourceError } from "./tree.js";
import { Watchers } from "./watchers.js";

/** The number of directories that are listed at the same time. */
const AT_ONCE = 16;

/** The options of `liveDirectory`, which watches a directory for changes. */
export interface LiveDirectoryOptions {
  /**
   * True if one watcher of the operating system reports the changes of all subdirectories; false if
   * each directory has a watcher of its own. The default is true on macOS and Windows. On other
   * systems the default is false, because Node 20 misses changes of a file that an editor has
   * replaced.
   */
  readonly recursive?: boolean | undefined;
}

/**
 * Lists all files, folders and links below a directory, and returns them as a tree. The contents of
 * a file are read later, when they are needed. A link that leads out of the directory is refused.
 *
 * Rejects with a `SourceError` if the path is not a directory that can be listed.
 */
export async function fromDirectory(directory: string, options: SourceOptions = {}): Promise<SourceTree> {
  return new Walk(resolve(directory), options).read([""]);
}

/**
 * Returns a directory that `follow` watches with `fs.watch`. The changes of a folder are reported
 * from the time when the folder is first read.
 */
export function liveDirectory(directory: string, options: LiveDirectoryOptions = {}): LiveFolder & { readonly watch: Watch } {
  const root = resolve(directory);
  const watchers = new Watchers(root, options.recursive ?? ["darwin", "win32"].includes(process.platform));
  return {
    read: async (paths, options = {}) => new Walk(root, options, watchers).read(paths),
    watch: (heard, failed) => watchers.start(heard, failed),
  };
}

/** A search of a directory, or of some paths in it, that collects the entries. */
class Walk {
  readonly #found: Collection;
  readonly #waiting: string[] = [];
  readonly #plain = new Map<string, Promise<boolean>>();

  constructor(
    readonly root: string,
    readonly options: SourceOptions,
    readonly watchers?: Watchers,
  ) {
    this.#found = new Collection(basename(root), options);
  }

  async read(paths: readonly string[]): Promise<SourceTree> {
    for (let start = 0; start < paths.length; start += AT_ONCE)
      await Promise.all(paths.slice(start, start + AT_ONCE).map((path) => (path === "" ? this.#begin() : this.#look(path))));
    let failure: { error: unknown } | undefined;
    const running = new Set<Promise<void>>();
    while ((this.#waiting.length > 0 || running.size > 0) && !failure) {
      while (this.#waiting.length > 0 && running.size < AT_ONCE) {
        const one = this.#list(this.#waiting.pop()!).catch((error: unknown) => {
          failure ??= { error };
        });
        running.add(one);
        void one.then(() => running.delete(one));
      }
      await Promise.race(running);
    }
    if (failure) throw failure.error;
    return this.#found.tree();
  }

  async #begin(): Promise<void> {
    try {
      if (!(await stat(this.root)).isDirectory()) throw new SourceError("kind", `${this.root} is no directory`);
    } catch (error) {
      throw asSourceError(error, this.options.signal);
    }
    this.#waiting.push("");
  }

  /**
   * Checks which entry now exists at a path, and adds the entry to the entries of the source. Adds
   * nothing if no entry exists there. Also adds nothing if a folder in the path is a link, because
   * the same entry has another path without links.
   */
  async #look(path: string): Promise<void> {
    try {
      if (!(await this.#isPlain(dirname(path)))) return;
      await this.#take(path, await lstat(join(this.root, path)));
    } catch (error) {
      if (!isMissing(error)) this.#found.refuse(path, "unreadable", (asSourceError(error) as Error).message);
      else this.watchers?.close(path);
    }
  }

  /** Returns true if a path is a directory, and if no directory above this directory is a link. */
  #isPlain(path: string): Promise<boolean> {
    if (path === ".") return Promise.resolve(true);
    const known = this.#plain.get(path);
    if (known) return known;
    const isPlain = async () => (await this.#isPlain(dirname(path))) && (await lstat(join(this.root, path))).isDirectory();
    const asked = isPlain();
    this.#plain.set(path, asked);
    return asked;
  }

  async #list(folder: string): Promise<void> {
    const found = this.#found;
    try {
      // The watcher starts before the folder is listed, so that no change is missed between the two.
      this.watchers?.add(folder);
      // The handle closes itself when the loop ends.
      for await (const entry of await opendir(join(this.root, folder))) {
        if (found.isFull) return;
        await this.#take(folder === "" ? entry.name : `${folder}/${entry.name}`, entry);
      }
    } catch (error) {
      found.refuse(folder, "unreadable", `the folder cannot be listed or watched: ${(asSourceError(error) as Error).message}`);
    }
    found.report();
  }

  async #take(path: string, entry: Kind): Promise<void> {
    const found = this.#found;
    if (entry.isDirectory()) {
      if (found.addFolder(path)) this.#waiting.push(path);
    } else if (entry.isSymbolicLink()) await takeLink(this.root, path, found);
    else if (entry.isFile())
      found.addFile(path, { size: null, read: (signal) => read(join(this.root, path), found.limits.fileBytes, signal) });
    else found.refuse(path, "kind", "it is no file, folder or link");
  }
}

/**
 * The kind of a file, folder or link, from the listing of a directory or from the status of a path.
 */
interface Kind {
  isDirectory(): boolean;
  isFile(): boolean;
  isSymbolicLink(): boolean;
}

function isMissing(error: unknown): boolean {
  return ["ENOENT", "ENOTDIR"].includes((error as NodeJS.ErrnoException).code ?? "");
}

async function takeLink(root: string, path: string, found: Collection): Promise<void> {
  try {
    found.addLink(path, (await readlink(join(root, path))).replaceAll("\\", "/"));
  } catch (error) {
    found.refuse(path, "unreadable", (asSourceError(error) as Error).message);
  }
}

async function read(path: string, most: number, signal?: AbortSignal): Promise<Uint8Array> {
  try {
    const { size } = await stat(path);
    if (size > most) throw new SourceError("too-large", `it has ${size} bytes; the limit is ${most}`);
    const bytes = await readFile(path, signal ? { signal } : {});
    return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length);
  } catch (error) {
    throw asSourceError(error, signal);
  }
}
