/** The state in the page's address: the open view and the row of "Can I use", so that a reload or a bookmark opens it again. */
import { embedding } from "../lib/embedding.ts";

const KEY = "view";
const FIRST = "skills";

export function recallView(): string {
  return new URLSearchParams(location.search).get(KEY) ?? FIRST;
}

export function rememberView(name: string): void {
  // The address of a frame is the other page's choice.
  if (embedding) return;
  const url = new URL(location.href);
  if (name === FIRST) url.searchParams.delete(KEY);
  else url.searchParams.set(KEY, name);
  history.replaceState(history.state, "", url);
}

const ROW = "#can-i-use";

/** Returns the row of "Can I use" that the address names; an empty text if it names the table without a row, null if it names neither. */
export function recallRow(): string | null {
  const { hash } = location;
  if (hash === ROW) return "";
  if (!hash.startsWith(`${ROW}=`)) return null;
  const row = hash.slice(ROW.length + 1);
  try {
    return decodeURIComponent(row);
  } catch {
    return row;
  }
}

/** Returns the fragment that names a row. */
export function rowAddress(row: string): string {
  return row === "" ? ROW : `${ROW}=${encodeURIComponent(row).replaceAll("%2F", "/")}`;
}
