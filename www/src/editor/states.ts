/** The open file's view, and the states of files that were open before: each keeps its history while another one is shown. */
import { isolateHistory } from "@codemirror/commands";
import type { EditorState, Text } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { files, whenMoved } from "../state/store.ts";
import { decode } from "../lib/text.ts";
import { assisted, blankState, complete, elsewhere, filePath, fileState, renamedState, speak } from "./file-state.ts";
import type { Told } from "./file-state.ts";
import { positionOf } from "./places.ts";

const REMEMBERED = 100;

const remembered = new Map<string, EditorState>();

let view: EditorView | null = null;
let told: Told;

/** The view, when it shows this file. */
export function viewOf(path: string): EditorView | null {
  return view?.state.facet(filePath) === path ? view : null;
}

export function mountView(parent: HTMLElement, listener: Told): EditorView {
  told = listener;
  return (view = new EditorView({ parent, state: blankState() }));
}

export function unmountView(): void {
  if (!view) return;
  remember(view.state);
  view.destroy();
  view = null;
}

/** Shows a file, with the history that it has. */
export function showFile(path: string, text: string, editable: boolean): void {
  if (!view) return;
  if (view.state.facet(filePath) !== path) {
    remember(view.state);
    const former = remembered.get(path);
    view.setState(assisted(former && former.readOnly !== editable ? former : fileState(path, text, editable, told)));
    told.moved(view.state);
    void complete(view);
  }
  // It may have been changed elsewhere, by a fix of many files or by undoing one.
  const changes = difference(view.state.doc, view.state.toText(text));
  if (changes) view.dispatch({ changes, annotations: [isolateHistory.of("full"), elsewhere.of(true)] });
}

/** The one stretch in which two texts differ; null if there is none. */
export function difference(former: Text, next: Text): { from: number; to: number; insert: Text } | null {
  if (former.eq(next)) return null;
  const [a, b] = [former.toString(), next.toString()];
  let from = 0;
  while (from < a.length && a[from] === b[from]) from++;
  let kept = 0;
  while (kept < Math.min(a.length, b.length) - from && a[a.length - 1 - kept] === b[b.length - 1 - kept]) kept++;
  return { from, to: a.length - kept, insert: next.slice(from, b.length - kept) };
}

/** Speaks another language. */
export function reword(): void {
  if (view) speak(view);
}

export function reveal(place: { line: number; column: number }): void {
  if (!view) return;
  const at = positionOf(view.state.doc, place);
  view.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: "center" }) });
  view.focus();
}

/** The text of a file as it is now; null if there is none. */
export function textOf(path: string): string | null {
  const stored = files.get(path);
  return typeof stored === "string" || stored instanceof Uint8Array ? decode(stored) : null;
}

/** Has the states go with their files to other paths. */
function followMoves(newPath: (path: string) => string): void {
  const moved = [...remembered].map(([path, state]) => [newPath(path), newPath(path) === path ? state : renamedState(state, newPath(path))] as const);
  remembered.clear();
  for (const [path, state] of moved) remembered.set(path, state);
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
