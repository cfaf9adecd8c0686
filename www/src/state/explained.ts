/**
 * This module has the subject of the explanation panel: a file that a host does not load, or a
 * problem that a rule reports.
 */
import { signal } from "@preact/signals";
import type { Diagnostic, Edition, HostId, HostSummary, Ignored, LeftOut, Mention, SkillError } from "skillglass";
import { pane } from "./selection.ts";

export type Subject =
  /**
   * A file. The panel explains how the chosen host loads the file, and shows the file's
   * diagnostics.
   */
  | { kind: "file"; path: string }
  | { kind: "error"; error: SkillError }
  | { kind: "left-out"; left: LeftOut }
  | { kind: "ignored"; ignored: Ignored }
  /** A cell of the comparison table: one skill in one host. */
  | { kind: "cell"; path: string; host: HostId; edition: Edition }
  | { kind: "portability"; path: string }
  | { kind: "host"; summary: HostSummary }
  | { kind: "problem"; diagnostic: Diagnostic }
  | { kind: "rule"; code: string }
  | { kind: "mention"; mention: Mention };

/** The subject that the panel explains; null while the panel is closed. */
export const subject = signal<Subject | null>(null);

/** A counter that increases whenever the panel is opened and should get the focus. */
export const attention = signal(0);

let asker: HTMLElement | null = null;

/**
 * Opens the panel that explains a subject, and moves the focus there. When the panel is closed, the
 * focus returns to the element that had it before.
 */
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
