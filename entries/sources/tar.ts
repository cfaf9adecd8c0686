/**
 * Reads tars, plain or compressed. A tar is read once from start to end, so all contents within the
 * limits are stored in memory.
 */
import { chunksOf } from "./inflate.js";
import type { Entries, SourceFile } from "./tree.js";
import { SourceError } from "./tree.js";

const BLOCK = 512;
/**
 * The factor by which the unpacked bytes of a tar may exceed `limits.bytes`, the maximum number of
 * bytes of its files. The factor is above 1, because a tar also contains headers, padding and
 * skipped files.
 */
const THROUGH = 4;
/**
 * The maximum size in bytes of the extended header of a tar entry, which has long names and large
 * numbers.
 */
const MOST_EXTENSION = 1_000_000;

/**
 * Adds the entries of a tar to `found`. Reading ends at damaged data or at a limit. The entries
 * before that point are still added.
 */
export async function readTar(stream: ReadableStream<Uint8Array>, found: Entries, signal?: AbortSignal): Promise<void> {
  const input = new Input(stream, found.limits.bytes * THROUGH, signal);
  try {
    await readEntries(input, found);
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    const [reason, why] = error instanceof SourceError ? [error.reason, error.message] : ["damaged" as const, messageOf(error)];
    if (found.files.size + found.folders.size + found.links.size === 0) throw new SourceError(reason, why, { cause: error });
    found.refuse("", reason, `${why}; the rest is missing`);
  } finally {
    await input.end();
  }
}

async function readEntries(input: Input, found: Entries): Promise<void> {
  let global: Record<string, string> = {};
  let next: Record<string, string> = {};
  for (let index = 0; !found.isFull; index++) {
    const header = await input.take(BLOCK);
    // A tar ends with two empty blocks. One block is accepted, and so is a file that ends after an entry.
    if (header === null && index === 0) throw new SourceError("damaged", "this is no archive: it is empty");
    if (header === null || header.every((byte) => byte === 0)) return;
    if (!hasChecksum(header))
      throw new SourceError("damaged", index === 0 ? "this is no tar" : "a header of this tar does not have its checksum");
    const type = String.fromCharCode(header[156]!);
    const size = next.size !== undefined && type !== "x" ? Number(next.size) : numberIn(header, 124, 12);
    if (!Number.isSafeInteger(size) || size < 0) throw new SourceError("damaged", "a header of this tar has no size");
    if ("xgLK".includes(type)) {
      const record = await input.body(size, MOST_EXTENSION);
      if (record === null) throw new SourceError("damaged", "a header of this tar is too long");
      if (type === "x") next = { ...next, ...paxOf(record) };
      else if (type === "g") global = { ...global, ...paxOf(record) };
      else next[type === "L" ? "path" : "linkpath"] = textOf(record, 0, record.length);
      continue;
    }
    const fields = { ...global, ...next };
    next = {};
    const name = fields.path ?? nameIn(header);
    const path = found.isRaw ? name : withoutDot(name);
    const target = fields.linkpath ?? textOf(header, 157, 100);
    await take({ type, path, size, target }, input, found);
    if (index % 1_000 === 999) found.report();
  }
}

async function take(
  { type, path, size, target }: { type: string; path: string; size: number; target: string },
  input: Input,
  found: Entries,
): Promise<void> {
  switch (type) {
    case "5":
      await input.skip(size);
      // The archive's own folder.
      if (path !== "" && path !== ".") found.addFolder(path);
      return;
    case "2":
      await input.skip(size);
      found.addLink(path, target);
      return;
    case "1": {
      await input.skip(size);
      const same = found.files.get(withoutDot(target));
      if (found.isRaw) found.addLink(path, target);
      else if (same) found.addFile(path, same);
      else found.refuse(path, "link-out", `it is the same file as ${JSON.stringify(target)}, which is not in the archive before it`);
      return;
    }
    case "0":
    case "7":
    case "\0": {
      if (path.endsWith("/")) {
        await input.skip(size);
        found.addFolder(path);
        return;
      }
      const file = new Held(size);
      if (found.addFile(path, file, size)) file.bytes = (await input.body(size, size))!;
      else await input.skip(size);
      return;
    }
    default:
      await input.skip(size);
      found.refuse(path, "kind", "it is no file, folder or link");
  }
}

/** Returns a path without the `./` at the start of paths in some tars. */
function withoutDot(path: string): string {
  return path.replace(/^(\.\/)+/, "");
}

/** A file whose bytes are in memory. */
class Held implements SourceFile {
  bytes: Uint8Array | null = null;
  constructor(readonly size: number) {}
  read(): Promise<Uint8Array> {
    return this.bytes ? Promise.resolve(this.bytes) : Promise.reject(new SourceError("damaged", "the archive ends in it"));
  }
}

