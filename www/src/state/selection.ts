/**
 * This module has the state of the page: the open file, the open view, and the pane that a narrow
 * screen shows.
 */
import { batch, signal } from "@preact/signals";
import { recallView, rememberView } from "./address.ts";
import { SAMPLE_CURRENT, SAMPLE_PROMPT } from "./sample.ts";

/** The path of the open file; null for none. */
export const current = signal<string | null>(SAMPLE_CURRENT);
/**
 * The position that the editor should scroll to; null for none. Each request is a new object, so
 * that the same position can be requested again.
 */
export const goal = signal<{ path: string; line: number; column: number } | null>(null);

export const prompt = signal(SAMPLE_PROMPT);

/** The name of the open view. app/views.tsx lists the views. */
export const view = signal(recallView());

/** A pane of the page. A narrow screen shows only one pane. */
export type Pane = "files" | "editor" | "host";
export const pane = signal<Pane>("host");

/** Opens a view by its name, and writes the name into the page's address. */
export function openView(name: string): void {
  view.value = name;
  rememberView(name);
}

/** Opens a file in the editor. If a place is given, scrolls to it. */
export function openFile(path: string, place?: { line: number; column: number } | null): void {
  batch(() => {
    current.value = path;
    goal.value = place ? { path, line: place.line, column: place.column } : null;
    pane.value = "editor";
  });
}
