/** Texts and bytes: their form in the editor, and their counts. */
import type { TextEdit } from "skillglass";

/** The contents of a file in the form for the engine. */
export type Contents = string | Uint8Array;

/** The maximum size in bytes of a file that is opened in the editor. Larger files are in the tree and are passed to the host. */
export const EDITABLE_BYTES = 1_000_000;

const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const lossy = new TextDecoder("utf-8", { ignoreBOM: true });
const encoder = new TextEncoder();

/** A file that has not been read yet, with functions that return its size in bytes and its contents. */
export interface Unread {
  size(): Promise<number>;
  read(): Promise<Uint8Array>;
}

/** A file of the page; null if it could not be read. */
export type Stored = Contents | Unread | null;

export function isUnread(stored: Stored): stored is Unread {
  return typeof stored === "object" && stored !== null && "read" in stored;
}

export type Shown =
  | { kind: "text"; text: string }
  | { kind: "invalid"; text: string }
  | { kind: "binary"; bytes: number }
  | { kind: "large"; bytes: number };

/** Returns contents in the form for the editor. */
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

/** Returns the text of contents; null if the contents are not text. */
export function textIn(contents: Contents | null): string | null {
  if (contents === null || typeof contents === "string") return contents;
  try {
    return strict.decode(contents);
  } catch {
    return null;
  }
}

/** Returns a text with edits made. The edits do not overlap. */
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

/** Returns the line separator to keep when a file is edited: `\r\n` only if every line has it. */
export function lineSeparator(text: string): string | undefined {
  return text.includes("\r\n") && !/\r(?!\n)|(?<!\r)\n/.test(text) ? "\r\n" : undefined;
}

/** Counts characters. A surrogate pair counts once. The text is not converted to an array, because it may have megabytes. */
export function charactersOf(text: string): number {
  let characters = text.length;
  for (const _ of text.matchAll(/[\ud800-\udbff][\udc00-\udfff]/g)) characters--;
  return characters;
}

/** Returns the estimate of hosts that use no tokenizer: a quarter of the bytes. */
export function tokensOf(bytes: number): number {
  return Math.ceil(bytes / 4);
}
