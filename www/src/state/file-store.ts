/**
 * The files of the workspace, and the engine that is updated with them. Files stay here; the engine gets their paths, and the
 * contents of those that the host would read.
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
  /** Counts the changes of the set of paths, and reads of files on display. */
  readonly paths = signal(0);
  /** Counts keystrokes. */
  readonly edits = signal(0);

  readonly #engine: () => FileConsumer;
  readonly #isOnDisplay: (path: string) => boolean;
  readonly #files: Map<string, Stored>;
  readonly #folders = new Set<string>();
  /** The files whose contents the engine has. */
  readonly #sent = new Set<string>();

  constructor(engine: () => FileConsumer, isOnDisplay: (path: string) => boolean, files: FileEntries) {
    this.#engine = engine;
    this.#isOnDisplay = isOnDisplay;
    this.#files = new Map(files);
  }

  /** The files by path. There can be 100,000, so the map is changed in place; `paths` signals changes. */
  get files(): ReadonlyMap<string, Stored> {
    return this.#files;
  }

  /** Folders that were added as such, empty ones among them. */
  get folders(): ReadonlySet<string> {
    return this.#folders;
  }

  // ---- reading -----------------------------------------------------------------------------------------------------

  /** The contents of a file, read now if they were not yet; null when they cannot be read. */
  async contentsOf(path: string): Promise<Contents | null> {
    const stored = this.#files.get(path) ?? null;
    if (!isUnread(stored)) return stored;
    const contents = await stored.read().catch(() => null);
    // Meanwhile it may have been replaced.
    if (this.#files.get(path) === stored) {
      this.#files.set(path, contents);
      if (this.#isOnDisplay(path)) this.paths.value++;
    }
    return contents;
  }

  /** The contents for the engine, which gets later edits of them, too. */
  async contentsForEngine(path: string): Promise<Contents | null> {
    const contents = await this.contentsOf(path);
    if (contents !== null) this.#sent.add(path);
    return contents;
  }

  /** Returns true for a file or a folder, including a folder that only exists because of its files. */
  exists(path: string): boolean {
    if (this.#files.has(path) || this.#folders.has(path)) return true;
    for (const file of this.#files.keys()) if (isBelow(file, path)) return true;
    for (const folder of this.#folders) if (isBelow(folder, path)) return true;
    return false;
  }

  /** All at and below these paths. */
  entriesAt(...at: string[]): Entries {
    const isIn = (path: string) => at.some((one) => isBelow(path, one));
    return { files: new Map([...this.#files].filter(([path]) => isIn(path))), folders: [...this.#folders].filter(isIn) };
  }

  // ---- changes that the engine gets immediately --------------------------------------------------------------------

  /** Takes a keystroke. */
  edit(path: string, text: string): void {
    this.#files.set(path, text);
    this.edits.value++;
    this.#engine().write(path, this.#sent.has(path) ? text : null);
  }

  /** Adds a file; when the workspace refuses it, it goes again and the refusal is returned. */
  async add(path: string, text: string): Promise<RefusedPath | undefined> {
    this.#files.set(path, text);
    const refused = (await this.#engine().change(this.#writes([path]))).find((one) => one.path === path);
    if (refused) {
      this.#files.delete(path);
      void this.#engine().change([{ type: "remove", path }]);
    } else this.paths.value++;
    return refused;
  }

  /** Gives files other contents. */
  overwrite(all: readonly (readonly [string, Stored])[]): void {
    for (const [path, contents] of all) this.#files.set(path, contents);
    this.paths.value++;
    void this.#engine().change(this.#writes(all.map(([path]) => path)));
  }

  /** Puts entries in the place of all at and below `gone`, in one round. The caller counts the change of paths. */
  swap(gone: readonly string[], come: Entries): Promise<RefusedPath[]> {
    for (const path of gone) this.#remove(path);
    const changes = this.put(come.files, come.folders);
    return this.#engine().change([...gone.map((path): Change => ({ type: "remove", path })), ...changes]);
  }

  send(changes: readonly Change[]): Promise<RefusedPath[]> {
    return this.#engine().change(changes);
  }

  // ---- changes that the caller sends and counts --------------------------------------------------------------------

  /** Puts entries beside the others; returns the changes for the engine. */
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

  /** Puts entries in the place of everything; returns the changes for the engine. */
  reset(files: FileEntries, folders: Iterable<string> = []): Change[] {
    this.#files.clear();
    this.#folders.clear();
    this.#sent.clear();
    this.put(files, folders);
    return this.everything();
  }

  /** Forgets single files and folders that the engine does not have, or that it will be informed of. */
  forget(paths: Iterable<string>): void {
    for (const path of paths) {
      this.#files.delete(path);
      this.#folders.delete(path);
    }
  }

  /** All files as changes, for an engine that has none. */
  allFiles(): Change[] {
    return this.#writes(this.#files.keys());
  }

  /** The changes that tell the engine everything from the beginning. */
  everything(): Change[] {
    return [{ type: "clear" }, ...this.allFiles(), ...Array.from(this.#folders, (path): Change => ({ type: "folder", path }))];
  }

  /** The engine learns of a file without its contents, which it asks for when the host would read them. */
  #writes(written: Iterable<string>): Change[] {
    return Array.from(written, (path) => {
      this.#sent.delete(path);
      return { type: "write", path, contents: null };
    });
  }

  /** Removes a file, or a folder with all below it. */
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
