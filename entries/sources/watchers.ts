/** Watches a directory with `fs.watch`. */
import type { FSWatcher } from "node:fs";
import { watch } from "node:fs";
import { join, sep } from "node:path";
import type { FolderChange } from "./follow.js";

/** The time in which changes are gathered after the first change, in milliseconds. Editors write a file in several steps. */
const GATHERING = 50;

type Heard = (changes: readonly FolderChange[]) => void;

/**
 * The watchers of a directory: one watcher for the whole directory, or one for each subdirectory.
 */
export class Watchers {
  readonly #watchers = new Map<string, FSWatcher>();
  #heard: Heard | null = null;
  #gathered: FolderChange[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(
    readonly root: string,
    readonly isRecursive: boolean,
  ) {}

  /**
   * Starts watching the files, and calls `heard` for changes. Returns a function that stops the
   * watching.
   */
  start(heard: Heard, failed: (error: unknown) => void): () => void {
    this.#heard = heard;
    if (this.isRecursive) this.#watch("", failed);
    return () => {
      this.#heard = null;
      clearTimeout(this.#timer);
      this.close("");
    };
  }

  /**
   * Watches a directory before it is listed. If an earlier directory had the same path, the watcher
   * of that directory ends.
   */
  add(folder: string): void {
    if (this.isRecursive || !this.#heard) return;
    this.#watchers.get(folder)?.close();
    // The directory is listed again. If this is not possible, it is refused.
    this.#watch(folder, () => {
      this.close(folder);
      this.#gather({ type: "unknown", path: folder });
    });
  }

  /** Ends the watchers of a path and of all directories below it. */
  close(path: string): void {
    for (const [folder, watcher] of this.#watchers) {
      if (path !== "" && folder !== path && !folder.startsWith(`${path}/`)) continue;
      watcher.close();
      this.#watchers.delete(folder);
    }
  }

  #watch(folder: string, failed: (error: unknown) => void): void {
    const heard = (kind: string, name: string | null) => {
      const below = name?.replaceAll(sep, "/") ?? "";
      const path = folder === "" || below === "" ? folder || below : `${folder}/${below}`;
      // An entry was added or removed, or both.
      this.#gather({ type: kind === "change" && below !== "" ? "modified" : "unknown", path });
    };
    const watcher = watch(join(this.root, folder), { recursive: this.isRecursive }, heard);
    this.#watchers.set(folder, watcher.on("error", failed));
  }

  #gather(change: FolderChange): void {
    if (!this.#heard) return;
    this.#gathered.push(change);
    this.#timer ??= setTimeout(() => {
      const gathered = this.#gathered;
      this.#gathered = [];
      this.#timer = undefined;
      this.#heard?.(gathered);
    }, GATHERING);
  }
}
