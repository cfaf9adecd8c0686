import { signal } from "@preact/signals";
import type { Mounted } from "./mounted.ts";
import type { Refusal, Said } from "./said.ts";

/** The result of the visitor's last action, and the way back. */
export interface Notice {
  text: Said;
  refused: Refusal[];
  /** The import that the notice is about, if it is about one: it can be moved. */
  mounted?: Mounted;
  undo?: () => void;
  /** The label of the way back, if it is no mere undoing. */
  undoLabel?: Said;
}

export const notice = signal<Notice | null>(null);
