/**
 * Reads folders and files that a visitor picks or drops. Folders are listed immediately, and files
 * are read on demand.
 */
import type { FolderChange, LiveFolder } from "./follow.js";
import type { SourceFile, SourceOptions, SourceTree } from "./tree.js";
import { asSourceError, Collection, SourceError } from "./tree.js";

/**
 * The number of folders that are listed at the same time. Each listing is a request to the browser,
 * so listing one folder after the other would be slow.
 */
const AT_ONCE = 16;

/**
 * A folder or file in the browser. It is given by a `FileSystemEntry`, which every browser creates
 * for a dropped file, or by a handle of the newer File System Access API.
 */
type Node = { path: string; entry: FileSystemEntry } | { path: string; handle: FileSystemHandle };

/** Parts of the File System Access API that TypeScript does not know. */
interface Picking {
  showDirectoryPicker?(wish: { id?: string; mode: "read" }): Promise<FileSystemDirectoryHandle>;
}
/** The type of `FileSystemObserver`, which TypeScript does not know. */
type Observing = {
  FileSystemObserver?: new (
    heard: (records: readonly ObserverRecord[]) => void,
  ) => { observe(folder: FileSystemDirectoryHandle, options: { recursive: boolean }): Promise<void>; disconnect(): void };
};
interface ObserverRecord {
  readonly type: FolderChange["type"] | "errored";
  readonly relativePathComponents: readonly string[];
  readonly relativePathMovedFrom?: readonly string[] | null;
}
type ItemWithHandle = DataTransferItem & { getAsFileSystemHandle?(): Promise<FileSystemHandle | null> };

/**
 * A dropped folder or file. Unlike the data of the drop's event, it can be read after the event has
 * ended.
 */
export interface DroppedItem {
  /**
   * A promise of a handle for the dropped folder or file; undefined if the browser has no
   * `getAsFileSystemHandle`. Chromium has this function. The promise resolves to null if the
   * browser could not create the handle.
   */
  readonly handle: Promise<FileSystemHandle | null> | undefined;
  /** The entry of the older interface, `FileSystemEntry`; null if the browser does not give it. */
  readonly entry: FileSystemEntry | null;
  /** The file; null if the item is a folder. */
  readonly file: File | null;
}

/**
 * Returns true if the browser has a folder picker that a script can open (Chromium). `<input type="file" webkitdirectory>` works
 * in every browser.
 */
export function canPickDirectory(): boolean {
  return typeof (globalThis as Picking).showDirectoryPicker === "function";
}

/**
 * Lets the visitor pick a folder. Returns null if the picker was closed. Call this function in the handler of a visitor's action.
 *
 * Rejects with a `SourceError` if the browser has no such picker.
 */
export async function pickDirectory(options: SourceOptions = {}): Promise<SourceTree | null> {
  const { showDirectoryPicker } = globalThis as Picking;
  if (!showDirectoryPicker)
    throw new SourceError("unreadable", 'this browser has no folder picker for scripts: use <input type="file" webkitdirectory>');
  try {
    return await fromDirectoryHandle(await showDirectoryPicker.call(globalThis, { id: "skills", mode: "read" }), options);
  } catch (error) {
    if (!options.signal?.aborted && error instanceof DOMException && error.name === "AbortError") return null;
    throw error;
  }
}

/**
 * Reads everything below a folder of the File System Access interface, or of the origin's private file system. The name of the
 * folder itself is not a part of the paths.
 */
export async function fromDirectoryHandle(folder: FileSystemDirectoryHandle, options: SourceOptions = {}): Promise<SourceTree> {
  const found = new Collection(folder.name, options);
  await walk([{ path: "", handle: folder }], found);
  return found.tree();
}

/**
 * Returns a folder for `follow`, which writes each change in the folder into a workspace. The
 * browser's `FileSystemObserver` reports the changes. In a browser without `FileSystemObserver`,
 * changes are not noticed, so your code must pass each change to `Following.take`.
 */
