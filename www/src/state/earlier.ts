/** The tree before: another version of the files, which Compare compares the workspace with. It is not saved. */
import { signal } from "@preact/signals";
import { join } from "../lib/paths.ts";
import type { Contents, Stored } from "../lib/text.ts";
import { isUnread } from "../lib/text.ts";
import { engine } from "./engine-port.ts";

/** The tree before, with paths below `point`. */
export interface Earlier {
  /** A name for visitors; null for the workspace as it was. */
  label: string | null;
  /** The folder that the paths are relative to. */
  point: string;
  files: Map<string, Stored>;
  folders: readonly string[];
}

/** The tree before; null without one. `id` is another number for each tree and each place. */
export const earlier = signal<(Earlier & { id: number }) | null>(null);

let count = 0;

export function setEarlier(tree: Earlier | null): void {
  earlier.value = tree && { ...tree, id: ++count };
  sendEarlier();
}

/** Tells the engine of the tree before. */
export function sendEarlier(): void {
  const tree = earlier.peek();
  const at = (path: string) => join(tree!.point, path);
  engine().setEarlier(tree && { id: tree.id, files: Array.from(tree.files.keys(), at), folders: tree.folders.map(at) });
}

/** Returns the paths of the files of the tree before. */
export function pathsOfEarlier(): string[] {
  const tree = earlier.peek();
  return tree ? Array.from(tree.files.keys(), (path) => join(tree.point, path)) : [];
}

/** Returns the contents of a file of the tree before; null if it cannot be read. */
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
