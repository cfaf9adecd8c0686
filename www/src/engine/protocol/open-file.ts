/** Answers about the file in the editor. */
import type { Diagnostic, Fixed } from "skillglass";

export interface OpenProblems {
  path: string;
  /** The length of the checked text, in UTF-16 code units; null if the file is not text. */
  length: number | null;
  diagnostics: Diagnostic[];
}

/** Renames, which are made first, and the whole new texts of files by their paths after the renames. */
export type Mended = Pick<Fixed, "renames" | "files">;
