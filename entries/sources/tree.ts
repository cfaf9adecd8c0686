/**
 * The types of a source. Every source returns a tree, which has all paths immediately. The contents
 * of a file are read later, when they are needed.
 */

/** A file of a source. The contents are read only when they are needed. */
export interface SourceFile {
  /** The size in bytes; null if the size is known only after the file is read. */
  readonly size: number | null;
  /** Reads the bytes. Rejects with a `SourceError` if the file is damaged, larger than the limit, or gone. */
  read(signal?: AbortSignal): Promise<Uint8Array>;
  /**
   * Returns the browser's `Blob` for the file, without reading the file. Only files that a visitor
   * picks or drops have this method.
   */
  blob?(): Promise<Blob>;
}

/** A tree of files. Paths are relative to the top of the tree, with `/` between their parts. */
export interface SourceTree {
  /** The name of the folder, archive or repository. */
  readonly label: string;
  /** The files, keyed by path. */
  readonly files: ReadonlyMap<string, SourceFile>;
  /**
   * The paths of the folders. A folder that contains files may be missing from this set, because
   * the paths of these files already show that the folder exists.
   */
  readonly folders: ReadonlySet<string>;
  /** The symbolic links that stay in the tree: their paths, and their targets as written. */
  readonly links: ReadonlyMap<string, string>;
  /** The entries that were left out, each with the reason. The tree has all other entries. */
  readonly refused: readonly RefusedEntry[];
  /**
   * The folders that were skipped because no host searches them, such as `node_modules`. If the
   * option `whole` is true, no such folder is skipped.
   */
  readonly passedOver: readonly string[];
}

/** The reason why an entry was left out. */
export type EntryFault =
  /** The entry's path begins with a slash or a drive. */
  | "absolute"
  /** The entry's path has a segment `.` or `..`. */
  | "dots"
  /**
   * The entry's path has a backslash, which separates folders on Windows and is part of a name on
   * other systems.
   */
  | "backslash"
  /** The entry's path is empty or has an empty segment. */
  | "nameless"
  /** The entry's path has a NUL character. */
  | "nul"
  /** A later entry has the same path and is used instead of this entry. */
  | "duplicate"
  /** The entry is a link that leads out of the tree. */
  | "link-out"
  /** The entry is not a file, folder or link, but a device, a pipe or a submodule. */
  | "kind"
  /** The entry is compressed by a method that is neither "stored" nor "deflate". */
  | "compression"
  /** The entry is encrypted. */
  | "encrypted"
  /** The file is larger than the limit for one file, or exceeds the limit for all files. */
  | "too-large"
  /** The entry exceeds the limit for the number of entries. */
  | "too-many"
  /**
   * The entry's bytes are damaged or incomplete. For example, the checksum of the bytes differs
   * from the checksum in the archive.
   */
  | "damaged"
  /** The entry cannot be read: the entry does not exist any more, or access is denied. */
  | "unreadable"
  /** The workspace refuses the entry's path. */
  | "no-place";

/** An entry that was left out. */
export interface RefusedEntry {
  /** The entry's path, exactly as in the source. Empty if the whole source is refused. */
  readonly path: string;
  /** The reason why the entry was left out, as a code. */
  readonly reason: EntryFault;
  /** A description of the reason why the entry was left out, with the remedy. */
  readonly message: string;
}

/** The limits of a source. Entries beyond a limit are refused, and the other entries are taken. */
export interface Limits {
  /** The maximum number of files and folders; 100,000 by default. */
  readonly entries: number;
  /** The maximum number of bytes of one file; 50,000,000 by default. */
  readonly fileBytes: number;
  /** The maximum number of bytes of all files of an archive, unpacked; 200,000,000 by default. */
  readonly bytes: number;
}

/** The progress of reading a source. */
export interface Progress {
  /** `list` finds paths, `read` reads contents. */
  readonly stage: "list" | "read";
  /** The number of files that were found or read so far. */
  readonly done: number;
  /** The number of all files; null while this number is unknown. */
  readonly total: number | null;
}

/** The options for reading a source. */
export interface SourceOptions {
  /**
   * A signal that stops reading the source. When the signal is aborted, the function that reads the
   * source rejects with the signal's reason.
   */
  readonly signal?: AbortSignal | undefined;
  /** A function that receives the progress of reading from time to time. */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  /** Limits that replace the default limits. */
  readonly limits?: Partial<Limits> | undefined;
  /**
   * True if the folders `node_modules` and the contents of `.git` are read, too. No host searches
   * these folders.
   */
  readonly whole?: boolean | undefined;
  /** True if a single top folder that contains all entries is left out of the paths. */
  readonly strip?: boolean | undefined;
}

