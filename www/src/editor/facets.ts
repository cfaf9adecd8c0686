/** Annotations that distinguish an editor's states and changes. */
import type { EditorState } from "@codemirror/state";
import { Annotation, Facet } from "@codemirror/state";

/** The path of the file to which a state belongs. */
export const filePath = Facet.define<string, string>({ combine: (paths) => paths[0] ?? "" });

/** Marks a change that the page made, not the visitor. The store already has such a change. */
export const elsewhere = Annotation.define<boolean>();

/** Receives changes of the text and moves of the cursor. */
export interface EditorListener {
  changed(path: string, text: string): void;
  moved(state: EditorState): void;
}
