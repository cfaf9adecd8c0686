import type { Stored } from "../lib/text.ts";
import type { Disk } from "./disks.ts";
import type { Refusal } from "./said.ts";

/** An import: files and folders from outside, with paths relative to the mount point `point`. */
export interface Mounted {
  label: string;
  point: string;
  files: Map<string, Stored>;
  folders: string[];
  refused: Refusal[];
  /** The folder on disk that the import comes from. Absent if the page cannot write to it. */
  disk?: Disk;
  /**
   * The earlier imports of the same folder on disk. If one of them has the same mount point as this
   * import, this import replaces that earlier import.
   */
  former?: readonly Disk[];
  /** The folders that the import skipped, such as `node_modules`. */
  skipped?: readonly string[];
  /** Repeats the import, and this time also imports the folders that were skipped. */
  again?: () => void;
}
