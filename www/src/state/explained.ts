/** The explanation of a "no". A view sets its subject, and the panel shows the reason, the rule and the fix. */
import { signal } from "@preact/signals";
import type { Diagnostic, Edition, HostId, HostSummary, Ignored, LeftOut, Mention, SkillError } from "skillglass";
import { pane } from "./selection.ts";

export type Subject =
  /** A file: its result in the host, and its diagnostics. */
  | { kind: "file"; path: string }
  | { kind: "error"; error: SkillError }
  | { kind: "left-out"; left: LeftOut }
  | { kind: "ignored"; ignored: Ignored }
  /** A skill in a host, and in all target hosts. */
  | { kind: "cell"; path: string; host: HostId; edition: Edition }
  | { kind: "portability"; path: string }
  | { kind: "host"; summary: HostSummary }
  | { kind: "problem"; diagnostic: Diagnostic }
  | { kind: "rule"; code: string }
  | { kind: "mention"; mention: Mention };

/** The subject of the panel; null while it is closed. */
export const subject = signal<Subject | null>(null);

/** Is increased whenever the panel is opened and should get the focus. */
export const attention = signal(0);

let asker: HTMLElement | null = null;

/** Explains a "no". The focus moves to the panel, and returns to its earlier place when the panel is closed. */
export function explain(next: Subject): void {
  const { activeElement } = document;
  if (activeElement instanceof HTMLElement && !activeElement.closest(".explanation")) asker = activeElement;
  subject.value = next;
  pane.value = "host";
  attention.value++;
}

export function closeExplanation(): void {
  subject.value = null;
  asker?.focus();
  asker = null;
}
