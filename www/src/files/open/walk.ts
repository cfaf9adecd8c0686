/** The walks over the folders of pickers and drops: they find files and read none. */
import { Collection } from "./collection.ts";
import { OnDisk } from "./on-disk.ts";
import type { Task } from "./progress.ts";

export type Found = Collection<OnDisk>;

/** A folder or file of either interface of the browser's, at its path. */
type Node = { path: string; entry: FileSystemEntry } | { path: string; handle: FileSystemHandle };

/** Folders that are listed at the same time: one by one is slow, as each listing is a question to the browser. */
const AT_ONCE = 16;

/** The files of a folder's picker, or single files. */
export function fromFiles(list: readonly File[], task: Task, whole: boolean): Found {
  const found: Found = new Collection(whole);
  for (const file of list) {
    add(found, file.webkitRelativePath || file.name, () => OnDisk.file(file));
  }
  task.report(found.files.size, null);
  return found;
}

/** All below these folders and files. */
export async function fromNodes(tops: readonly (FileSystemEntry | FileSystemHandle)[], task: Task, whole: boolean): Promise<Found> {
  const found: Found = new Collection(whole);
  const waiting: Node[] = [];
  for (const top of tops) take("isFile" in top ? { path: top.name, entry: top } : { path: top.name, handle: top }, found, waiting);
  let running = 0;
  await new Promise<void>((resolve, reject) => {
    const next = () => {
      if (task.signal.aborted) return reject(task.signal.reason as Error);
      if (waiting.length === 0 && running === 0) return resolve();
      while (running < AT_ONCE && waiting.length > 0) {
        running++;
        list(waiting.pop()!, found, waiting, task).then(() => {
          running--;
          next();
        }, reject);
      }
    };
    next();
  });
  return found;
}

async function list(folder: Node, found: Found, waiting: Node[], task: Task): Promise<void> {
  for await (const child of children(folder)) {
    task.signal.throwIfAborted();
    take(child, found, waiting);
  }
  task.report(found.files.size, null);
}

async function* children(folder: Node): AsyncGenerator<Node> {
  if ("handle" in folder) {
    for await (const [name, handle] of (folder.handle as FileSystemDirectoryHandle).entries())
      yield { path: `${folder.path}/${name}`, handle };
    return;
  }
  const reader = (folder.entry as FileSystemDirectoryEntry).createReader();
  // A reader gives its entries in portions, and an empty one at the end.
  for (;;) {
    const portion = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (portion.length === 0) return;
    for (const entry of portion) yield { path: `${folder.path}/${entry.name}`, entry };
  }
}

function take(node: Node, found: Found, waiting: Node[]): void {
  const isFile = "handle" in node ? node.handle.kind === "file" : node.entry.isFile;
  if (isFile)
    add(found, node.path, () =>
      "handle" in node ? OnDisk.handle(node.handle as FileSystemFileHandle) : OnDisk.entry(node.entry as FileSystemFileEntry),
    );
  else if (found.accepts(`${node.path}/`)) {
    found.addFolder(node.path);
    if (found.enters(node.path)) waiting.push(node);
  }
}

function add(found: Found, path: string, file: () => OnDisk): void {
  if (!found.accepts(path)) return;
  found.reserve();
  found.files.set(path, file());
}