export function liveFolder(folder: FileSystemDirectoryHandle): LiveFolder {
  const { FileSystemObserver } = globalThis as Observing;
  const read: LiveFolder["read"] = async (paths, options = {}) => {
    const found = new Collection(folder.name, options);
    const folders: Node[] = [];
    const parents = new Map([["", Promise.resolve(folder)]]);
    for (let start = 0; start < paths.length; start += AT_ONCE)
      await Promise.all(paths.slice(start, start + AT_ONCE).map((path) => look(path, parents, found, folders)));
    await walk(folders, found);
    return found.tree();
  };
  if (!FileSystemObserver) return { read };
  return {
    read,
    async watch(heard, failed) {
      const observer = new FileSystemObserver((records) => {
        heard(records.flatMap((record) => changeOf(record) ?? []));
        if (records.some(({ type }) => type === "errored"))
          failed(new SourceError("unreadable", "the browser stopped observing the folder: open it again"));
      });
      await observer.observe(folder, { recursive: true });
      return () => observer.disconnect();
    },
  };
}

function changeOf({ type, relativePathComponents, relativePathMovedFrom }: ObserverRecord): FolderChange | null {
  const path = relativePathComponents.join("/");
  if (type === "errored") return null;
  if (type !== "moved") return { type, path };
  return relativePathMovedFrom ? { type, path, from: relativePathMovedFrom.join("/") } : { type: "appeared", path };
}

/**
 * Reads the files that a visitor chose in an `<input type="file">`. If the input has the attribute
 * `webkitdirectory`, the visitor chose a folder, and the path of each file includes its folders.
 */
export function fromFileList(list: Iterable<File>, options: SourceOptions = {}): SourceTree {
  const files = Array.from(list);
  const paths = files.map((file) => file.webkitRelativePath || file.name);
  const found = new Collection(paths[0]?.split("/")[0] ?? "", options);
  for (const [index, file] of files.entries())
    found.addFile(
      paths[index]!,
      fileOf(() => Promise.resolve(file), found, file.size),
    );
  return found.tree();
}

/**
 * Returns the dropped or pasted folders and files. They can be passed to `fromDrop` at any later
 * time. Call this function in the event's handler, because the event's data is lost afterwards.
 */
export function droppedItems(data: DataTransfer): DroppedItem[] {
  const items = Array.from(data.items).filter(({ kind }) => kind === "file");
  return items.map((item) => ({
    handle: (item as ItemWithHandle).getAsFileSystemHandle?.().catch(() => null),
    entry: item.webkitGetAsEntry(),
    file: item.getAsFile(),
  }));
}

/**
 * Reads all dropped or pasted files, and everything in the dropped or pasted folders. Call this
 * function in the event's handler, or with the result of `droppedItems`.
 */
export function fromDrop(data: DataTransfer | readonly DroppedItem[], options: SourceOptions = {}): Promise<SourceTree> {
  const dropped = "items" in data ? droppedItems(data) : data;
  const collect = async () => {
    const found = new Collection(dropped.flatMap(({ entry, file }) => entry?.name ?? file?.name ?? [])[0] ?? "", options);
    const folders: Node[] = [];
    for (const { handle: waiting, entry, file } of dropped) {
      const handle = await waiting;
      if (handle) place({ path: handle.name, handle }, found, folders);
      // If a script made the drop, WebKit cannot read a file by its entry.
      else if (entry && (entry.isDirectory || !file)) place({ path: entry.name, entry }, found, folders);
      else if (file)
        found.addFile(
          file.name,
          fileOf(() => Promise.resolve(file), found, file.size),
        );
    }
    await walk(folders, found);
    return found.tree();
  };
  return collect();
}

