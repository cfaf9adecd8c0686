/** The open parts of the workspace: the file, the view, and the pane of a narrow screen. */
import { batch, signal } from "@preact/signals";
import { recallView, rememberView } from "./address.ts";
import { SAMPLE_CURRENT, SAMPLE_PROMPT } from "./sample.ts";

/** The open file. */
export const current = signal<string | null>(SAMPLE_CURRENT);
/** The place to show in the open file. It is a new object for each request. */
export const goal = signal<{ path: string; line: number; column: number } | null>(null);

export const prompt = signal(SAMPLE_PROMPT);

/** The open view, by its name in app/views.tsx. */
export const view = signal(recallView());

/** The pane that a narrow screen shows. */
export type Pane = "files" | "editor" | "host";
export const pane = signal<Pane>("host");

/** Opens a view, which a reload opens again. */
export function openView(name: string): void {
  view.value = name;
  rememberView(name);
}

/** Opens a file, and shows a place in it if one is given. */
export function openFile(path: string, place?: { line: number; column: number } | null): void {
  batch(() => {
    current.value = path;
    goal.value = place ? { path, line: place.line, column: place.column } : null;
    pane.value = "editor";
  });
}
