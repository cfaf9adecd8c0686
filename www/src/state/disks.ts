/** The folders on the visitor's disk that are mounted. */
import { signal } from "@preact/signals";

/** A folder on disk that was mounted. */
export interface Disk {
  root: FileSystemDirectoryHandle;
  /** The part that went from the front of its paths, which begin with its own name. */
  strip: string;
  /** Files as they were found, by path below the mount point. */
  known: Map<string, Known>;
}

/** The bytes of a file on disk when this page last read or wrote it; null before. */
export interface Known {
  readonly known: Uint8Array | null;
}

/** A disk at the place where it is now. */
export interface DiskMount {
  disk: Disk;
  point: string;
}

export const disks = signal<readonly DiskMount[]>([]);

/** Announces that what is known of the folders on disk has changed. */
export function disksChanged(): void {
  disks.value = [...disks.value];
}
