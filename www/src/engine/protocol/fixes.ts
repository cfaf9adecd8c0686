/** Fixes for the files as they are now. */
import type { Diagnostic, FileRename, HostEdition } from "skillglass";

/** Lines that go, and those that come in their place. */
export interface ChangedLines {
  /** The first of them. */
  line: number;
  before: string[];
  after: string[];
}

export interface FixedFile {
  path: string;
  /** The titles of its fixes, in the order of the places. */
  titles: string[];
  change: ChangedLines;
  text: string;
}

export interface FixPlan {
  files: FixedFile[];
  renames: FileRename[];
  /** The number of diagnostics that it fixes. */
  mended: number;
}

export interface FixAsk {
  diagnostic: Pick<Diagnostic, "path" | "code" | "range">;
  /** That of the fix. */
  title: string;
  hosts: HostEdition[];
}
