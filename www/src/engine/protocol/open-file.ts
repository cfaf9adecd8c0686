/** This module has the types of answers about the file in the editor. */
import type { Diagnostic, Fixed } from "skillglass";

export interface OpenProblems {
  path: string;
  /** The length of the checked text, in UTF-16 code units; null if the file is not text. */
  length: number | null;
  diagnostics: Diagnostic[];
}

/**
 * The result of fixes: the renamed files, and the complete new text of each changed file. The key
 * of a text is the file's path after the renames.
 */
export type Mended = Pick<Fixed, "renames" | "files">;
