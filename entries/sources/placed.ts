/**
 * This module records which entries of a source were written into a workspace. It also reads the
 * contents of the files that hosts and rules need.
 */
import type { Mountable, MountOptions, Reports } from "./mount.js";
import type { RefusedEntry, SourceFile } from "./tree.js";
import { asSourceError, SourceError } from "./tree.js";

/** The number of files that are read at the same time. */
const AT_ONCE = 32;
/** The maximum size in bytes of a file that rules read. */
const MOST_FOR_LINT = 1024 * 1024;
/** The number of bytes that are written to the workspace in one call. */
const PORTION = 4_000_000;

/** The contents of some files, by path; null for a file that exists but was not read. */
export type Portion = Map<string, Uint8Array | null>;

/** Entries that are written into the workspace in one step. */
export interface Placing {
  readonly files: ReadonlyMap<string, Uint8Array | null>;
  readonly folders: Iterable<string>;
  readonly links: Iterable<readonly [string, string]>;
}

export class Placed {
  /** The files, by their paths in the source. */
  readonly files: ReadonlyMap<string, SourceFile>;
  /** The files whose contents the workspace has. */
  readonly held = new Set<string>();
  /** The files that could not be read. These files are not read again. */
  readonly unreadable = new Set<string>();
  readonly #workspace: Mountable;
  readonly #at: string;
  readonly #refuse: (entry: RefusedEntry) => void;

  constructor(workspace: Mountable, at: string, files: ReadonlyMap<string, SourceFile>, refuse: (entry: RefusedEntry) => void) {
    this.#workspace = workspace;
    this.#at = at === "/" ? "" : at.replace(/\/$/, "");
    this.files = files;
    this.#refuse = refuse;
  }

  /** Returns the path in the workspace for a path in the source. */
  pathOf(path: string): string {
    return path === "" ? this.#at || "/" : `${this.#at}/${path}`;
  }

  /**
   * Writes entries into the workspace. All methods of the workspace are called before the first
   * `await`. So other code cannot call the workspace in between.
   */
  async write({ files, folders, links }: Placing): Promise<void> {
    const reports = [
      this.#workspace.writeAll(new Map(Array.from(files, ([path, contents]) => [this.pathOf(path), contents]))),
      ...Array.from(folders, (path) => this.#workspace.mkdir(this.pathOf(path))),
      ...Array.from(links, ([path, target]) => this.#workspace.symlink(this.pathOf(path), target)),
    ];
    for (const report of reports) await this.#note(report);
  }

  /** Reads the files that hosts and rules need and that the workspace does not have. The contents may make further files necessary. */
  async fill({ hosts, signal, onProgress, for: reader }: Omit<MountOptions, "at"> = {}): Promise<number> {
    let done = 0;
    for (;;) {
      signal?.throwIfAborted();
      const ofHosts = await (hosts ? this.#workspace.plan({ hosts }) : this.#workspace.plan());
      const ofRules = reader === undefined ? [] : await this.#workspace.plan({ ...(hosts ? { hosts } : {}), for: reader });
      const small = (path: string) => (this.files.get(path)?.size ?? 0) <= MOST_FOR_LINT;
      const planned = new Set([...this.#own(ofHosts), ...this.#own(ofRules).filter(small)]);
      if (planned.size === 0) return done;
      const total = done + planned.size;
      onProgress?.({ stage: "read", done, total });
      for await (const portion of this.portions([...planned], signal)) {
        const read = new Map([...portion].filter(([, contents]) => contents !== null));
        await this.write({ files: read, folders: [], links: [] });
        done += read.size;
        onProgress?.({ stage: "read", done, total });
      }
    }
  }

  /** Reads files, a few at a time. A file that cannot be read is refused, and its contents are null. */
  async *portions(paths: readonly string[], signal?: AbortSignal): AsyncGenerator<Portion> {
    for (let start = 0; start < paths.length; ) {
      let size = 0;
      const portion: Portion = new Map();
      while (start < paths.length && size < PORTION) {
        const group = paths.slice(start, start + AT_ONCE);
        start += group.length;
        const contents = await Promise.all(
          group.map((path) =>
            this.files
              .get(path)!
              .read(signal)
              .catch((error) => failed(error, signal)),
          ),
        );
        for (const [index, path] of group.entries()) {
          const one = contents[index]!;
          if (one instanceof SourceError) {
            portion.set(path, null);
            this.held.delete(path);
            this.unreadable.add(path);
            this.#refuse({ path, reason: one.reason, message: one.message });
          } else {
            portion.set(path, one);
            this.held.add(path);
            size += one.length;
          }
        }
      }
      yield portion;
    }
  }

  /**
   * Returns the files that belong to this source, as paths in the source. `planned` are the files
   * that hosts and rules need, as paths in the workspace. Files that could not be read are left
   * out.
   */
  #own(planned: readonly string[]): string[] {
    const below = planned.filter((path) => path.startsWith(`${this.#at}/`)).map((path) => path.slice(this.#at.length + 1));
    return below.filter((path) => this.files.has(path) && !this.unreadable.has(path));
  }

  async #note(report: Reports): Promise<void> {
    for (const { path, message } of (await report).refused)
      this.#refuse({ path: path.slice(this.#at.length + 1), reason: "no-place", message });
  }
}

/**
 * Converts an error of reading a file into a `SourceError`. If the signal is aborted, throws the
 * signal's reason instead.
 */
function failed(error: unknown, signal: AbortSignal | undefined): SourceError {
  const why = asSourceError(error, signal);
  if (why instanceof SourceError) return why;
  throw why;
}
