// Folders for the tests of `follow`: one in memory that changes as a test says, and the end of waiting.
import { setTimeout as pause } from "node:timers/promises";

/** Reads until what is read is as expected; gives that, or fails with the last. Only a test that fails waits so long. */
export async function until(read, isExpected, patience = 20_000) {
  for (const end = Date.now() + patience; ; await pause(10)) {
    const seen = await read();
    if (isExpected(seen)) return seen;
    if (Date.now() > end) throw new Error(`it stayed ${JSON.stringify(seen)}`);
  }
}

/** A folder in memory, as `follow` takes it. `entries` has texts of files, `null` for folders, `{ to }` for links, an error for what cannot be read. */
export class FakeFolder {
  entries = new Map();
  /** What was asked: the paths that were looked at, and the files that were read. */
  looks = [];
  reads = [];
  /** What readings wait for. */
  gate = Promise.resolve();
  #heard = null;
  #failed = null;

  constructor(sources, entries = {}) {
    this.sources = sources;
    for (const [path, entry] of Object.entries(entries)) this.put(path, entry);
  }

  get isWatched() {
    return this.#heard !== null;
  }

  /** Puts an entry, and the folders above it. */
  put(path, entry) {
    for (let end = path.indexOf("/"); end > 0; end = path.indexOf("/", end + 1)) {
      const above = path.slice(0, end);
      if (this.entries.get(above) !== null) this.entries.set(above, null);
    }
    this.drop(path);
    this.entries.set(path, entry);
  }

  /** Removes an entry with all below it; gives them by the rest of their paths. */
  drop(path) {
    const gone = [...this.entries].filter(([other]) => other === path || other.startsWith(`${path}/`));
    for (const [other] of gone) this.entries.delete(other);
    return gone.map(([other, entry]) => [other.slice(path.length), entry]);
  }

  move(from, path) {
    const moved = this.drop(from);
    this.drop(path);
    for (const [rest, entry] of moved) this.put(path + rest, entry);
  }

  /** Tells the follower of changes, as a watcher does. */
  tell(...changes) {
    this.#heard(changes);
  }

  fail(error) {
    this.#failed(error);
  }

  read = async (paths, options) => {
    this.looks.push(paths);
    await this.gate;
    return this.tree(paths, options);
  };

  watch = (heard, failed) => {
    this.#heard = heard;
    this.#failed = failed;
    return () => {
      this.#heard = null;
    };
  };

  tree(paths = [""]) {
    const tree = { label: "fake", files: new Map(), folders: new Set(), links: new Map(), refused: [], passedOver: [] };
    for (const [path, entry] of this.entries) {
      if (!paths.some((root) => root === "" || path === root || path.startsWith(`${root}/`))) continue;
      if (entry === null) tree.folders.add(path);
      else if (entry.to) tree.links.set(path, entry.to);
      else if (entry.cannotBeListed) {
        tree.folders.add(path);
        tree.refused.push({ path, reason: "unreadable", message: "it cannot be listed" });
      } else tree.files.set(path, { size: null, read: (signal) => this.#contents(path, signal) });
    }
    return tree;
  }

  async #contents(path, signal) {
    this.reads.push(path);
    await this.gate;
    signal?.throwIfAborted();
    const entry = this.entries.get(path);
    if (typeof entry !== "string") throw new this.sources.SourceError("unreadable", `${path} cannot be read`);
    return new TextEncoder().encode(entry);
  }
}
