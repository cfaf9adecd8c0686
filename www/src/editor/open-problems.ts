/** What is wrong with the open file, asked anew with each change. */
import { computed } from "@preact/signals";
import type { Diagnostic, Severity } from "skillglass";
import { answer } from "../engine/client.ts";
import { countSafeFixes } from "../engine/shared/safe-fixes.ts";
import { judges } from "./judges.ts";
import { current } from "../state/selection.ts";

const asked = answer("openProblems", () => (current.value === null || judges.value.length === 0 ? undefined : { path: current.value, hosts: judges.value }));

/** Of the open file, with the length of the text that was looked at; null while another file's are the last that came. */
export const found = computed(() => (asked.value?.path === current.value ? asked.value : null));

/** How many of each kind there are, and how many fixes of them need no look. */
export const tally = computed(() => {
  const of: Record<Severity, number> = { error: 0, warning: 0, info: 0, hint: 0 };
  const all: readonly Diagnostic[] = found.value?.diagnostics ?? [];
  for (const { severity } of all) of[severity]++;
  return { of, all: all.length, safe: countSafeFixes(all), known: found.value !== null };
});
