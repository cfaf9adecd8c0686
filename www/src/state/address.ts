/** The state in the page's address: the open view, the comparison and the row of "Can I use", so that a reload or a bookmark opens it again. */
import { embedding } from "../lib/embedding.ts";

const KEY = "view";
const FIRST = "skills";

export function recallView(): string {
  return new URLSearchParams(location.search).get(KEY) ?? FIRST;
}

export function rememberView(name: string): void {
  // The page around a frame decides about the frame's address.
  if (embedding) return;
  const url = new URL(location.href);
  if (name === FIRST) url.searchParams.delete(KEY);
  else url.searchParams.set(KEY, name);
  history.replaceState(history.state, "", url);
}

/** The parameters of a comparison. */
const COMPARISON = ["compare", "of", "from", "to", "skill"] as const;

export type ComparisonAddress = Readonly<Record<(typeof COMPARISON)[number], string | null>>;

export function recallComparison(): ComparisonAddress {
  const query = new URLSearchParams(location.search);
  return Object.fromEntries(COMPARISON.map((name) => [name, query.get(name)])) as ComparisonAddress;
}

/** Writes the parameters that are not null, and removes the others. */
export function rememberComparison(parameters: ComparisonAddress): void {
  if (embedding) return;
  const url = new URL(location.href);
  for (const name of COMPARISON) {
    const value = parameters[name];
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
