/**
 * This module has the editor of the open file, and the states of files that were open before. So
 * each file keeps its undo history while another file is open.
 */
import { isolateHistory } from "@codemirror/commands";
import type { EditorState } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { positionOf } from "skillglass/codemirror";
import { whenMoved } from "../state/files.ts";
import { difference } from "./difference.ts";
import type { EditorListener } from "./facets.ts";
import { elsewhere, filePath } from "./facets.ts";
import { assisted, blankState, complete, fileState, renamedState, speak } from "./file-state.ts";
import { currentView, setCurrentView } from "./view.ts";

const REMEMBERED = 100;

const remembered = new Map<string, EditorState>();

let listener: EditorListener;

export function mountView(parent: HTMLElement, listen: EditorListener): EditorView {
  listener = listen;
  const view = new EditorView({ parent, state: blankState() });
  setCurrentView(view);
  return view;
}

export function unmountView(): void {
  const view = currentView();
  if (!view) return;
  remember(view.state);
  view.destroy();
  setCurrentView(null);
}

/** Opens a file in the editor, with the undo history from the last time that it was open. */
export function showFile(path: string, text: string, editable: boolean): void {
  const view = currentView();
  if (!view) return;
  if (view.state.facet(filePath) !== path) {
    remember(view.state);
    const former = remembered.get(path);
    view.setState(assisted(former && former.readOnly !== editable ? former : fileState(path, text, editable, listener)));
    listener.moved(view.state);
    void complete(view);
  }
  // The file may have been changed elsewhere, for example by a fix of many files or its undoing.
  const changes = difference(view.state.doc, view.state.toText(text));
  if (changes) view.dispatch({ changes, annotations: [isolateHistory.of("full"), elsewhere.of(true)] });
}

/** Changes the editor's texts to the current language of the page. */
export function reword(): void {
  const view = currentView();
  if (view) speak(view);
}

export function reveal(place: { line: number; column: number }): void {
  const view = currentView();
  if (!view) return;
  const at = positionOf(view.state.doc, place);
  view.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: "center" }) });
  view.focus();
}

/** Assigns the remembered editor states to the new paths of moved files. */
function followMoves(newPath: (path: string) => string): void {
  const moved = [...remembered].map(
    ([path, state]) => [newPath(path), newPath(path) === path ? state : renamedState(state, newPath(path))] as const,
  );
  remembered.clear();
  for (const [path, state] of moved) remembered.set(path, state);
  const view = currentView();
  const path = view?.state.facet(filePath);
  if (!view || !path || newPath(path) === path) return;
  view.setState(renamedState(view.state, newPath(path)));
  void complete(view);
}

whenMoved(followMoves);

function remember(state: EditorState): void {
  const path = state.facet(filePath);
  if (path === "") return;
  remembered.delete(path);
  remembered.set(path, state);
  const [oldest] = remembered.keys();
  if (remembered.size > REMEMBERED && oldest !== undefined) remembered.delete(oldest);
}