async function walk(folders: Node[], found: Collection): Promise<void> {
  let failure: { error: unknown } | undefined;
  const running = new Set<Promise<void>>();
  while ((folders.length > 0 || running.size > 0) && !failure) {
    while (folders.length > 0 && running.size < AT_ONCE) {
      const one = list(folders.pop()!, found, folders).catch((error: unknown) => {
        failure ??= { error };
      });
      running.add(one);
      void one.then(() => running.delete(one));
    }
    await Promise.race(running);
  }
  if (failure) throw failure.error;
}

/**
 * Finds out what is now at a path, and adds it to `found`. Adds nothing if the path does not exist.
 */
async function look(
  path: string,
  parents: Map<string, Promise<FileSystemDirectoryHandle>>,
  found: Collection,
  folders: Node[],
): Promise<void> {
  try {
    if (path === "") {
      folders.push({ path, handle: await parents.get("")! });
      return;
    }
    const parent = await folderAt(path.slice(0, Math.max(0, path.lastIndexOf("/"))), parents);
    const name = path.slice(path.lastIndexOf("/") + 1);
    const handle = await parent.getFileHandle(name).catch((error: unknown) => {
      if ((error as Error).name === "TypeMismatchError") return parent.getDirectoryHandle(name);
      throw error;
    });
    place({ path, handle }, found, folders);
  } catch (error) {
    // A folder above the path is now a file, or is gone.
    if (!["NotFoundError", "TypeMismatchError"].includes((error as Error).name))
      found.refuse(path, "unreadable", (asSourceError(error, found.signal) as Error).message);
  }
}

function folderAt(path: string, known: Map<string, Promise<FileSystemDirectoryHandle>>): Promise<FileSystemDirectoryHandle> {
  const one =
    known.get(path) ??
    folderAt(path.slice(0, Math.max(0, path.lastIndexOf("/"))), known).then((parent) =>
      parent.getDirectoryHandle(path.slice(path.lastIndexOf("/") + 1)),
    );
  known.set(path, one);
  return one;
}

async function list(folder: Node, found: Collection, folders: Node[]): Promise<void> {
  try {
    for await (const child of children(folder)) {
      found.signal?.throwIfAborted();
      if (found.isFull) return;
      place(child, found, folders);
    }
  } catch (error) {
    if (found.signal?.aborted) throw error;
    const { message } = asSourceError(error) as Error;
    found.refuse(folder.path, "unreadable", `the folder cannot be listed: ${message}`);
  }
  found.report();
}

async function* children(folder: Node): AsyncGenerator<Node> {
  const below = (name: string) => (folder.path === "" ? name : `${folder.path}/${name}`);
  if ("handle" in folder) {
    for await (const [name, handle] of (folder.handle as FileSystemDirectoryHandle).entries()) yield { path: below(name), handle };
    return;
  }
  const reader = (folder.entry as FileSystemDirectoryEntry).createReader();
  // A reader returns its entries in portions, and an empty portion at the end.
  for (;;) {
    const portion = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (portion.length === 0) return;
    for (const entry of portion) yield { path: below(entry.name), entry };
  }
}

function place(node: Node, found: Collection, folders: Node[]): void {
  const isFile = "handle" in node ? node.handle.kind === "file" : node.entry.isFile;
  if (!isFile) {
    if (found.addFolder(node.path)) folders.push(node);
    return;
  }
  const open =
    "handle" in node
      ? () => (node.handle as FileSystemFileHandle).getFile()
      : () => new Promise<File>((resolve, reject) => (node.entry as FileSystemFileEntry).file(resolve, reject));
  found.addFile(node.path, fileOf(open, found, null));
}

function fileOf(open: () => Promise<File>, { limits }: Collection, size: number | null): SourceFile {
  return {
    size,
    blob: open,
    async read(signal) {
      try {
        signal?.throwIfAborted();
        const file = await open();
        if (file.size > limits.fileBytes) throw new SourceError("too-large", `it has ${file.size} bytes; the limit is ${limits.fileBytes}`);
        return new Uint8Array(await file.arrayBuffer());
      } catch (error) {
        throw asSourceError(error, signal);
      }
    },
  };
}