/** A stream that is read in parts of any length. */
class Input {
  readonly #chunks: AsyncGenerator<Uint8Array, void>;
  readonly #most: number;
  #chunk: Uint8Array = new Uint8Array();
  #read = 0;

  constructor(stream: ReadableStream<Uint8Array>, most: number, signal?: AbortSignal) {
    this.#chunks = chunksOf(stream, signal);
    this.#most = most;
  }

  /** Returns the next `length` bytes; null at the end of the stream. */
  async take(length: number): Promise<Uint8Array | null> {
    const out = new Uint8Array(length);
    let at = 0;
    while (at < length) {
      if (this.#chunk.length === 0 && !(await this.#more())) {
        if (at === 0) return null;
        throw new SourceError("damaged", "this tar ends in the middle of an entry");
      }
      const part = this.#chunk.subarray(0, length - at);
      out.set(part, at);
      at += part.length;
      this.#chunk = this.#chunk.subarray(part.length);
    }
    return out;
  }

  /**
   * Reads the bytes of a tar entry, and skips the padding after them. If the entry has more than
   * `most` bytes, skips them all and returns null.
   */
  async body(size: number, most: number): Promise<Uint8Array | null> {
    if (size > most) {
      await this.skip(size);
      return null;
    }
    const bytes = await this.take(size);
    if (bytes === null && size > 0) throw new SourceError("damaged", "this tar ends in the middle of an entry");
    await this.skip(padding(size), 0);
    return bytes ?? new Uint8Array();
  }

  async skip(size: number, behind = padding(size)): Promise<void> {
    for (let left = size + behind; left > 0; ) {
      if (this.#chunk.length === 0 && !(await this.#more())) {
        // Padding may be missing at the end.
        if (left <= behind) return;
        throw new SourceError("damaged", "this tar ends in the middle of an entry");
      }
      const part = Math.min(left, this.#chunk.length);
      this.#chunk = this.#chunk.subarray(part);
      left -= part;
    }
  }

  async end(): Promise<void> {
    await this.#chunks.return();
  }

  async #more(): Promise<boolean> {
    const { done, value } = await this.#chunks.next();
    if (done) return false;
    this.#chunk = value;
    this.#read += value.length;
    if (this.#read > this.#most) throw new SourceError("too-large", `this tar unpacks to more than ${this.#most} bytes`);
    return true;
  }
}

function padding(size: number): number {
  return (BLOCK - (size % BLOCK)) % BLOCK;
}

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/**
 * Reads the text in a field of a tar header. The text ends at the end of the field, or at a NUL
 * character.
 */
function textOf(bytes: Uint8Array, from: number, length: number): string {
  const field = bytes.subarray(from, from + length);
  const end = field.indexOf(0);
  return decoder.decode(end < 0 ? field : field.subarray(0, end));
}

function nameIn(header: Uint8Array): string {
  const isUstar = textOf(header, 257, 5) === "ustar";
  const prefix = isUstar ? textOf(header, 345, 155) : "";
  return prefix === "" ? textOf(header, 0, 100) : `${prefix}/${textOf(header, 0, 100)}`;
}

/** Reads a number that is written in octal digits, or in binary if the first byte is 128. */
function numberIn(header: Uint8Array, from: number, length: number): number {
  if (header[from] === 0x80) return header.subarray(from + 1, from + length).reduce((value, byte) => value * 256 + byte, 0);
  const digits = textOf(header, from, length).trim();
  return /^[0-7]*$/.test(digits) ? Number.parseInt(digits || "0", 8) : Number.NaN;
}

function hasChecksum(header: Uint8Array): boolean {
  let sum = 0;
  for (const [at, byte] of header.entries()) sum += at >= 148 && at < 156 ? 32 : byte;
  return sum === numberIn(header, 148, 8);
}

/** Reads the records of a pax header: `length key=value` and a line end. */
function paxOf(bytes: Uint8Array): Record<string, string> {
  const fields: Record<string, string> = Object.create(null);
  for (let at = 0; at < bytes.length; ) {
    const blank = bytes.indexOf(32, at);
    const length = blank < 0 ? Number.NaN : Number(decoder.decode(bytes.subarray(at, blank)));
    if (!Number.isSafeInteger(length) || length <= blank - at) break;
    const record = decoder.decode(bytes.subarray(blank + 1, at + length - 1));
    const equals = record.indexOf("=");
    if (equals > 0) fields[record.slice(0, equals)] = record.slice(equals + 1);
    at += length;
  }
  return fields;
}

function messageOf(error: unknown): string {
  return `this archive is damaged: ${error instanceof Error ? error.message : String(error)}`;
}
