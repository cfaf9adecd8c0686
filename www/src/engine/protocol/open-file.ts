/** This module has the types of answers about the file in the editor. */
import type { Diagnostic, Fixed } from "skillglass";

export interface OpenProblems {
  path: string;
  /** The length of the checked text, in UTF-16 code units; null if the file is not text. */
  length: number | null;
  diagnostics: Diagnostic[];
}

/**
 * The result of fixes: renames of files, which are made first, and the complete new texts of files
 * by their new paths.
 */
export type Mended = Pick<Fixed, "renames" | "files">;
