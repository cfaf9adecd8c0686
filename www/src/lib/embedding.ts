/**
 * The settings of a page inside another page. They are in the query of its address. `docs/embedding.md` has the parameters for authors of
 * such addresses.
 */

const MODES = ["read", "edit"] as const;

export type EmbeddingMode = (typeof MODES)[number];

export interface Embedding {
  mode: EmbeddingMode;
  /** The tab, which overrides the tab of the workspace. The component that shows the tab checks whether it exists. */
  view: string | null;
  /** The host, which overrides the host of the workspace. The engine checks whether the host exists. */
  host: string | null;
  /** The edition of that host; null for the default edition. */
  edition: string | null;
  theme: "light" | "dark" | null;
  language: string | null;
}

const PARAMETERS = ["embed", "view", "host", "edition", "theme", "language"] as const;

/** Returns the settings in the query of an address; null for a page that is not embedded. */
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

/** Returns the address of the whole page for an embedded page, without a fragment. */
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

/** The settings of this page; null if the page is not embedded. */
export const embedding: Embedding | null = embeddingOf(globalThis.location?.search ?? "");

/** True if files can only be read. */
export const readOnly: boolean = embedding?.mode === "read";
