/**
 * This module has the earlier tree: another version of the workspace's files. The page compares the
 * workspace with this tree, and does not save the tree.
 */
import { signal } from "@preact/signals";
import { join } from "../lib/paths.ts";
import type { Contents, Stored } from "../lib/text.ts";
import { isUnread } from "../lib/text.ts";
import { engine } from "./engine-port.ts";

/** An earlier tree of files. The paths are relative to the folder `point`. */
export interface Earlier {
  /**
   * The name of the imported folder or zip. Null if the tree was not imported, but is a copy of the
   * workspace at an earlier time.
   */
  label: string | null;
  /**
   * The folder of the workspace that is compared with the top folder of this tree. The tree's paths
   * are relative to this folder.
   */
  point: string;
  files: Map<string, Stored>;
  folders: readonly string[];
}

/**
 * The tree of files with which the visitor compares the workspace, such as an earlier version; null
 * if there is no such tree. `id` changes whenever the visitor chooses another tree, or another
 * folder of the workspace for the comparison.
 */
export const earlier = signal<(Earlier & { id: number }) | null>(null);

let count = 0;

export function setEarlier(tree: Earlier | null): void {
  earlier.value = tree && { ...tree, id: ++count };
  sendEarlier();
}

/** Sends the paths of the earlier tree, with which the workspace is compared, to the engine. */
export function sendEarlier(): void {
  const tree = earlier.peek();
  const at = (path: string) => join(tree!.point, path);
  engine().setEarlier(tree && { id: tree.id, files: Array.from(tree.files.keys(), at), folders: tree.folders.map(at) });
}

/** Returns the absolute paths of all files in the earlier tree; an empty list if there is none. */
export function pathsOfEarlier(): string[] {
  const tree = earlier.peek();
  return tree ? Array.from(tree.files.keys(), (path) => join(tree.point, path)) : [];
}

/**
 * Returns the contents of a file in the earlier tree; null if there is no such file or it cannot be
 * read.
 */
export async function contentsOfEarlier(path: string): Promise<Contents | null> {
  const tree = earlier.peek();
  if (!tree) return null;
  const name = tree.point === "/" ? path.slice(1) : path.slice(tree.point.length + 1);
  const stored = tree.files.get(name) ?? null;
  if (!isUnread(stored)) return stored;
  const contents = await stored.read().catch(() => null);
  tree.files.set(name, contents);
  return contents;
}
