/** The earlier tree: another version of the files, with which Compare compares the workspace. It is not saved. */
import { signal } from "@preact/signals";
import { join } from "../lib/paths.ts";
import type { Contents, Stored } from "../lib/text.ts";
import { isUnread } from "../lib/text.ts";
import { engine } from "./engine-port.ts";

/** The earlier tree, with paths below `point`. */
export interface Earlier {
  /** A name for visitors; null for an earlier state of the workspace. */
  label: string | null;
  /** The folder to which the paths are relative. */
  point: string;
  files: Map<string, Stored>;
  folders: readonly string[];
}

/** The earlier tree; null if there is none. Each tree and each place has another `id`. */
export const earlier = signal<(Earlier & { id: number }) | null>(null);

let count = 0;

export function setEarlier(tree: Earlier | null): void {
  earlier.value = tree && { ...tree, id: ++count };
  sendEarlier();
}

/** Sends the earlier tree to the engine. */
export function sendEarlier(): void {
  const tree = earlier.peek();
  const at = (path: string) => join(tree!.point, path);
  engine().setEarlier(tree && { id: tree.id, files: Array.from(tree.files.keys(), at), folders: tree.folders.map(at) });
}

/** Returns the paths of the files of the earlier tree. */
export function pathsOfEarlier(): string[] {
  const tree = earlier.peek();
  return tree ? Array.from(tree.files.keys(), (path) => join(tree.point, path)) : [];
}

/** Returns the contents of a file of the earlier tree; null if the file cannot be read. */
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
