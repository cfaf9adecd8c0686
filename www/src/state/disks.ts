/** This module has the folders on the visitor's disk whose files are in the workspace. */
import { signal } from "@preact/signals";

/** A folder on the visitor's disk that was imported into the workspace. */
export interface Disk {
  root: FileSystemDirectoryHandle;
  /**
   * The text that the import removed from the beginning of each path, including the name of the
   * imported folder.
   */
  strip: string;
  /** The files that the import found, by path below the mount point. */
  known: Map<string, Known>;
}

/**
 * A file on disk. `known` has the file's bytes when the page last read or wrote the file; null if
 * the page has neither read nor written it.
 */
export interface Known {
  readonly known: Uint8Array | null;
}

/** A folder on disk, with the folder of the workspace that contains its files. */
export interface DiskMount {
  disk: Disk;
  point: string;
}

export const disks = signal<readonly DiskMount[]>([]);

/**
 * Tells the page that the recorded contents of files on the disk have changed, for example after
 * the visitor saved files to the disk.
 */
export function disksChanged(): void {
  disks.value = [...disks.value];
}
