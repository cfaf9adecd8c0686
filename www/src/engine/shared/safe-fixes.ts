/** Fixes that need no look. */
import type { Diagnostic, Fix } from "skillglass";

export function safeFixOf({ fixes }: Diagnostic): Fix | undefined {
  return fixes.find(({ safe }) => safe);
}

/** Counts the safe fixes. Diagnostics that the same edits fix have one fix together. */
export function countSafeFixes(found: readonly Diagnostic[]): number {
  const fixes = found.flatMap((one) => safeFixOf(one) ?? []);
  return new Set(fixes.map(({ edits, renames }) => JSON.stringify([edits, renames]))).size;
}
