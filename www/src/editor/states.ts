/** The open file's view, and the states of files that were open before. Each file keeps its history while another file is shown. */
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

/** Shows a file with its history. */
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

/** Changes the language of the editor's texts. */
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

/** Moves the states together with their files to other paths. */
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
