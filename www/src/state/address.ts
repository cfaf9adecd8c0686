/** The state in the page's address: the open view, the comparison, the report and the row of "Can I use", so that a reload or a bookmark opens it again. */
import { embedding } from "../lib/embedding.ts";

const KEY = "view";
const FIRST = "skills";

export function recallView(): string {
  return recallParameter(KEY) ?? FIRST;
}

export function rememberView(name: string): void {
  // The address of a frame is the other page's choice.
  if (embedding) return;
  const url = new URL(location.href);
  if (name === FIRST) url.searchParams.delete(KEY);
  else url.searchParams.set(KEY, name);
  history.replaceState(history.state, "", url);
}

/** Returns a parameter of the address; null if the address has none of that name. */
export function recallParameter(name: string): string | null {
  return new URLSearchParams(location.search).get(name);
}

/** Writes the parameters that are not null, and removes the others. */
export function rememberParameters(parameters: Readonly<Record<string, string | null>>): void {
  if (embedding) return;
  const url = new URL(location.href);
  for (const [name, value] of Object.entries(parameters)) {
    if (value === null) url.searchParams.delete(name);
    else url.searchParams.set(name, value);
  }
  if (url.href !== new URL(location.href).href) history.replaceState(history.state, "", url);
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
