import type { Stored } from "../lib/text.ts";

/** Entries of the tree: files with their contents, and folders that were added on their own. */
export interface Entries {
  files: Map<string, Stored>;
  folders: string[];
}

/** Returns the same entries at the paths that `name` returns for them. */
export function renamed({ files, folders }: Entries, name: (path: string) => string): Entries {
  return { files: new Map(Array.from(files, ([path, contents]) => [name(path), contents])), folders: folders.map(name) };
}
