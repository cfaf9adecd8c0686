/** The folders on the visitor's disk that are mounted. */
import { signal } from "@preact/signals";

/** A folder on disk that was mounted. */
export interface Disk {
  root: FileSystemDirectoryHandle;
  /** The beginning that was removed from the folder's paths. Before that, the paths begin with the folder's own name. */
  strip: string;
  /** The files when they were found, by path below the mount point. */
  known: Map<string, Known>;
}

/** The bytes of a file on disk when this page last read or wrote the file; null before that. */
export interface Known {
  readonly known: Uint8Array | null;
}

/** A disk at its current place. */
export interface DiskMount {
  disk: Disk;
  point: string;
}

export const disks = signal<readonly DiskMount[]>([]);

/** Announces a change of the known contents of the folders on disk. */
export function disksChanged(): void {
  disks.value = [...disks.value];
}
