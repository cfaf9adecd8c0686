import type { Stored } from "../lib/text.ts";
import type { Disk } from "./disks.ts";
import type { Refusal } from "./said.ts";

/** Files imported from outside, by path relative to the mount point. */
export interface Mounted {
  label: string;
  point: string;
  files: Map<string, Stored>;
  folders: string[];
  refused: Refusal[];
  /** The folder on disk from which the files were imported, if the page could write to it. */
  disk?: Disk;
  /** Earlier mounts of the same folder. An earlier mount at the same point has no files of its own any more. */
  former?: readonly Disk[];
  /** Folders that were skipped, because folders of this kind are always skipped. */
  skipped?: readonly string[];
  /** Imports everything, including the skipped folders. */
  again?: () => void;
}
