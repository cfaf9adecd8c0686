/** The messages between the page and the document that sends requests to a model (model-frame.ts). */
import type { ModelRequest } from "skillglass/triggers";

/** The model, and the way to reach it. */
export interface ModelAddress {
  baseUrl: string;
  model: string;
  key: string | undefined;
  /** The time for one request in milliseconds. */
  timeout: number;
}

export type ToFrame = { type: "ask"; id: number; request: ModelRequest } | { type: "stop"; id: number };

/** The first message of the document. The event `load` would not do, because engines do not agree whether it waits for the script. */
export const LOADED = "loaded";

export type FromFrame = { type: "answer"; id: number; answer: unknown } | { type: "error"; id: number; message: string };

/** Returns the source of a Content Security Policy that allows an address and the paths below it; null if the address is wrong. */
export function policySourceOf(baseUrl: string): string | null {
  if (!URL.canParse(baseUrl)) return null;
  const { protocol, origin, hostname, pathname, username, password, search, hash } = new URL(baseUrl);
  if (!["http:", "https:"].includes(protocol) || username + password + search + hash !== "") return null;
  // In a source, `*` allows other hosts, `;` ends the directive, and an IPv6 address has no form.
  if (!/^[\w.-]+$/.test(hostname)) return null;
  // These two end a source and a policy.
  const path = pathname.replace(/\/*$/, "/").replaceAll(",", "%2C").replaceAll(";", "%3B");
  return origin + path;
}
