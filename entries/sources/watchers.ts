/** The watchers of `fs.watch` on a directory. */
import type { FSWatcher } from "node:fs";
import { watch } from "node:fs";
import { join, sep } from "node:path";
import type { FolderChange } from "./follow.js";

/** Milliseconds in which changes are gathered, from the first of them: editors write a file in several steps. */
const GATHERING = 50;

type Heard = (changes: readonly FolderChange[]) => void;

/** One watcher for all, or one for each directory. */
export class Watchers {
  readonly #watchers = new Map<string, FSWatcher>();
  #heard: Heard | null = null;
  #gathered: FolderChange[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(
    readonly root: string,
    readonly isRecursive: boolean,
  ) {}

  /** Begins to report changes; returns the end of that. */
  start(heard: Heard, failed: (error: unknown) => void): () => void {
    this.#heard = heard;
    if (this.isRecursive) this.#watch("", failed);
    return () => {
      this.#heard = null;
      clearTimeout(this.#timer);
      this.close("");
    };
  }

  /** Watches a directory that is about to be listed. A watcher of a former directory of this path ends. */
  add(folder: string): void {
    if (this.isRecursive || !this.#heard) return;
    this.#watchers.get(folder)?.close();
    // The directory is listed again, and refused if that is not possible.
    this.#watch(folder, () => {
      this.close(folder);
      this.#gather({ type: "unknown", path: folder });
    });
  }

  /** Ends the watchers of a path and of all below it. */
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
      // Something came there, went away, or both.
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
