/** This module converts the contents of files between text and bytes, and measures them. */
import type { TextEdit } from "skillglass";

/** The contents of a file as the engine accepts them: text or bytes. */
export type Contents = string | Uint8Array;

/**
 * The maximum size in bytes of a file that the editor opens. Larger files are still in the file
 * tree, and the host reads them.
 */
export const EDITABLE_BYTES = 1_000_000;

const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const lossy = new TextDecoder("utf-8", { ignoreBOM: true });
const encoder = new TextEncoder();

/**
 * A file whose contents the page has not read yet. `size` returns its size in bytes, and `read` its
 * contents.
 */
export interface Unread {
  size(): Promise<number>;
  read(): Promise<Uint8Array>;
}

/**
 * The contents of a file, or a file that has not been read yet; null if the file could not be read.
 */
export type Stored = Contents | Unread | null;

export function isUnread(stored: Stored): stored is Unread {
  return typeof stored === "object" && stored !== null && "read" in stored;
}

export type Shown =
  | { kind: "text"; text: string }
  | { kind: "invalid"; text: string }
  | { kind: "binary"; bytes: number }
  | { kind: "large"; bytes: number };

/**
 * Returns the contents of a file as the editor shows them: text, or the reason why the file is not
 * shown as text.
 */
export function show(contents: Contents): Shown {
  if (typeof contents === "string") {
    return contents.length > EDITABLE_BYTES ? { kind: "large", bytes: byteLength(contents) } : { kind: "text", text: contents };
  }
  if (contents.length > EDITABLE_BYTES) return { kind: "large", bytes: contents.length };
  // A text has no NUL in its first kilobytes. Git distinguishes text in the same way.
  if (contents.subarray(0, 8_000).includes(0)) return { kind: "binary", bytes: contents.length };
  const text = textIn(contents);
  return text === null ? { kind: "invalid", text: lossy.decode(contents) } : { kind: "text", text };
}

/** Returns the contents as text; null if they are not valid UTF-8. */
export function textIn(contents: Contents | null): string | null {
  if (contents === null || typeof contents === "string") return contents;
  try {
    return strict.decode(contents);
  } catch {
    return null;
  }
}

/** Applies edits to a text, and returns the new text. The edits must not overlap. */
export function edited(text: string, edits: readonly Pick<TextEdit, "range" | "text">[]): string {
  let [done, at] = ["", 0];
  for (const { range, text: put } of edits.toSorted((a, b) => a.range.start.offset - b.range.start.offset)) {
    done += text.slice(at, range.start.offset) + put;
    at = range.end.offset;
  }
  return done + text.slice(at);
}

export function decode(contents: Contents): string {
  return typeof contents === "string" ? contents : lossy.decode(contents);
}

export function byteLength(contents: Contents): number {
  return typeof contents === "string" ? encoder.encode(contents).length : contents.length;
}

/**
 * Returns `"\r\n"` if every line of a text ends with it, so that edits keep these line ends.
 * Otherwise returns undefined, and the editor uses its default.
 */
export function lineSeparator(text: string): string | undefined {
  return text.includes("\r\n") && !/\r(?!\n)|(?<!\r)\n/.test(text) ? "\r\n" : undefined;
}

/**
 * Returns the number of Unicode characters in a text. Does not convert the text to an array,
 * because it may have megabytes.
 */
export function charactersOf(text: string): number {
  let characters = text.length;
  for (const _ of text.matchAll(/[\ud800-\udbff][\udc00-\udfff]/g)) characters--;
  return characters;
}

/**
 * Returns the number of tokens as hosts without a tokenizer estimate it: a quarter of the number of
 * bytes.
 */
export function tokensOf(bytes: number): number {
  return Math.ceil(bytes / 4);
}
