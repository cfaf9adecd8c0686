/** This module has the types of questions about fixes for the current files. */
import type { Diagnostic, FileRename, HostEdition } from "skillglass";

/** Consecutive lines that change in a file, before and after the change. */
export interface ChangedLines {
  /** The number of the first changed line, from 1. */
  line: number;
  before: string[];
  after: string[];
}

export interface FixedFile {
  path: string;
  /** The titles of the fixes in this file, in the order of their positions. */
  titles: string[];
  change: ChangedLines;
  text: string;
}

export interface FixPlan {
  files: FixedFile[];
  renames: FileRename[];
  /** The number of diagnostics that this plan fixes. */
  mended: number;
}

export interface FixAsk {
  diagnostic: Pick<Diagnostic, "path" | "code" | "range">;
  /** The title of the requested fix. It distinguishes several fixes of the same diagnostic. */
  title: string;
  hosts: HostEdition[];
}
