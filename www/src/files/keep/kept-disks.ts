/** The folders on disk of a saved workspace: their handles, which are in the browser's storage, and the bytes of each file. */
import { join } from "../../lib/paths.ts";
import type { Contents } from "../../lib/text.ts";
import type { DiskMount, Known } from "../../state/disks.ts";

export interface KeptDisk {
  root: FileSystemDirectoryHandle;
  strip: string;
  point: string;
  /** The bytes by path below the mount point; `as kept` for those that the workspace contains, null for a file that was never read. */
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
