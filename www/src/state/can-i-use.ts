/** "Can I use": whether it is open, and at which row, as the page's address has it. */
import { signal } from "@preact/signals";
import { recallRow, rowAddress } from "./address.ts";

/** The row that was asked for, an empty text for none; null while it is closed. */
export const askedRow = signal<string | null>(recallRow());

addEventListener("hashchange", () => (askedRow.value = recallRow()));

/** The earlier fragment, which may contain a workspace. */
let before = "";

/** Opens it, at a row if one is named. */
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
