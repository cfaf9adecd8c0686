/**
 * Reads zips. The central directory is read first. The bytes of a file are read from the archive
 * only when they are needed, and the platform decompresses them. This code uses no zip library. The
 * known libraries read the whole archive at once and do not report links, or they are larger than
 * all other code in `skillglass/sources`.
 */
import { inflated } from "./inflate.js";
import type { Entries, SourceFile } from "./tree.js";
import { SourceError } from "./tree.js";

/** Bytes that can be read in slices. */
export interface Slices {
  readonly size: number;
  slice(from: number, to: number): Promise<Uint8Array>;
}

export function slicesOf(bytes: Uint8Array): Slices {
  return { size: bytes.length, slice: (from, to) => Promise.resolve(bytes.subarray(from, to)) };
}

const END = 0x06054b50;
const END_64 = 0x06064b50;
const LOCATOR_64 = 0x07064b50;
const CENTRAL = 0x02014b50;
const LOCAL = 0x04034b50;

const END_SIZE = 22;
const LOCATOR_SIZE = 20;
/**
 * The maximum size in bytes of the records at the end of a zip: the locator of ZIP64, the end
 * record, and the comment of the archive.
 */
const TAIL = END_SIZE + 0xffff + LOCATOR_SIZE;

const STORED = 0;
const DEFLATED = 8;

const ENCRYPTED = 1;
const UNIX = 3;
const KIND = 0o170000;
const LINK = 0o120000;
const FOLDER = 0o040000;
const FILE = 0o100000;

/** The maximum size of a central directory. A folder of skills does not need more. */
const MOST_DIRECTORY = 64_000_000;
/** The maximum length of a link's target on Linux, in bytes. */
const MOST_TARGET = 4_096;

interface Entry {
  path: string;
  /** The entry's type and permissions on Unix; 0 if the archive was not made on Unix. */
  mode: number;
  encrypted: boolean;
  method: number;
  crc: number;
  packed: number;
  size: number;
  /** The offset of the entry's local header in the archive. */
  offset: number;
}

/**
 * Adds the entries of a zip to `found`. Throws a `SourceError` if the zip's central directory
 * cannot be read.
 */
export async function readZip(source: Slices, found: Entries, signal?: AbortSignal): Promise<void> {
  const entries = await directory(source);
  for (const [index, entry] of entries.entries()) {
    if (found.isFull) break;
    if (index % 1_000 === 999) found.report();
    await take(entry, source, found, signal);
  }
}

async function take(entry: Entry, source: Slices, found: Entries, signal?: AbortSignal): Promise<void> {
  const kind = entry.mode & KIND;
  if (entry.path.endsWith("/") || kind === FOLDER) found.addFolder(entry.path);
  else if (kind !== 0 && kind !== FILE && kind !== LINK) found.refuse(entry.path, "kind", "it is no file, folder or link");
  else if (entry.encrypted) found.refuse(entry.path, "encrypted", "it is encrypted; pack it without a password");
  else if (entry.method !== STORED && entry.method !== DEFLATED)
    found.refuse(entry.path, "compression", `it is compressed by method ${entry.method}; pack it with deflate`);
  else if (kind !== LINK) found.addFile(entry.path, fileOf(entry, source), entry.size);
  else {
    try {
      if (entry.size > MOST_TARGET) throw new SourceError("damaged", "its target is too long for a link");
      found.addLink(entry.path, new TextDecoder().decode(await fileOf(entry, source).read(signal)));
    } catch (error) {
      if (!(error instanceof SourceError)) throw error;
      found.refuse(entry.path, error.reason, error.message);
    }
  }
}

function fileOf(entry: Entry, source: Slices): SourceFile {
  return { size: entry.size, read: (signal) => contents(entry, source, signal) };
}

async function contents({ offset, packed, size, method, crc }: Entry, source: Slices, signal?: AbortSignal): Promise<Uint8Array> {
  signal?.throwIfAborted();
  const header = view(await source.slice(offset, offset + 30));
  if (header.byteLength < 30 || header.getUint32(0, true) !== LOCAL)
    throw new SourceError("damaged", "the archive has no file at the place that its directory names");
  const start = offset + 30 + header.getUint16(26, true) + header.getUint16(28, true);
  const bytes = await source.slice(start, start + packed);
  if (bytes.length < packed) throw new SourceError("damaged", "the archive ends in it");
  if (method === STORED && packed !== size) throw new SourceError("damaged", "the archive gives it two sizes");
  const whole = method === STORED ? bytes : await inflated(bytes, size, signal);
  if (checksum(whole) !== crc) throw new SourceError("damaged", "its checksum differs from the one in the archive");
  return whole;
}

