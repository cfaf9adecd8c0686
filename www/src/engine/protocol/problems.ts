/** Diagnostics of all files, of which the page gets the rows in view. */
import type { Diagnostic, HostEdition, Severity } from "skillglass";

export const SEVERITIES: readonly Severity[] = ["error", "warning", "info", "hint"];

/** Which of the diagnostics for these hosts are shown. */
export interface ProblemsFilter {
  hosts: HostEdition[];
  severities: Severity[];
  /** Only those that concern this host; all if null. */
  host: string | null;
  /** Only those of this rule; all if null. */
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
  /** The rules that found something, with how often, by code. */
  rules: [code: string, count: number][];
  files: number;
  /** Fixes that need no look. */
  safe: number;
  total: number;
  from: number;
  rows: ProblemRow[];
}
