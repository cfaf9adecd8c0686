/**
 * This module holds the editor of the open file. Other modules get the editor by the file's path.
 */
import type { EditorView } from "@codemirror/view";
import { filePath } from "./facets.ts";

let view: EditorView | null = null;

export function currentView(): EditorView | null {
  return view;
}

export function setCurrentView(next: EditorView | null): void {
  view = next;
}

/** Returns the open editor if it shows the file at `path`; otherwise null. */
export function viewOf(path: string): EditorView | null {
  return view?.state.facet(filePath) === path ? view : null;
}
