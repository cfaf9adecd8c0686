/** Reads and writes zips in memory, within limits, whatever their entries are called. To be run in a worker. */
import { unzipSync, zipSync } from "fflate";
import type { Collection } from "./collection.ts";
import { Stopped } from "./reasons.ts";

const STORED = 0;
const DEFLATED = 8;

/** Unpacked at a time: between two portions the work can be stopped. In entries and in bytes. */
const PORTION = { entries: 500, bytes: 10_000_000 };

export interface Portion {
  files: [string, Uint8Array][];
  /** The number of entries that are done, and of all. */
  done: number;
  total: number;
}

export function isZip(bytes: Uint8Array): boolean {
  // A local file header, or the end record that is all of an empty archive.
  return bytes[0] === 0x50 && bytes[1] === 0x4b && ((bytes[2] === 3 && bytes[3] === 4) || (bytes[2] === 5 && bytes[3] === 6));
}

/** Looks through all entries first, so that too much is refused before anything is unpacked; then unpacks in portions, into `found`. */
export function* readZip(bytes: Uint8Array, found: Collection<Uint8Array>): Generator<Portion> {
  const wanted: number[] = [];
  const sizes: number[] = [];
  entriesOf(bytes, (entry, index) => {
    if (!found.accepts(entry.name)) return false;
    // As the key of an object, which fflate makes of it, this name would be lost.
    if (entry.name === "__proto__") found.refuse(entry.name, { code: "nameless" });
    else if (entry.name.endsWith("/")) found.addFolder(entry.name.slice(0, -1));
    else if (entry.compression !== STORED && entry.compression !== DEFLATED)
      found.refuse(entry.name, { code: "method", method: entry.compression });
    else {
      found.reserve(entry.originalSize);
      wanted.push(index);
      sizes.push(entry.originalSize);
    }
    return false;
  });
  for (let start = 0; start < wanted.length; ) {
    let end = start;
    for (let held = 0; end < wanted.length && end - start < PORTION.entries && held < PORTION.bytes; end++) held += sizes[end]!;
    const portion = new Set(wanted.slice(start, end));
    const files = Object.entries(entriesOf(bytes, (_, index) => portion.has(index)));
    start = end;
    yield { files, done: end, total: wanted.length };
  }
}

interface Entry {
  name: string;
  originalSize: number;
  compression: number;
}

/** Unpacks the entries that `take` wants. */
function entriesOf(bytes: Uint8Array, take: (entry: Entry, index: number) => boolean): Record<string, Uint8Array> {
  let index = 0;
  try {
    return unzipSync(bytes, { filter: (entry) => take(entry, index++) });
  } catch (error) {
    if (error instanceof Stopped) throw error;
    throw new Stopped({ code: "broken-zip", why: error instanceof Error ? error.message : String(error) });
  }
}

export function writeZip(files: readonly (readonly [string, Uint8Array])[]): Uint8Array {
  // Without a time of its own each archive of the same files would differ.
  const mtime = new Date(1980, 0, 1);
  return zipSync(Object.fromEntries(files.map(([path, contents]) => [path, [contents, { mtime }]])), { level: 6 });
}
