import type { Texts } from "../i18n/index.ts";

/** Words for the visitor: a function where they are the page's own, so that they follow the language. */
export type Said = string | ((t: Texts) => string);

export function say(said: Said, t: Texts): string {
  return typeof said === "string" ? said : said(t);
}

/** A path that the page or the workspace refused. */
export interface Refusal {
  path: string;
  message: Said;
}
