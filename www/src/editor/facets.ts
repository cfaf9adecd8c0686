/** Annotations that distinguish an editor's states and changes. */
import type { EditorState } from "@codemirror/state";
import { Annotation, Facet } from "@codemirror/state";

/** The path of the file that a state is of. */
export const filePath = Facet.define<string, string>({ combine: (paths) => paths[0] ?? "" });

/** A change that the page made, not the visitor: the store has it already. */
export const elsewhere = Annotation.define<boolean>();

/** Hears of changes of the text and moves of the cursor. */
export interface EditorListener {
  changed(path: string, text: string): void;
  moved(state: EditorState): void;
}