/** The error for a source that cannot be read, or for a file of such a source. */
export class SourceError extends Error {
  override readonly name = "SourceError";
  /** The reason why the source or file cannot be read, as a code. */
  readonly reason: EntryFault;
  constructor(reason: EntryFault, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}

export const LIMITS: Limits = { entries: 100_000, fileBytes: 50_000_000, bytes: 200_000_000 };

const OTHER_PROGRAMS = new Set([".git", "node_modules"]);

const count = new Intl.NumberFormat("en");

/** The mistakes in an entry's path for which a tree refuses the entry, each with its remedy. */
const PATHS: readonly (readonly [EntryFault, RegExp, string])[] = [
  ["nul", /\0/, "its path has a NUL character; give it another name"],
  ["absolute", /^\/|^[A-Za-z]:[/\\]/, "its path is absolute; pack it relative to the folder"],
  ["backslash", /\\/, "its path has a backslash; pack it with / between folders"],
  ["dots", /(^|\/)\.\.?(\/|$)/, "its path has a part . or ..; pack it without"],
  ["nameless", /^\/*$|\/\//, "its path has an empty part; give it a name"],
];

/** The part of `Collection` to which a reader of archives adds entries. */
export type Entries = Pick<
  Collection,
  "limits" | "isRaw" | "isFull" | "files" | "folders" | "links" | "addFile" | "addFolder" | "addLink" | "refuse" | "report"
>;

/** Collects the entries of a source, and refuses entries that should not be in a tree. */
export class Collection {
  readonly files = new Map<string, SourceFile>();
  readonly folders = new Set<string>();
  readonly links = new Map<string, string>();
  readonly refused: RefusedEntry[] = [];
  /**
   * True if entries are added unchanged. Paths are then not normalized, and a hard link in an
   * archive is added as a link.
   */
  readonly isRaw: boolean = false;
  readonly limits: Limits;
  readonly #passedOver = new Set<string>();
  readonly #options: SourceOptions;
  #bytes = 0;
  #isFull = false;

  constructor(
    readonly label: string,
    options: SourceOptions,
  ) {
    this.#options = options;
    this.limits = { ...LIMITS, ...options.limits };
    options.signal?.throwIfAborted();
  }

  refuse(path: string, reason: EntryFault, message: string): void {
    this.refused.push({ path, reason, message });
  }

  /**
   * Adds a file. Returns false if the file is refused or not needed. `held` is the file's unpacked
   * size in bytes if the file is in an archive, and 0 otherwise. The sum of these sizes must not
   * exceed `limits.bytes`.
   */
  addFile(path: string, file: SourceFile, held = 0): boolean {
    if (!this.#takes(path, path)) return false;
    if (file.size !== null && file.size > this.limits.fileBytes) {
      this.refuse(path, "too-large", `it has ${count.format(file.size)} bytes; the limit is ${count.format(this.limits.fileBytes)}`);
      return false;
    }
    if (this.#bytes + held > this.limits.bytes) {
      this.refuse(path, "too-large", `with it all files have more than ${count.format(this.limits.bytes)} bytes, which is the limit`);
      return false;
    }
    this.#bytes += held;
    this.#replace(path);
    this.files.set(path, file);
    return true;
  }

  /** Adds a folder. Returns false if nothing below the folder is needed. */
  addFolder(path: string): boolean {
    const clean = path.replace(/\/$/, "");
    if (!this.#takes(clean, `${clean}/`)) return false;
    this.folders.add(clean);
    return this.#wants(`${clean}/HEAD`);
  }

  /** Adds a symbolic link if its target is inside of the tree. Otherwise, refuses the link. */
  addLink(path: string, target: string): void {
    if (!this.#takes(path, path)) return;
    if (leadsOut(path, target)) {
      this.refuse(path, "link-out", `it is a link to ${JSON.stringify(target)}, out of the tree; take the folder that holds both`);
      return;
    }
    this.#replace(path);
    this.links.set(path, target);
  }

  /** True if the maximum number of entries is reached, so that no more entries are added. */
  get isFull(): boolean {
    return this.#isFull;
  }

  /** The caller's signal, which stops reading the source. */
  get signal(): AbortSignal | undefined {
    return this.#options.signal;
  }

  /** Reports to the caller how many files were found. */
  report(): void {
    this.#options.signal?.throwIfAborted();
    this.#options.onProgress?.({ stage: "list", done: this.files.size, total: null });
  }

  tree(): SourceTree {
    this.report();
    const tree = {
      label: this.label,
      files: this.files,
      folders: this.folders,
      links: this.links,
      refused: this.refused,
      passedOver: [...this.#passedOver].sort(),
    };
    return this.#options.strip ? stripped(tree) : tree;
  }

  #takes(path: string, wanted: string): boolean {
    const wrong = pathFault(path);
    if (wrong) {
      this.refused.push(wrong);
      return false;
    }
    // The archiver of macOS adds such files beside each file. No host reads them.
    if (!this.#wants(wanted) || /^__MACOSX\/|(^|\/)(\._[^/]*|\.DS_Store)$/.test(path)) return false;
    if (this.files.size + this.folders.size + this.links.size >= this.limits.entries) {
      // Only the first refusal is recorded, because a list of a million refusals would be a bomb, too.
      if (!this.#isFull) this.refused.push(beyondLimit(path, this.limits.entries));
      this.#isFull = true;
      return false;
    }
    return true;
  }

  #wants(path: string): boolean {
    const folder = this.#options.whole ? null : otherProgram(path);
    if (folder !== null) this.#passedOver.add(folder);
    return folder === null;
  }

  #replace(path: string): void {
    if (this.files.delete(path) || this.links.delete(path))
      this.refuse(path, "duplicate", "its path comes twice; the later entry counts, as it would on a disk");
  }
}

/**
 * Returns the reason why a path is invalid in a tree, for example because it contains `..`. Returns
 * null if the path is valid.
 */
export function pathFault(path: string): RefusedEntry | null {
  const wrong = PATHS.find(([, pattern]) => pattern.test(path));
  return wrong ? { path, reason: wrong[0], message: wrong[2] } : null;
}

/**
 * Returns the report of an entry that is refused because the source has too many entries. `path` is
 * the path of the first refused entry, and `entries` is the maximum number of entries.
 */
export function beyondLimit(path: string, entries: number): RefusedEntry {
  const message = `it and the entries after it exceed the limit of ${count.format(entries)} files and folders`;
  return { path, reason: "too-many", message };
}

/**
 * Returns the outermost folder `node_modules` or `.git` that contains a path; null if there is no
 * such folder. Hosts do not search these folders. The result is also null for `.git/HEAD`, by which
 * hosts recognize a repository.
 */
export function otherProgram(path: string): string | null {
  const parts = path.split("/");
  const at = parts.findIndex((part) => OTHER_PROGRAMS.has(part));
  // A plain file with this name is not such a folder. `.git` itself and its HEAD are taken, because hosts recognize a repository by them.
  if (at < 0 || at === parts.length - 1) return null;
  const inside = parts.slice(at + 1).join("/");
  if (parts[at] === ".git" && (inside === "" || inside === "HEAD")) return null;
  return parts.slice(0, at + 1).join("/");
}

/** Returns true if the target of a link, relative to the link's folder, is outside of the tree. */
function leadsOut(path: string, target: string): boolean {
  if (target === "" || target.includes("\0") || /^\/|^[A-Za-z]:[/\\]/.test(target)) return true;
  let depth = path.split("/").length - 1;
  for (const part of target.split("/")) {
    if (part === "..") depth--;
    else if (part !== "" && part !== ".") depth++;
    if (depth < 0) return true;
  }
  return false;
}

/** Returns the single top folder that contains all entries; null if there is no such folder. */
export function commonFolder(tree: Pick<SourceTree, "files" | "folders" | "links">): string | null {
  let top: string | null = null;
  for (const paths of [tree.files.keys(), tree.links.keys(), tree.folders]) {
    for (const path of paths) {
      const slash = path.indexOf("/");
      const first = slash < 0 ? path : path.slice(0, slash);
      if ((slash < 0 && !tree.folders.has(path)) || (top !== null && top !== first)) return null;
      top = first;
    }
  }
  return top;
}

/** Returns the tree without the single top folder that contains all entries. */
function stripped(tree: SourceTree): SourceTree {
  const top = commonFolder(tree);
  if (top === null) return tree;
  const cut = (path: string) => path.slice(top.length + 1);
  const renamed = <T>(entries: ReadonlyMap<string, T>) => new Map(Array.from(entries, ([path, value]) => [cut(path), value]));
  return {
    ...tree,
    files: renamed(tree.files),
    links: renamed(tree.links),
    folders: new Set(Array.from(tree.folders, cut).filter((path) => path !== "")),
    passedOver: tree.passedOver.map(cut),
  };
}

/**
 * Converts an error of reading to a `SourceError`. Returns the signal's reason if the signal has
 * aborted.
 */
export function asSourceError(error: unknown, signal?: AbortSignal): unknown {
  if (signal?.aborted) return signal.reason;
  if (error instanceof SourceError) return error;
  return new SourceError("unreadable", error instanceof Error ? error.message : String(error), { cause: error });
}
