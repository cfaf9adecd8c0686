/** This module requests the diagnostics of the open file again after each change. */
import { computed } from "@preact/signals";
import type { Diagnostic, Severity } from "skillglass";
import { answer } from "../engine/client.ts";
import { countSafeFixes } from "../engine/shared/safe-fixes.ts";
import { current } from "../state/selection.ts";
import { judges } from "./judges.ts";

const asked = answer("openProblems", () =>
  current.value === null || judges.value.length === 0 ? undefined : { path: current.value, hosts: judges.value },
);

/**
 * The diagnostics of the open file, with the length of the checked text; null until the engine has
 * checked this file.
 */
export const found = computed(() => (asked.value?.path === current.value ? asked.value : null));

/** The number of diagnostics of the open file by severity, and the number of safe fixes. */
export const tally = computed(() => {
  const of: Record<Severity, number> = { error: 0, warning: 0, info: 0, hint: 0 };
  const all: readonly Diagnostic[] = found.value?.diagnostics ?? [];
  for (const { severity } of all) of[severity]++;
  return { of, all: all.length, safe: countSafeFixes(all), known: found.value !== null };
});
