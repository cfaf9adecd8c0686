/** Follows a folder that changes, and writes the changes into a workspace. Each batch of changes is read and written together. */

import type { Fresh } from "./known.js";
import { isBelow, isWithin, Known } from "./known.js";
import type { Mount, Mountable, MountOptions } from "./mount.js";
import type { Portion } from "./placed.js";
import { Placed } from "./placed.js";
import type { RefusedEntry, SourceOptions, SourceTree } from "./tree.js";
import { asSourceError, beyondLimit, LIMITS, otherProgram, pathFault } from "./tree.js";

/**
 * A change in a folder. Paths are relative to the folder, with `/` between their parts. The path of
 * the folder itself is empty.
 */
export type FolderChange =
  | { readonly type: "appeared" | "modified" | "disappeared"; readonly path: string }
  /** A file or folder has moved to `path` from the path `from`. */
  | { readonly type: "moved"; readonly path: string; readonly from: string }
  /** Changes at the path or below it were missed, or their kind is not known. The path is read again. */
  | { readonly type: "unknown"; readonly path: string };

/** A folder whose entries can be read again after changes. */
export interface LiveFolder {
  /**
   * Reads the entries that now exist at these paths. If a path is a folder, everything below this
   * path is read, too. All paths are relative to the followed folder. The result has no entry for a
   * path that does not exist.
   */
  read(paths: readonly string[], options?: SourceOptions): Promise<SourceTree>;
  /**
   * Begins to report changes. Absent if nothing reports changes, for example in a browser without
   * `FileSystemObserver`.
   */
  readonly watch?: Watch | undefined;
}

/**
 * Begins to report changes, and returns a function that ends the reports. After an error has been
 * reported, there are no more reports.
 */
export type Watch = (
  heard: (changes: readonly FolderChange[]) => void,
  failed: (error: unknown) => void,
) => (() => void) | Promise<() => void>;

/**
 * The methods of a workspace that `follow` calls. The workspaces of `skillglass` and of
 * `skillglass/worker` have these methods.
 */
export interface Followable extends Mountable {
  /** Removes an entry, like `Workspace.remove`. */
  remove(path: string): number | Promise<number>;
}

/** The effect of a batch of changes. Paths are relative to the folder. */
export interface FolderReport {
  /** The paths of the entries that are new in the folder. */
  readonly appeared: readonly string[];
  /**
   * The paths of the files and links that were modified. If a change did not say which files it
   * modified, these are the paths of all files that were read again because of this change.
   */
  readonly modified: readonly string[];
  /** The paths of the entries that no longer exist in the folder. */
  readonly disappeared: readonly string[];
  /** The number of files whose contents were read. */
  readonly read: number;
  /** The entries that were not added to the workspace, each with the reason. */
  readonly refused: readonly RefusedEntry[];
}

/** The options for following a folder. */
export interface FollowOptions extends MountOptions, Pick<SourceOptions, "limits" | "whole"> {
  /** Receives the effect of each batch that changed something. */
  readonly onChange?: ((report: FolderReport) => void) | undefined;
  /**
   * Receives the error if an error ends the updates from the folder. The error comes from the
   * workspace or from `watch`. The files stay in the workspace.
   */
  readonly onFailure?: ((error: unknown) => void) | undefined;
}

/** A folder whose changes are written into a workspace until `stop` is called. */
export interface Following extends Mount {
  /**
   * Updates the workspace after your own code has detected changes in the folder. Resolves when the
   * workspace has the changes. If earlier changes are still being read, the new changes are
   * processed afterwards.
   */
  take(changes: readonly FolderChange[]): Promise<void>;
  /** Stops following the folder. The files that were written stay in the workspace. */
  stop(): void;
  [Symbol.dispose](): void;
}

/**
 * Mounts a folder as `mount` does, and follows its changes until `stop` is called or the signal
 * aborts. The option `at` is the directory of the workspace that contains a copy of the folder. If
 * a file changes in the folder, the copy of the file is overwritten or removed, even if other code
 * has written to this copy.
 *
 * Rejects with a `SourceError` if the folder cannot be read at all.
 */
export async function follow(workspace: Followable, folder: LiveFolder, options: FollowOptions): Promise<Following> {
  const follower = new Follower(workspace, folder, options);
  await follower.start();
  return follower;
}

/**
 * The changed paths that are not processed yet. The value is true if everything below the path must
 * be read again, too.
 */
type Waiting = Map<string, boolean>;

const NOTHING: SourceTree = { label: "", files: new Map(), folders: new Set(), links: new Map(), refused: [], passedOver: [] };

class Follower implements Following {
  readonly at: string;
  readonly #workspace: Followable;
  readonly #folder: LiveFolder;
  readonly #options: FollowOptions;
  readonly #known = new Known();
  readonly #placed: Placed;
  readonly #end = new AbortController();
  /**
   * The refused entries, by path. When an entry is read again, it is removed from this map or
   * refused again.
   */
  readonly #refused = new Map<string, RefusedEntry>();
  #refusedNow: RefusedEntry[] = [];
  #reader: Pick<MountOptions, "hosts" | "for">;
  #waiting: Waiting = new Map();
  #line: Promise<unknown> = Promise.resolve();
  #unwatch: (() => void) | undefined;

