/**
 * This module has the state of the table "Can I use": whether it is open, and which row is shown.
 */
import { signal } from "@preact/signals";
import { recallRow, rowAddress } from "./address.ts";

/**
 * The row that the table "Can I use" should show. An empty text opens the table without a chosen
 * row. Null if the table is closed.
 */
export const askedRow = signal<string | null>(recallRow());

addEventListener("hashchange", () => (askedRow.value = recallRow()));

/**
 * The fragment of the page's address before the table "Can I use" was opened. The fragment may
 * contain a workspace, so closing the table restores the fragment.
 */
let before = "";

/** Opens the table "Can I use", and shows the given row if there is one. */
export function openCanIUse(row = ""): void {
  if (askedRow.peek() === null) {
    before = location.hash;
    history.pushState(history.state, "", rowAddress(row));
  } else history.replaceState(history.state, "", rowAddress(row));
  askedRow.value = row;
}

export function closeCanIUse(): void {
  if (askedRow.peek() === null) return;
  history.replaceState(history.state, "", `${location.pathname}${location.search}${before}`);
  before = "";
  askedRow.value = null;
}
