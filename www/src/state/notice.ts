import { signal } from "@preact/signals";
import type { Mounted } from "./mounted.ts";
import type { Refusal, Said } from "./said.ts";

/**
 * A notice about the visitor's last action, with a function that undoes the action if that is
 * possible.
 */
export interface Notice {
  text: Said;
  refused: Refusal[];
  /**
   * The import that the notice is about; absent for other actions. The notice lets the visitor move
   * the import.
   */
  mounted?: Mounted;
  undo?: () => void;
  /** The label of the button that calls `undo`. By default, the label is "Undo". */
  undoLabel?: Said;
}

export const notice = signal<Notice | null>(null);
