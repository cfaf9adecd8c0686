/** The open file's view, and the states of files that were open before: each keeps its history while another one is shown. */
import { EditorState } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { edit, files } from "../store.ts";
import { decode } from "../text.ts";
import { blankState, complete, filePath, fileState, renamedState } from "./file.ts";
import type { Told } from "./file.ts";
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

/** Shows a file; what is shown of it already stays with its selection and history. */
export function showFile(path: string, text: string, editable: boolean): void {
  if (!view || holds(view.state, path, text)) return;
  remember(view.state);
  const former = remembered.get(path);
  view.setState(former && holds(former, path, text) ? former : fileState(path, text, editable, told));
  told.moved(view.state);
  void complete(view);
}

export function reveal(place: { line: number; column: number }): void {
  if (!view) return;
  const at = positionOf(view.state.doc, place);
  view.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: "center" }) });
  view.focus();
}

/** Writes a text into a file that is not shown, as a step of its history if it has one. */
export function writeFile(path: string, text: string): void {
  const state = remembered.get(path);
  if (state) remembered.set(path, state.update({ changes: { from: 0, to: state.doc.length, insert: text } }).state);
  edit(path, text);
}

/** The text of a file as it is now; null if there is none. */
export function textOf(path: string): string | null {
  const stored = files.get(path);
  return typeof stored === "string" || stored instanceof Uint8Array ? decode(stored) : null;
}

/** Has the states go with their files to other paths. */
export function followMoves(newPath: (path: string) => string): void {
  const moved = [...remembered].map(([path, state]) => [newPath(path), newPath(path) === path ? state : renamedState(state, newPath(path))] as const);
  remembered.clear();
  for (const [path, state] of moved) remembered.set(path, state);
  const path = view?.state.facet(filePath);
  if (view && path && newPath(path) !== path) view.setState(renamedState(view.state, newPath(path)));
}

function holds(state: EditorState, path: string, text: string): boolean {
  return state.facet(filePath) === path && state.sliceDoc() === text;
}

function remember(state: EditorState): void {
  const path = state.facet(filePath);
  if (path === "") return;
  remembered.delete(path);
  remembered.set(path, state);
  const [oldest] = remembered.keys();
  if (remembered.size > REMEMBERED && oldest !== undefined) remembered.delete(oldest);
}
