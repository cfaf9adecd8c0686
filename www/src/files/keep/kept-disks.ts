/**
 * This module saves the folders on disk that a workspace was imported from: their handles, and the
 * bytes of each file.
 */
import { join } from "../../lib/paths.ts";
import type { Contents } from "../../lib/text.ts";
import type { DiskMount, Known } from "../../state/disks.ts";

export interface KeptDisk {
  root: FileSystemDirectoryHandle;
  strip: string;
  point: string;
  /**
   * The bytes of each file on disk, by its path below the mount point. `as kept` means the bytes
   * that the saved workspace contains; null means a file that was never read.
   */
  known: Map<string, Uint8Array | "as kept" | null>;
}

export function keptDisk({ disk, point }: DiskMount, files: ReadonlyMap<string, Contents>): KeptDisk {
  const known: KeptDisk["known"] = new Map();
  // The contents of an unedited file are the same object as the bytes that were read.
  for (const [path, { known: held }] of disk.known)
    known.set(path, held !== null && files.get(join(point, path)) === held ? "as kept" : held);
  return { root: disk.root, strip: disk.strip, point, known };
}

export function mountOf({ root, strip, point, known: kept }: KeptDisk, files: ReadonlyMap<string, Contents>): DiskMount {
  const known = new Map<string, Known>();
  for (const [path, held] of kept) {
    const contents = held === "as kept" ? files.get(join(point, path)) : held;
    known.set(path, { known: contents instanceof Uint8Array ? contents : null });
  }
  return { disk: { root, strip, known }, point };
}
