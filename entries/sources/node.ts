/** A directory of the disk, for Node, Deno and Bun. */
import { opendir, readFile, readlink, stat } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import type { SourceOptions, SourceTree } from "./tree.js";
import { asSourceError, Collection, SourceError } from "./tree.js";

/** Directories that are listed at the same time. */
const AT_ONCE = 16;

/**
 * Reads everything below a directory. Only names and the targets of links are read at first. A link that leads out of the
 * directory is refused.
 *
 * Rejects with a `SourceError` if the path is not a directory that can be listed.
 */
export async function fromDirectory(directory: string, options: SourceOptions = {}): Promise<SourceTree> {
  const root = resolve(directory);
  const found = new Collection(basename(root), options);
  try {
    if (!(await stat(root)).isDirectory()) throw new SourceError("kind", `${root} is no directory`);
  } catch (error) {
    throw asSourceError(error, options.signal);
  }
  const waiting = [""];
  let failure: { error: unknown } | undefined;
  const running = new Set<Promise<void>>();
  while ((waiting.length > 0 || running.size > 0) && !failure) {
    while (waiting.length > 0 && running.size < AT_ONCE) {
      const one = list(root, waiting.pop()!, found, waiting).catch((error: unknown) => {
        failure ??= { error };
      });
      running.add(one);
      void one.then(() => running.delete(one));
    }
    await Promise.race(running);
  }
  if (failure) throw failure.error;
  return found.tree();
}

async function list(root: string, folder: string, found: Collection, waiting: string[]): Promise<void> {
  try {
    // The handle closes itself when the loop ends.
    for await (const entry of await opendir(join(root, folder))) {
      if (found.isFull) return;
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) {
        if (found.addFolder(path)) waiting.push(path);
      } else if (entry.isSymbolicLink()) await takeLink(root, path, found);
      else if (entry.isFile())
        found.addFile(path, { size: null, read: (signal) => read(join(root, path), found.limits.fileBytes, signal) });
      else found.refuse(path, "kind", "it is no file, folder or link");
    }
  } catch (error) {
    found.refuse(folder, "unreadable", `the folder cannot be listed: ${(asSourceError(error) as Error).message}`);
  }
  found.report();
}

async function takeLink(root: string, path: string, found: Collection): Promise<void> {
  try {
    found.addLink(path, (await readlink(join(root, path))).replaceAll("\\", "/"));
  } catch (error) {
    found.refuse(path, "unreadable", (asSourceError(error) as Error).message);
  }
}

async function read(path: string, most: number, signal?: AbortSignal): Promise<Uint8Array> {
  try {
    const { size } = await stat(path);
    if (size > most) throw new SourceError("too-large", `it has ${size} bytes; the limit is ${most}`);
    const bytes = await readFile(path, signal ? { signal } : {});
    return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length);
  } catch (error) {
    throw asSourceError(error, signal);
  }
}
