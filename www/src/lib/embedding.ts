/**
 * The page as a part of another one: what its address says before the fragment. `docs/embedding.md` has the parameters for those who
 * write such addresses.
 */

const MODES = ["read", "edit"] as const;

export type EmbeddingMode = (typeof MODES)[number];

export interface Embedding {
  mode: EmbeddingMode;
  /** The tab, over that of the workspace; whoever shows it knows which ones there are. */
  view: string | null;
  /** The host, over that of the workspace; the engine knows which ones there are. */
  host: string | null;
  /** The edition of that host; the one that most people run if it is null. */
  edition: string | null;
  theme: "light" | "dark" | null;
  language: string | null;
}

const PARAMETERS = ["embed", "view", "host", "edition", "theme", "language"] as const;

/** What an address's query says; null for the page on its own. */
export function embeddingOf(search: string): Embedding | null {
  const query = new URLSearchParams(search);
  const mode = query.get("embed");
  if (mode === null) return null;
  const theme = query.get("theme");
  return {
    // What is not known must not open more than was meant.
    mode: MODES.find((one) => one === mode) ?? "read",
    view: query.get("view"),
    host: query.get("host"),
    edition: query.get("edition"),
    theme: theme === "light" || theme === "dark" ? theme : null,
    language: query.get("language"),
  };
}

/** The address of the page on its own that an embedded one belongs to, without a fragment. */
export function ownAddress(href: string): string {
  const url = new URL(href);
  for (const name of PARAMETERS) url.searchParams.delete(name);
  url.hash = "";
  return url.href;
}

/** The address of the page that shows the workspace of a link within another page. */
export function embeddedAddress(link: string, mode: EmbeddingMode): string {
  const url = new URL(link);
  url.search = "";
  url.searchParams.set("embed", mode);
  return url.href;
}

/** This page's own; null where it is on its own. */
export const embedding: Embedding | null = embeddingOf(globalThis.location?.search ?? "");

/** True where files are shown and not changed. */
export const readOnly: boolean = embedding?.mode === "read";
