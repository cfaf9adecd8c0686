/** The view of the open file, which other modules of the editor reach by its path. */
import type { EditorView } from "@codemirror/view";
import { filePath } from "./facets.ts";

let view: EditorView | null = null;

export function currentView(): EditorView | null {
  return view;
}

export function setCurrentView(next: EditorView | null): void {
  view = next;
}

/** Returns the view if it shows this file. */
export function viewOf(path: string): EditorView | null {
  return view?.state.facet(filePath) === path ? view : null;
}