async function directory(source: Slices): Promise<Entry[]> {
  const tailStart = Math.max(0, source.size - TAIL);
  const tail = view(await source.slice(tailStart, source.size));
  let end = tail.byteLength - END_SIZE;
  while (end >= 0 && tail.getUint32(end, true) !== END) end--;
  if (end < 0) throw new SourceError("damaged", "this is no zip, or its end is missing: it has no central directory");
  let entries = tail.getUint16(end + 10, true);
  let size = tail.getUint32(end + 12, true);
  let behind = tailStart + end;
  const locator = end - LOCATOR_SIZE;
  if (locator >= 0 && tail.getUint32(locator, true) === LOCATOR_64) {
    const at = Number(tail.getBigUint64(locator + 8, true));
    const record = view(await source.slice(at, at + 56));
    if (record.byteLength < 56 || record.getUint32(0, true) !== END_64) throw new SourceError("damaged", "the end of this zip is damaged");
    entries = Number(record.getBigUint64(32, true));
    size = Number(record.getBigUint64(40, true));
    behind = at;
  }
  if (size > MOST_DIRECTORY) throw new SourceError("too-large", `its central directory has more than ${MOST_DIRECTORY} bytes`);
  const start = behind - size;
  if (start < 0) throw new SourceError("damaged", "the central directory of this zip is longer than the file");
  return entriesOf(await source.slice(start, behind), entries);
}

function entriesOf(bytes: Uint8Array, count: number): Entry[] {
  const data = view(bytes);
  const entries: Entry[] = [];
  for (let at = 0; entries.length < count; ) {
    if (at + 46 > bytes.length || data.getUint32(at, true) !== CENTRAL)
      throw new SourceError("damaged", `the central directory of this zip ends after ${entries.length} of ${count} entries`);
    const nameLength = data.getUint16(at + 28, true);
    const extraLength = data.getUint16(at + 30, true);
    const next = at + 46 + nameLength + extraLength + data.getUint16(at + 32, true);
    const wide = wideNumbers(data, at + 46 + nameLength, Math.min(at + 46 + nameLength + extraLength, bytes.length));
    const number = (value: number) => (value === 0xffffffff ? (wide.shift() ?? value) : value);
    // The extra field has the numbers in this order, each only if it is missing in the entry.
    const size = number(data.getUint32(at + 24, true));
    const packed = number(data.getUint32(at + 20, true));
    const offset = number(data.getUint32(at + 42, true));
    entries.push({
      path: nameOf(bytes.subarray(at + 46, at + 46 + nameLength)),
      mode: data.getUint8(at + 5) === UNIX ? data.getUint16(at + 40, true) : 0,
      encrypted: (data.getUint16(at + 8, true) & ENCRYPTED) !== 0,
      method: data.getUint16(at + 10, true),
      crc: data.getUint32(at + 16, true),
      packed,
      size,
      offset,
    });
    at = next;
  }
  return entries;
}

/**
 * Returns the 64-bit numbers in an entry's extra field. Large archives have sizes and offsets in
 * this field.
 */
function wideNumbers(data: DataView, from: number, to: number): number[] {
  for (let at = from; at + 4 <= to; ) {
    const end = at + 4 + data.getUint16(at + 2, true);
    if (data.getUint16(at, true) === 1) {
      const numbers: number[] = [];
      for (let one = at + 4; one + 8 <= Math.min(end, to); one += 8) numbers.push(Number(data.getBigUint64(one, true)));
      return numbers;
    }
    at = end;
  }
  return [];
}

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const latin = new TextDecoder("latin1");

function nameOf(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    return latin.decode(bytes);
  }
}

let table: Uint32Array | undefined;

/** Returns the CRC-32 checksum of bytes, in the variant of zip and gzip. */
function checksum(bytes: Uint8Array): number {
  table ??= Uint32Array.from({ length: 256 }, (_, index) => {
    let value = index;
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
    return value;
  });
  let crc = 0xffffffff;
  for (const byte of bytes) crc = table[(crc ^ byte) & 255]! ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}

function view(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
