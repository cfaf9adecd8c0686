/** The state of "Can I use" from the page's address: whether it is open, and at which row. */
import { signal } from "@preact/signals";
import { recallRow, rowAddress } from "./address.ts";

/** The requested row; empty if there is none, null while "Can I use" is closed. */
export const askedRow = signal<string | null>(recallRow());

addEventListener("hashchange", () => (askedRow.value = recallRow()));

/** The earlier fragment, which may contain a workspace. */
let before = "";

/** Opens "Can I use", at a row if one is named. */
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