  constructor(workspace: Followable, folder: LiveFolder, options: FollowOptions) {
    this.at = options.at;
    this.#workspace = workspace;
    this.#folder = folder;
    this.#options = options;
    this.#reader = { hosts: options.hosts, for: options.for };
    this.#placed = new Placed(workspace, options.at, this.#known.files, (entry) => this.#refuse(entry));
  }

  get files(): number {
    return this.#known.files.size;
  }

  get refused(): readonly RefusedEntry[] {
    return [...this.#refused.values()];
  }

  async start(): Promise<void> {
    const { signal, onProgress } = this.#options;
    try {
      signal?.throwIfAborted();
      signal?.addEventListener("abort", () => this.#stop(signal.reason), { once: true, signal: this.#end.signal });
      // The watch starts before the first reading, so that no change is missed between the two. `onFailure` reports a failure.
      const heard = (changes: readonly FolderChange[]) => void this.take(changes).catch(() => {});
      this.#unwatch = await this.#folder.watch?.(heard, (error) => this.#fail(error));
      if (this.#end.signal.aborted) this.#unwatch?.();
      await this.#inLine(async () => {
        const tree = await this.#folder.read([""], { ...this.#sourceOptions(), onProgress });
        await this.#apply(new Set([""]), tree, []);
        await this.#fill(this.#end.signal, onProgress);
      });
      this.#refusedNow = [];
    } catch (error) {
      this.#stop(error);
      throw error;
    }
  }

  async read({ hosts, signal, onProgress, for: reader }: Omit<MountOptions, "at"> = {}): Promise<number> {
    this.#reader = { hosts: hosts ?? this.#reader.hosts, for: reader ?? this.#reader.for };
    return this.#inLine(() => this.#fill(signal ? firstOf(signal, this.#end.signal) : this.#end.signal, onProgress));
  }

  async take(changes: readonly FolderChange[]): Promise<void> {
    for (const change of changes) this.#note(change);
    await this.#inLine(() => this.#drain());
  }

  stop(): void {
    this.#stop(new DOMException("the folder is not followed any more", "AbortError"));
  }

  [Symbol.dispose](): void {
    this.stop();
  }

  /** Runs tasks one after another, so that no older contents are written after newer ones. */
  #inLine<T>(task: () => Promise<T>): Promise<T> {
    const done = this.#line.then(() => {
      this.#end.signal.throwIfAborted();
      return task();
    });
    this.#line = done.catch(() => {});
    return done;
  }

  #note(change: FolderChange): void {
    switch (change.type) {
      case "modified":
        this.#wait(change.path, false);
        return;
      case "moved":
        this.#wait(change.from, true);
        this.#wait(change.path, true);
        return;
      case "appeared":
      case "disappeared":
      case "unknown":
        this.#wait(change.path, true);
        return;
      default:
        throw new TypeError(`no change of a folder has the type ${JSON.stringify((change as FolderChange).type)}`);
    }
  }

  #wait(given: string, isDeep: boolean): void {
    const path = given.replace(/\/$/, "");
    const isWanted = this.#options.whole || otherProgram(path) === null;
    if (isWanted) this.#waiting.set(path, isDeep || (this.#waiting.get(path) ?? false));
  }

  /** Processes batches of changes until no change waits. */
  async #drain(): Promise<void> {
    while (this.#waiting.size > 0) {
      const waiting = this.#waiting;
      this.#waiting = new Map();
      try {
        const report = await this.#batch(waiting);
        const isEmpty = Object.values(report).every((part) => part === 0 || (Array.isArray(part) && part.length === 0));
        if (!isEmpty) this.#options.onChange?.(report);
      } catch (error) {
        this.#fail(error);
        throw error;
      }
    }
  }

  /**
   * Reads the changed paths, and writes their entries into the workspace. The kind of a change is
   * ignored, because the path may have changed again since.
   */
  async #batch(waiting: Waiting): Promise<FolderReport> {
    const deep = new Set([...waiting].flatMap(([path, isDeep]) => (isDeep ? path : [])));
    const roots = new Set<string>();
    const modified: string[] = [];
    const faults: RefusedEntry[] = [];
    for (const [path, isDeep] of waiting) {
      const fault = path === "" ? null : pathFault(path);
      if (fault) faults.push(fault);
      else if (isBelow(path, deep)) continue;
      else if (!isDeep && this.#known.files.has(path)) modified.push(path);
      // If a folder was modified, its entries have changes of their own, unless the folder could not be listed before.
      else if (isDeep || this.#refused.has(path) || (path !== "" && !this.#known.folders.has(path))) roots.add(path);
    }
    const effect = await this.#apply(roots, await this.#look(roots), modified);
    for (const fault of faults) this.#refuse(fault);
    const read = effect.read + (await this.#fill(this.#end.signal));
    const refused = this.#refusedNow;
    this.#refusedNow = [];
    return { ...effect, read, refused };
  }

  async #look(roots: ReadonlySet<string>): Promise<SourceTree> {
    if (roots.size === 0) return NOTHING;
    try {
      return await this.#folder.read([...roots], this.#sourceOptions());
    } catch (error) {
      this.#end.signal.throwIfAborted();
      return { ...NOTHING, refused: [{ path: "", reason: "unreadable", message: (asSourceError(error) as Error).message }] };
    }
  }

  #sourceOptions(): SourceOptions {
    const { limits, whole } = this.#options;
    return { limits, whole, signal: this.#end.signal };
  }

  #fill(signal: AbortSignal, onProgress?: MountOptions["onProgress"]): Promise<number> {
    return this.#placed.fill({ ...this.#reader, signal, onProgress });
  }

  /**
   * Updates the workspace after changes in the folder. `tree` has the entries that now exist at and
   * below the paths `roots`. `modified` has the paths of further files whose contents have changed.
   * If the workspace has the old contents of changed files, the new contents are read before the
   * workspace is changed. Otherwise, a caller could see a skill without its text.
   */
  async #apply(roots: ReadonlySet<string>, tree: SourceTree, modified: readonly string[]): Promise<Omit<FolderReport, "refused">> {
    const known = this.#known;
    const { held } = this.#placed;
    const gone = known.gone(roots, tree);
    this.#forget(roots, gone, modified);
    for (const entry of tree.refused) this.#refuse(entry);
    const fresh = this.#withinLimit(known.fresh(roots, tree, (path) => held.has(path)));
    known.remember(fresh);

    const portions = this.#placed.portions(
      [...modified, ...fresh.modified].filter((path) => held.has(path)),
      this.#end.signal,
    );
    const first: Portion = (await portions.next()).value ?? new Map();
    const unread = fresh.appeared.filter((path) => fresh.files.has(path)).map((path) => [path, null] as const);
    const removed = Array.from(gone, (path) => (isBelow(path, gone) ? 0 : this.#workspace.remove(this.#placed.pathOf(path))));
    const written = this.#placed.write({ ...fresh, files: new Map<string, Uint8Array | null>([...unread, ...first]) });
    await Promise.all([...removed, written]);
    let read = countRead(first);
    for await (const portion of portions) {
      await this.#placed.write({ files: portion, folders: [], links: [] });
      read += countRead(portion);
    }
    return { appeared: fresh.appeared, modified: [...modified, ...fresh.modified], disappeared: [...gone], read };
  }

  /**
   * Forgets the entries in `gone`, because they no longer exist. Also removes the paths in `roots`
   * and `modified`, and all paths below them, from the lists of refused and unreadable entries,
   * because these paths are read again.
   */
  #forget(roots: ReadonlySet<string>, gone: ReadonlySet<string>, modified: readonly string[]): void {
    for (const path of gone) {
      this.#known.forget(path);
      this.#placed.held.delete(path);
    }
    const again = new Set([...roots, ...modified]);
    for (const paths of [this.#refused, this.#placed.unreadable])
      for (const path of paths.keys()) if (isWithin(path, again)) paths.delete(path);
  }

  /** Leaves out new entries if the folder has more entries than `limits.entries` allows. */
  #withinLimit(fresh: Fresh): Fresh {
    const most = this.#options.limits?.entries ?? LIMITS.entries;
    const beyond = fresh.appeared.splice(Math.max(0, most - this.#known.size));
    if (beyond.length === 0) return fresh;
    this.#refuse(beyondLimit(beyond[0]!, most));
    const left = new Set(beyond);
    for (const path of left) for (const entries of [fresh.files, fresh.links]) entries.delete(path);
    return { ...fresh, folders: fresh.folders.filter((path) => !left.has(path)) };
  }

  #refuse(entry: RefusedEntry): void {
    this.#refused.set(entry.path, entry);
    this.#refusedNow.push(entry);
  }

  #fail(error: unknown): void {
    if (this.#end.signal.aborted) return;
    this.#stop(error);
    this.#options.onFailure?.(error);
  }

  #stop(reason: unknown): void {
    if (this.#end.signal.aborted) return;
    this.#end.abort(reason);
    this.#unwatch?.();
  }
}

function countRead(portion: Portion): number {
  return [...portion.values()].filter((contents) => contents !== null).length;
}

/** Returns a signal that aborts when one of the two signals aborts. */
function firstOf(one: AbortSignal, other: AbortSignal): AbortSignal {
  const both = new AbortController();
  for (const signal of [one, other]) {
    if (signal.aborted) both.abort(signal.reason);
    else signal.addEventListener("abort", () => both.abort(signal.reason), { once: true, signal: both.signal });
  }
  return both.signal;
}
