/** Answers about the file in the editor. */
import type { Diagnostic, Fixed } from "skillglass";

export interface OpenProblems {
  path: string;
  /** Of the text that was looked at, in UTF-16 code units; null where it was bytes. */
  length: number | null;
  diagnostics: Diagnostic[];
}

/** Renames, made first, and the whole new texts of files by the path that they have then. */
export type Mended = Pick<Fixed, "renames" | "files">;
