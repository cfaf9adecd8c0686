import type { Texts } from "../i18n/index.ts";

/** A text for the visitor. A function returns the text in the current language of the page. */
export type Said = string | ((t: Texts) => string);

export function say(said: Said, t: Texts): string {
  return typeof said === "string" ? said : said(t);
}

/** A path that the page or the workspace refused, with the reason. */
export interface Refusal {
  path: string;
  message: Said;
}
