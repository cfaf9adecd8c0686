/** Diagnostics as texts that leave the page. */
import type { Severity } from "skillglass";
import type { ProblemsFilter } from "./problems.ts";

/** The severities in the page's language. */
export type SeverityWords = Record<Severity, string>;

export interface ProblemTextAsk {
  filter: ProblemsFilter;
  as: "markdown" | "sarif";
  words: SeverityWords;
}

/** The first lines of a Markdown text, and the number of all lines. */
export interface Lines {
  total: number;
  lines: string[];
}
