/**
 * This module stores the entries of a folder, and compares them with the entries that are read
 * later.
 */
import type { SourceFile, SourceTree } from "./tree.js";

/** Entries that are new, or that may have changed since the folder was last read. */
export interface Fresh {
  readonly files: Map<string, SourceFile>;
  readonly folders: string[];
  readonly links: Map<string, string>;
  /** The paths of the new entries. */
  readonly appeared: string[];
  readonly modified: string[];
}

export class Known {
  readonly files = new Map<string, SourceFile>();
  readonly folders = new Set<string>();
  readonly links = new Map<string, string>();

  get size(): number {
    return this.files.size + this.folders.size + this.links.size;
  }

  /**
   * Returns the paths of the known entries at or below `roots` that no longer exist in `tree`. If
   * an entry is now of another kind, such as a folder in the place of a file, its path is also
   * returned.
   */
  gone(roots: ReadonlySet<string>, tree: SourceTree): Set<string> {
    // If a folder cannot be listed, the entries below it stay as they were.
    const unlisted = new Set(tree.refused.flatMap(({ path, reason }) => (reason === "unreadable" ? path : [])));
    const isWide = [...roots].some((path) => path === "" || this.folders.has(path));
    const gone = new Set<string>();
    for (const kind of ["files", "folders", "links"] as const) {
      for (const path of isWide ? this[kind].keys() : roots)
        if (this[kind].has(path) && !tree[kind].has(path) && isWithin(path, roots) && !isWithin(path, unlisted)) gone.add(path);
    }
    return gone;
  }

  /**
   * Returns the entries of `tree` that are new, and the known entries that may have changed. A
   * known file may have changed if its path is in `roots`, or if `isHeld` returns true because the
   * workspace has the file's contents. A known link has changed if its target is different.
   */
  fresh(roots: ReadonlySet<string>, tree: SourceTree, isHeld: (path: string) => boolean): Fresh {
    const fresh: Fresh = { files: new Map(), folders: [], links: new Map(), appeared: [], modified: [] };
    const note = (path: string, isNew: boolean) => void (isNew ? fresh.appeared : fresh.modified).push(path);
    for (const [path, file] of tree.files) {
      if (this.files.has(path) && !roots.has(path) && !isHeld(path)) continue;
      fresh.files.set(path, file);
      note(path, !this.files.has(path));
    }
    for (const path of tree.folders) {
      if (this.folders.has(path)) continue;
      fresh.folders.push(path);
      note(path, true);
    }
    for (const [path, target] of tree.links) {
      if (this.links.get(path) === target) continue;
      fresh.links.set(path, target);
      note(path, !this.links.has(path));
    }
    return fresh;
  }

  forget(path: string): void {
    for (const entries of [this.files, this.folders, this.links]) entries.delete(path);
  }

  remember({ files, folders, links }: Fresh): void {
    for (const [path, file] of files) this.files.set(path, file);
    for (const path of folders) this.folders.add(path);
    for (const [path, target] of links) this.links.set(path, target);
  }
}

/**
 * Returns true if a path is one of `paths`, or is below one of them. Every path is below the empty
 * path.
 */
export function isWithin(path: string, paths: ReadonlySet<string>): boolean {
  return paths.has(path) || isBelow(path, paths);
}

/** Returns true if a path is below one of `paths`. */
export function isBelow(path: string, paths: ReadonlySet<string>): boolean {
  if (path === "" || paths.size === 0) return false;
  for (let end = path.lastIndexOf("/"); end > 0; end = path.lastIndexOf("/", end - 1)) if (paths.has(path.slice(0, end))) return true;
  return paths.has("");
}
