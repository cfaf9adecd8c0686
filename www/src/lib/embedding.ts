/**
 * The page inside another page: the settings in its address before the fragment. `docs/embedding.md` has the parameters for
 * authors of such addresses.
 */

const MODES = ["read", "edit"] as const;

export type EmbeddingMode = (typeof MODES)[number];

export interface Embedding {
  mode: EmbeddingMode;
  /** The tab, which overrides that of the workspace. The component that shows it checks whether it exists. */
  view: string | null;
  /** The host, over that of the workspace; the engine knows which ones there are. */
  host: string | null;
  /** The edition of that host; null for the default edition. */
  edition: string | null;
  theme: "light" | "dark" | null;
  language: string | null;
}

const PARAMETERS = ["embed", "view", "host", "edition", "theme", "language"] as const;

/** Returns the settings in an address's query; null for the page on its own. */
export function embeddingOf(search: string): Embedding | null {
  const query = new URLSearchParams(search);
  const mode = query.get("embed");
  if (mode === null) return null;
  const theme = query.get("theme");
  return {
    // An unknown value must not open more than intended.
    mode: MODES.find((one) => one === mode) ?? "read",
    view: query.get("view"),
    host: query.get("host"),
    edition: query.get("edition"),
    theme: theme === "light" || theme === "dark" ? theme : null,
    language: query.get("language"),
  };
}

/** Returns the address of the page on its own that an embedded page belongs to, without a fragment. */
export function ownAddress(href: string): string {
  const url = new URL(href);
  for (const name of PARAMETERS) url.searchParams.delete(name);
  url.hash = "";
  return url.href;
}

/** Returns the address of a page that shows the workspace of a link inside another page. */
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
