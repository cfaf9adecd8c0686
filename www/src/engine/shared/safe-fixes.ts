/** This module finds and counts the fixes that are safe to apply without a review. */
import type { Diagnostic, Fix } from "skillglass";

export function safeFixOf({ fixes }: Diagnostic): Fix | undefined {
  return fixes.find(({ safe }) => safe);
}

/** Returns the number of safe fixes. A fix that several diagnostics share is counted once. */
export function countSafeFixes(found: readonly Diagnostic[]): number {
  const fixes = found.flatMap((one) => safeFixOf(one) ?? []);
  return new Set(fixes.map(({ edits, renames }) => JSON.stringify([edits, renames]))).size;
}
