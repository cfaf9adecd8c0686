/**
 * This module has the messages between the page and model.html, the hidden document that sends
 * requests to a model.
 */
import type { ModelRequest } from "skillglass/triggers";

/** The model to ask: its address, its name, and the visitor's key. */
export interface ModelAddress {
  baseUrl: string;
  model: string;
  key: string | undefined;
  /** The time limit for one request, in milliseconds. */
  timeout: number;
}

export type ToFrame = { type: "ask"; id: number; request: ModelRequest } | { type: "stop"; id: number };

/**
 * The message that model.html sends when its script runs. The event `load` is no replacement,
 * because some browsers fire it before the script has run.
 */
export const LOADED = "loaded";

export type FromFrame = { type: "answer"; id: number; answer: unknown } | { type: "error"; id: number; message: string };

/**
 * Returns the source for a Content Security Policy that allows an address and all paths below it.
 * Returns null if the address has another form than `http://host/path`.
 */
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
