import { signal } from "@preact/signals";
import type { Mounted } from "./mounted.ts";
import type { Refusal, Said } from "./said.ts";

/** The result of the visitor's last action, and a function that undoes it. */
export interface Notice {
  text: Said;
  refused: Refusal[];
  /** The import that the notice is about, if there is one. It can be moved. */
  mounted?: Mounted;
  undo?: () => void;
  /** The label of the button, if the button does more than undo the action. */
  undoLabel?: Said;
}

export const notice = signal<Notice | null>(null);
