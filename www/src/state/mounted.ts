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
  /** The folder on disk that it is, where the page could write there. */
  disk?: Disk;
  /** Earlier mounts of the same folder. At the same point they have no files of their own any more. */
  former?: readonly Disk[];
  /** Folders that were passed over as their kind always is. */
  skipped?: readonly string[];
  /** Imports everything, the skipped folders included. */
  again?: () => void;
}
