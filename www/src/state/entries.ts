import type { Stored } from "../lib/text.ts";

/** Files with their contents, and folders that exist independently of files. */
export interface Entries {
  files: Map<string, Stored>;
  folders: string[];
}

/**
 * Returns the given files and folders with new paths. `name` converts an old path into the new
 * path.
 */
export function renamed({ files, folders }: Entries, name: (path: string) => string): Entries {
  return { files: new Map(Array.from(files, ([path, contents]) => [name(path), contents])), folders: folders.map(name) };
}
