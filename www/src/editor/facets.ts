/** This module has the CodeMirror facets and annotations that the modules of the editor share. */
import type { EditorState } from "@codemirror/state";
import { Annotation, Facet } from "@codemirror/state";

/** The path of the file that an editor state shows. */
export const filePath = Facet.define<string, string>({ combine: (paths) => paths[0] ?? "" });

/**
 * Marks a change of the text that the page made. Such a change is already in the file store, so the
 * editor does not report it as typed.
 */
export const elsewhere = Annotation.define<boolean>();

/** Receives changes of the edited text and moves of the cursor. */
export interface EditorListener {
  changed(path: string, text: string): void;
  moved(state: EditorState): void;
}
