/**
 * This module stores the files of the workspace, and sends their changes to the engine. The engine
 * gets all paths, but only the contents that the host would read.
 */
import { signal } from "@preact/signals";
import type { RefusedPath } from "skillglass";
import { isBelow } from "../lib/paths.ts";
import type { Contents, Stored } from "../lib/text.ts";
import { isUnread } from "../lib/text.ts";
import type { Change } from "./changes.ts";
import type { FileConsumer } from "./engine-port.ts";
import type { Entries } from "./entries.ts";

type FileEntries = Iterable<readonly [path: string, contents: Stored]>;

export class FileStore {
  /**
   * A counter that increases when a path is added to the workspace or removed from it. The counter
   * also increases when the contents of a file that is on display are read or replaced.
   */
  readonly paths = signal(0);
  /** A counter that increases with each keystroke in a file. */
  readonly edits = signal(0);

  readonly #engine: () => FileConsumer;
  readonly #isOnDisplay: (path: string) => boolean;
  readonly #files: Map<string, Stored>;
  readonly #folders = new Set<string>();
  /** The paths of the files whose current contents were sent to the engine. */
  readonly #sent = new Set<string>();

  constructor(engine: () => FileConsumer, isOnDisplay: (path: string) => boolean, files: FileEntries) {
    this.#engine = engine;
    this.#isOnDisplay = isOnDisplay;
    this.#files = new Map(files);
  }

  /**
   * All files, keyed by path. There can be 100,000 files, so the map is changed in place, and
   * `paths` signals the change.
   */
  get files(): ReadonlyMap<string, Stored> {
    return this.#files;
  }

  /** The folders that exist independently of files, such as empty folders. */
  get folders(): ReadonlySet<string> {
    return this.#folders;
  }

  // ---- reading -----------------------------------------------------------------------------------------------------

  /**
   * Returns the contents of a file. Reads them if necessary. Returns null if the file cannot be
   * read.
   */
  async contentsOf(path: string): Promise<Contents | null> {
    const stored = this.#files.get(path) ?? null;
    if (!isUnread(stored)) return stored;
    const contents = await stored.read().catch(() => null);
    // In the meantime the file may have been replaced.
    if (this.#files.get(path) === stored) {
      this.#files.set(path, contents);
      if (this.#isOnDisplay(path)) this.paths.value++;
    }
    return contents;
  }

  /**
   * Returns the contents of a file for the engine. From then on, the engine also gets each edit of
   * this file.
   */
  async contentsForEngine(path: string): Promise<Contents | null> {
    const contents = await this.contentsOf(path);
    if (contents !== null) this.#sent.add(path);
    return contents;
  }

  /** Returns true if there is a file or folder at `path`. A folder exists if it contains a file. */
  exists(path: string): boolean {
    if (this.#files.has(path) || this.#folders.has(path)) return true;
    for (const file of this.#files.keys()) if (isBelow(file, path)) return true;
    for (const folder of this.#folders) if (isBelow(folder, path)) return true;
    return false;
  }

  /** Returns all files and folders at the given paths, and everything in these folders. */
  entriesAt(...at: string[]): Entries {
    const isIn = (path: string) => at.some((one) => isBelow(path, one));
    return { files: new Map([...this.#files].filter(([path]) => isIn(path))), folders: [...this.#folders].filter(isIn) };
  }

  // ---- changes that the engine gets immediately --------------------------------------------------------------------

  /** Stores the text of a file after a keystroke, and sends the change to the engine. */
  edit(path: string, text: string): void {
    this.#files.set(path, text);
    this.edits.value++;
    this.#engine().write(path, this.#sent.has(path) ? text : null);
  }

  /**
   * Adds a file. If the workspace refuses its path, removes the file again and returns the refusal.
   */
  async add(path: string, text: string): Promise<RefusedPath | undefined> {
    this.#files.set(path, text);
    const refused = (await this.#engine().change(this.#writes([path]))).find((one) => one.path === path);
    if (refused) {
      this.#files.delete(path);
      void this.#engine().change([{ type: "remove", path }]);
    } else this.paths.value++;
    return refused;
  }

  /** Replaces the contents of files, and sends the changes to the engine. */
  overwrite(all: readonly (readonly [string, Stored])[]): void {
    for (const [path, contents] of all) this.#files.set(path, contents);
    this.paths.value++;
    void this.#engine().change(this.#writes(all.map(([path]) => path)));
  }

  /**
   * Removes the files and folders at and below the paths in `gone`, and adds the entries in `come`.
   * Resolves to the paths that the workspace refused. The caller must also increase the counter
   * `paths` of this store, so that the page shows the change.
   */
  swap(gone: readonly string[], come: Entries): Promise<RefusedPath[]> {
    for (const path of gone) this.#remove(path);
    const changes = this.put(come.files, come.folders);
    return this.#engine().change([...gone.map((path): Change => ({ type: "remove", path })), ...changes]);
  }

  send(changes: readonly Change[]): Promise<RefusedPath[]> {
    return this.#engine().change(changes);
  }

  // ---- changes that the caller sends and counts --------------------------------------------------------------------

  /** Adds files and folders. Returns the changes, which the caller must send to the engine. */
  put(files: FileEntries, folders: Iterable<string>): Change[] {
    const paths: string[] = [];
    for (const [path, contents] of files) {
      this.#files.set(path, contents);
      paths.push(path);
    }
    const changes = this.#writes(paths);
    for (const path of folders) {
      this.#folders.add(path);
      changes.push({ type: "folder", path });
    }
    return changes;
  }

  /**
   * Replaces all files and folders. Returns the changes, which the caller must send to the engine.
   */
  reset(files: FileEntries, folders: Iterable<string> = []): Change[] {
    this.#files.clear();
    this.#folders.clear();
    this.#sent.clear();
    this.put(files, folders);
    return this.everything();
  }

  /**
   * Removes each file and folder in `paths` from this store, but does not notify the engine. This
   * is for files that the engine has refused, and for changes that the caller reports to the
   * engine.
   */
  forget(paths: Iterable<string>): void {
    for (const path of paths) {
      this.#files.delete(path);
      this.#folders.delete(path);
    }
  }

  /** Returns the changes that write all files into an empty workspace of an engine. */
  allFiles(): Change[] {
    return this.#writes(this.#files.keys());
  }

  /**
   * Returns the changes that first clear an engine's workspace, and then write all files and
   * folders into this workspace.
   */
  everything(): Change[] {
    return [{ type: "clear" }, ...this.allFiles(), ...Array.from(this.#folders, (path): Change => ({ type: "folder", path }))];
  }

  /**
   * Returns a change for each written file, without the file's contents. The engine requests the
   * contents if the host would read the file.
   */
  #writes(written: Iterable<string>): Change[] {
    return Array.from(written, (path) => {
      this.#sent.delete(path);
      return { type: "write", path, contents: null };
    });
  }

  /** Removes a file, or a folder with its contents, without a message to the engine. */
  #remove(path: string): void {
    this.#sent.delete(path);
    if (this.#files.delete(path)) return;
    for (const file of this.#files.keys()) {
      if (!isBelow(file, path)) continue;
      this.#files.delete(file);
      this.#sent.delete(file);
    }
    for (const folder of this.#folders) if (isBelow(folder, path)) this.#folders.delete(folder);
  }
}
