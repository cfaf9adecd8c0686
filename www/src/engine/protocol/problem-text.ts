/**
 * This module has the types for texts that list diagnostics. A visitor copies, saves or shares such
 * a text.
 */
import type { Severity } from "skillglass";
import type { ProblemsFilter } from "./problems.ts";

/** The name of each severity in the page's language. */
export type SeverityWords = Record<Severity, string>;

export interface ProblemTextAsk {
  filter: ProblemsFilter;
  as: "markdown" | "sarif";
  words: SeverityWords;
}

/** The first lines of a list in Markdown. `total` is the number of lines in the whole list. */
export interface Lines {
  total: number;
  lines: string[];
}
