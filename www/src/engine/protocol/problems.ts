/** Diagnostics of all files. The page gets only the rows in view. */
import type { Diagnostic, HostEdition, Severity } from "skillglass";

export const SEVERITIES: readonly Severity[] = ["error", "warning", "info", "hint"];

/** The filter for the diagnostics that are shown. */
export interface ProblemsFilter {
  hosts: HostEdition[];
  severities: Severity[];
  /** Shows only diagnostics that concern this host; null for all hosts. */
  host: string | null;
  /** Shows only diagnostics of this rule; null for all rules. */
  rule: string | null;
  text: string;
}

export interface ProblemsAsk extends ProblemsFilter {
  from: number;
  to: number;
}

/** A file with the number of its problems, followed by each problem. */
export type ProblemRow = { kind: "file"; path: string; count: number } | { kind: "problem"; diagnostic: Diagnostic };

export interface ProblemsAnswer {
  progress: number | null;
  counts: Record<Severity, number>;
  /** The code of each rule that has findings, with the number of its findings. */
  rules: [code: string, count: number][];
  files: number;
  /** The number of safe fixes. */
  safe: number;
  total: number;
  from: number;
  rows: ProblemRow[];
}
