/** The state in the page's address: the open view and its choices, and the row of "Can I use", so that a reload or a bookmark opens it again. */
import { embedding } from "../lib/embedding.ts";

const KEY = "view";
const FIRST = "skills";

export function recallView(): string {
  return new URLSearchParams(location.search).get(KEY) ?? FIRST;
}

export function rememberView(name: string): void {
  write({ [KEY]: name === FIRST ? null : name });
}

/** Writes the parameters that are not null, and removes the others. */
function write(parameters: Readonly<Record<string, string | null>>): void {
  // The address of a frame is the other page's choice.
  if (embedding) return;
  const url = new URL(location.href);
  for (const [name, value] of Object.entries(parameters)) {
    if (value === null) url.searchParams.delete(name);
    else url.searchParams.set(name, value);
  }
  if (url.href !== new URL(location.href).href) history.replaceState(history.state, "", url);
}

const SEARCH = "search";

export function recallSearch(): string | null {
  return new URLSearchParams(location.search).get(SEARCH);
}

export function rememberSearch(name: string | null): void {
  write({ [SEARCH]: name });
}

/** The parameters of a comparison. */
const COMPARISON = ["compare", "of", "from", "to", "skill"] as const;

export type ComparisonAddress = Readonly<Record<(typeof COMPARISON)[number], string | null>>;

export function recallComparison(): ComparisonAddress {
  const query = new URLSearchParams(location.search);
  return Object.fromEntries(COMPARISON.map((name) => [name, query.get(name)])) as ComparisonAddress;
}

export function rememberComparison(parameters: ComparisonAddress): void {
  write(parameters);
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
