/**
 * This module reads the settings of a page that another page embeds in a frame. They are in the
 * query of the frame's address. `docs/embedding.md` describes the parameters.
 */

const MODES = ["read", "edit"] as const;

export type EmbeddingMode = (typeof MODES)[number];

export interface Embedding {
  mode: EmbeddingMode;
  /**
   * The tab to open instead of the workspace's tab; null if the embedding page chooses none. The
   * component that shows the tab checks whether the tab exists.
   */
  view: string | null;
  /**
   * The host to show, instead of the workspace's host; null for no choice. The engine checks
   * whether the host exists.
   */
  host: string | null;
  /** The edition of the chosen host; null for its default edition. */
  edition: string | null;
  theme: "light" | "dark" | null;
  language: string | null;
}

const PARAMETERS = ["embed", "view", "host", "edition", "theme", "language"] as const;

/** Returns the settings in the query of an address; null if the page is not embedded. */
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

/**
 * Returns the address that opens an embedded page outside of its frame. The address has no
 * embedding parameters and no fragment.
 */
export function ownAddress(href: string): string {
  const url = new URL(href);
  for (const name of PARAMETERS) url.searchParams.delete(name);
  url.hash = "";
  return url.href;
}

/**
 * Returns the address with which another page embeds this page in a frame. The frame shows the
 * workspace that `link` contains.
 */
export function embeddedAddress(link: string, mode: EmbeddingMode): string {
  const url = new URL(link);
  url.search = "";
  url.searchParams.set("embed", mode);
  return url.href;
}

/** The embedding settings of this page; null if the page is not embedded. */
export const embedding: Embedding | null = embeddingOf(globalThis.location?.search ?? "");

/**
 * True if the visitor cannot change the workspace, because the embedding page allows only reading.
 */
export const readOnly: boolean = embedding?.mode === "read";
