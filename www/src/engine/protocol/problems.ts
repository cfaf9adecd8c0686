/**
 * This module has the types of the list of all diagnostics. The page gets only the rows in view.
 */
import type { Diagnostic, HostEdition, Severity } from "skillglass";

export const SEVERITIES: readonly Severity[] = ["error", "warning", "info", "hint"];

/** The conditions for the diagnostics that are shown. A diagnostic must meet all of them. */
export interface ProblemsFilter {
  hosts: HostEdition[];
  severities: Severity[];
  /** The host that a diagnostic must concern; null for any host. */
  host: string | null;
  /** The code of the rule that reports the diagnostic; null for any rule. */
  rule: string | null;
  text: string;
}

export interface ProblemsAsk extends ProblemsFilter {
  from: number;
  to: number;
}

/**
 * A row in the list of problems: a file with the number of its problems, or one problem. The row of
 * a file precedes the rows of its problems.
 */
export type ProblemRow = { kind: "file"; path: string; count: number } | { kind: "problem"; diagnostic: Diagnostic };

export interface ProblemsAnswer {
  progress: number | null;
  counts: Record<Severity, number>;
  /** The code of each rule that reports problems, with the number of these problems. */
  rules: [code: string, count: number][];
  files: number;
  /** The number of fixes that are safe to apply without a review. */
  safe: number;
  total: number;
  from: number;
  rows: ProblemRow[];
}
