/** Safe fixes. */
import type { Diagnostic, Fix } from "skillglass";

export function safeFixOf({ fixes }: Diagnostic): Fix | undefined {
  return fixes.find(({ safe }) => safe);
}

/** Counts the safe fixes. If the same edits fix several diagnostics, they are counted as one fix. */
export function countSafeFixes(found: readonly Diagnostic[]): number {
  const fixes = found.flatMap((one) => safeFixOf(one) ?? []);
  return new Set(fixes.map(({ edits, renames }) => JSON.stringify([edits, renames]))).size;
}
