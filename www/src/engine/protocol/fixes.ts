/** Fixes for the current files. */
import type { Diagnostic, FileRename, HostEdition } from "skillglass";

/** Removed lines, and the lines that replace them. */
export interface ChangedLines {
  /** The first line. */
  line: number;
  before: string[];
  after: string[];
}

export interface FixedFile {
  path: string;
  /** The titles of the file's fixes, in the order of the places. */
  titles: string[];
  change: ChangedLines;
  text: string;
}

export interface FixPlan {
  files: FixedFile[];
  renames: FileRename[];
  /** The number of diagnostics that the plan fixes. */
  mended: number;
}

export interface FixAsk {
  diagnostic: Pick<Diagnostic, "path" | "code" | "range">;
  /** The title of the fix. */
  title: string;
  hosts: HostEdition[];
}
