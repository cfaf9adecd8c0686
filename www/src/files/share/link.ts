/**
 * This module stores a workspace in the fragment of a link, which browsers send to no server. The
 * fragment is `#w1.` and then the workspace as deflated JSON in base64url. The digit is the version
 * of this format. The page can read links of every version.
 */
import { deflateSync, Inflate } from "fflate";
import { isRecord, isTexts } from "../../lib/json.ts";
import type { Contents } from "../../lib/text.ts";
import type { Workspace } from "../../state/workspace.ts";
import { settingsOf } from "../snapshot/settings.ts";

const MARK = "#w";
const VERSION = "1";

/**
 * The maximum length of a fragment in characters. Browsers accept far longer addresses, but an
 * issue or a comment on the usual forges has at most 65,536 characters. Half of this leaves room
 * for words and for a second link.
 */
export const MAX_FRAGMENT = 32_000;
/**
 * The maximum unpacked size of a link in bytes. Without this limit, a link could unpack to a
 * thousand times its size.
 */
export const MAX_UNPACKED = 4_000_000;

/** The contents of a file as JSON: the text, or base64 if the contents are not valid UTF-8. */
type Written = string | { base64: string };

export type Linked = { kind: "link"; fragment: string } | { kind: "too-large"; characters: number };

/**
 * Returns the URL fragment for a workspace. If the fragment would be too long, returns its length
 * instead.
 */
export function toFragment(workspace: Workspace): Linked {
  const { files, ...rest } = workspace;
  const written = { ...rest, files: Array.from(files, ([path, contents]) => [path, write(contents)]) };
  const bytes = new TextEncoder().encode(JSON.stringify(written));
  const fragment = `${MARK}${VERSION}.${toBase64(deflateSync(bytes, { level: 9, mem: 12 })).replace(/[+/=]/g, (found) => URL_SAFE[found]!)}`;
  if (fragment.length > MAX_FRAGMENT || bytes.length > MAX_UNPACKED) return { kind: "too-large", characters: fragment.length };
  return { kind: "link", fragment };
}

export type Read = { kind: "workspace"; workspace: Workspace } | { kind: "broken"; why: Broken };

/** The reason why a link cannot be opened. `newer` is a link of a later format version. */
export type Broken = "damaged" | "too-large" | "newer";

/**
 * Returns the workspace in an address's fragment, or the reason why it cannot be read. Returns null
 * if the fragment contains no workspace.
 */
export function fromFragment(fragment: string): Read | null {
  const [, version, payload] = /^#w(\d+)\.(.*)$/s.exec(fragment) ?? [];
  if (version === undefined || payload === undefined) return null;
  if (version !== VERSION) return { kind: "broken", why: "newer" };
  if (fragment.length > MAX_FRAGMENT) return { kind: "broken", why: "too-large" };
  try {
    const workspace = workspaceOf(JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(inflate(fromUrl(payload)))));
    return workspace ? { kind: "workspace", workspace } : { kind: "broken", why: "damaged" };
  } catch (error) {
    return { kind: "broken", why: error instanceof TooLarge ? "too-large" : "damaged" };
  }
}

class TooLarge extends Error {}

/**
 * The number of packed bytes that are unpacked before the size limit is checked again. It is small,
 * because the unpacked size can be a thousand times as large.
 */
const PIECE = 1_024;

function inflate(packed: Uint8Array): Uint8Array {
  const pieces: Uint8Array[] = [];
  let size = 0;
  const stream = new Inflate((piece) => {
    size += piece.length;
    if (size > MAX_UNPACKED) throw new TooLarge();
    pieces.push(piece);
  });
  for (let start = 0; start < packed.length; start += PIECE)
    stream.push(packed.subarray(start, start + PIECE), start + PIECE >= packed.length);
  const all = new Uint8Array(size);
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}

function workspaceOf(value: unknown): Workspace | null {
  const settings = settingsOf(value);
  if (!settings || !isRecord(value) || !isTexts(value.folders) || !Array.isArray(value.files)) return null;
  const files = new Map<string, Contents>();
  for (const entry of value.files as unknown[]) {
    if (!Array.isArray(entry) || typeof entry[0] !== "string") return null;
    const contents = read(entry[1]);
    if (contents === null) return null;
    files.set(entry[0], contents);
  }
  return { ...settings, files, folders: value.folders };
}

const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function write(contents: Contents): Written {
  if (typeof contents === "string") return contents;
  try {
    return strict.decode(contents);
  } catch {
    return { base64: toBase64(contents) };
  }
}

function read(written: unknown): Contents | null {
  if (typeof written === "string") return written;
  return isRecord(written) && typeof written.base64 === "string" ? fromBase64(written.base64) : null;
}

const URL_SAFE: Record<string, string> = { "+": "-", "/": "_", "=": "" };

function fromUrl(text: string): Uint8Array {
  return fromBase64(text.replace(/[-_]/g, (found) => (found === "-" ? "+" : "/")));
}

function toBase64(bytes: Uint8Array): string {
  let text = "";
  // The bytes are converted in portions, because each byte becomes an argument.
  for (let start = 0; start < bytes.length; start += 8_192) text += String.fromCharCode(...bytes.subarray(start, start + 8_192));
  return btoa(text);
}

function fromBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
