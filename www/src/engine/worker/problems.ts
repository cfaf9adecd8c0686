/**
 * This module returns the diagnostics of all files. The worker stores the whole list, and sends
 * only the rows in view.
 */
import type { Diagnostic, HostEdition, Severity } from "skillglass";
import { wordsOf } from "../../lib/words.ts";
import type { ProblemRow, ProblemsAnswer, ProblemsAsk, ProblemsFilter } from "../protocol/problems.ts";
import { countSafeFixes } from "../shared/safe-fixes.ts";
import type { Engine } from "./engine.ts";
import { firstLook, keyOf, memo, readForHosts, readForRules } from "./memo.ts";

let former: Diagnostic[] = [];

export function problems(ask: ProblemsAsk, engine: Engine): ProblemsAnswer {
  readForHosts(engine, ask.hosts);
  readForRules(engine, ask.hosts);
  const progress = firstLook(engine, "lint", ask.hosts);
  if (progress === null) former = diagnostics(ask.hosts, engine);
  const all = former;
  const counts: Record<Severity, number> = { error: 0, warning: 0, info: 0, hint: 0 };
  const rules = new Map<string, number>();
  for (const { severity, code } of all) {
    counts[severity]++;
    rules.set(code, (rules.get(code) ?? 0) + 1);
  }
  const left = passing(all, ask);
  const rows = rowsOf(left);
  return {
    progress,
    counts,
    rules: [...rules].sort(([a], [b]) => (a < b ? -1 : 1)),
    files: rows.length - left.length,
    safe: countSafeFixes(all),
    total: rows.length,
    from: ask.from,
    rows: rows.slice(ask.from, ask.to),
  };
}

export function diagnostics(hosts: HostEdition[], { workspace }: Engine): Diagnostic[] {
  return memo(workspace, `lint ${keyOf(hosts)}`, () => workspace.lint({ hosts }));
}

/**
 * The rules that are off while the diagnostics of a single file are requested. `unread-file` needs
 * the files beside the skill, and the answer should not wait for these.
 */
export const LATER = { "unread-file": "off" } as const;

/** Returns the diagnostics of the skill file at `path`; an empty list if there is no such file. */
export function fileProblems({ path, hosts }: { path: string; hosts: HostEdition[] }, { workspace, files }: Engine): Diagnostic[] {
  if (!files.has(path)) return [];
  return workspace.lint({ hosts, skills: [path], rules: LATER }).filter((one) => one.path === path);
}

export function passing(all: readonly Diagnostic[], { severities, host, rule, text }: ProblemsFilter): Diagnostic[] {
  const words = wordsOf(text);
  return all.filter(
    ({ path, severity, code, message, hosts }) =>
      severities.includes(severity) &&
      (rule === null || rule === code) &&
      (host === null || hosts.some((concerned) => concerned.host === host)) &&
      words.every((word) => `${path} ${code} ${message}`.toLowerCase().includes(word)),
  );
}

/**
 * Returns the list's rows for diagnostics that are sorted by path. The row of a file precedes the
 * rows of its diagnostics.
 */
function rowsOf(all: readonly Diagnostic[]): ProblemRow[] {
  const rows: ProblemRow[] = [];
  let file: Extract<ProblemRow, { kind: "file" }> | undefined;
  for (const diagnostic of all) {
    if (file?.path !== diagnostic.path) rows.push((file = { kind: "file", path: diagnostic.path, count: 0 }));
    file.count++;
    rows.push({ kind: "problem", diagnostic });
  }
  return rows;
}
