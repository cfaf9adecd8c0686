import type { Texts } from "../i18n/index.ts";

/** A text for the visitor. The page's own texts are functions, so that they follow the language. */
export type Said = string | ((t: Texts) => string);

export function say(said: Said, t: Texts): string {
  return typeof said === "string" ? said : said(t);
}

/** A path that the page or the workspace refused. */
export interface Refusal {
  path: string;
  message: Said;
}
