/**
 * This module writes the open view and its choices into the page's address, so that a reload or a
 * bookmark opens them again.
 */
import { embedding } from "../lib/embedding.ts";

const KEY = "view";
const FIRST = "skills";

export function recallView(): string {
  return new URLSearchParams(location.search).get(KEY) ?? FIRST;
}

export function rememberView(name: string): void {
  write({ [KEY]: name === FIRST ? null : name });
}

/**
 * Writes those query parameters that are not null into the page's address, and removes those that
 * are null.
 */
function write(parameters: Readonly<Record<string, string | null>>): void {
  // The page around a frame decides about the frame's address.
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

/** The query parameters that describe a comparison. */
const COMPARISON = ["compare", "of", "from", "to", "skill"] as const;

export type ComparisonAddress = Readonly<Record<(typeof COMPARISON)[number], string | null>>;

export function recallComparison(): ComparisonAddress {
  const query = new URLSearchParams(location.search);
  return Object.fromEntries(COMPARISON.map((name) => [name, query.get(name)])) as ComparisonAddress;
}

export function rememberComparison(parameters: ComparisonAddress): void {
  write(parameters);
}

const REPORT = "report";

export function recallReport(): string | null {
  return new URLSearchParams(location.search).get(REPORT);
}

export function rememberReport(name: string | null): void {
  write({ [REPORT]: name });
}

const ROW = "#can-i-use";

/**
 * Returns the row of "Can I use" that the page's address names. Returns an empty text if the
 * address names only the table, and null if it names neither.
 */
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

/** Returns the URL fragment that opens a row of "Can I use". An empty row opens the table. */
export function rowAddress(row: string): string {
  return row === "" ? ROW : `${ROW}=${encodeURIComponent(row).replaceAll("%2F", "/")}`;
}
