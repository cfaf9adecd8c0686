/** Reads and writes zips in memory, within limits, whatever their entries are called. To be run in a worker. */
import { unzipSync, zipSync } from "fflate";
import { Collection } from "./collect.ts";
import { Stopped } from "./reasons.ts";

const STORED = 0;
const DEFLATED = 8;

export function isZip(bytes: Uint8Array): boolean {
  // A local file header, or the end record that is all of an empty archive.
  return bytes[0] === 0x50 && bytes[1] === 0x4b && ((bytes[2] === 3 && bytes[3] === 4) || (bytes[2] === 5 && bytes[3] === 6));
}

/** Unpacks; `entered` is told before each entry how many there were. */
export function readZip(bytes: Uint8Array, whole: boolean, entered: (entries: number) => void): Collection<Uint8Array> {
  const found = new Collection<Uint8Array>(whole);
  let unpacked: Record<string, Uint8Array>;
  let entries = 0;
  try {
    unpacked = unzipSync(bytes, {
      filter(entry) {
        entered(entries++);
        // As a key of an object this name would set its prototype.
        if (entry.name === "__proto__") found.refuse(entry.name, { code: "nameless" });
        if (entry.name === "__proto__" || !found.accepts(entry.name)) return false;
        if (entry.name.endsWith("/")) {
          found.addFolder(entry.name.slice(0, -1));
          return false;
        }
        if (entry.compression !== STORED && entry.compression !== DEFLATED) {
          found.refuse(entry.name, { code: "method", method: entry.compression });
          return false;
        }
        found.reserve(entry.originalSize);
        return true;
      },
    });
  } catch (error) {
    if (error instanceof Stopped) throw error;
    throw new Stopped({ code: "broken-zip", why: error instanceof Error ? error.message : String(error) });
  }
  for (const [path, contents] of Object.entries(unpacked)) found.files.set(path, contents);
  return found;
}

/** How many entries an archive says it has, for a bar that knows its end; null if it does not say so plainly. */
export function entriesOf(bytes: Uint8Array): number | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // The end record stands in the last 64 kB, behind it only a comment.
  for (let at = bytes.length - 22; at >= 0 && at >= bytes.length - 65_558; at--) {
    if (view.getUint32(at, true) !== 0x06054b50) continue;
    const entries = view.getUint16(at + 10, true);
    return entries === 0xffff ? null : entries;
  }
  return null;
}

export function writeZip(files: readonly (readonly [string, Uint8Array])[]): Uint8Array {
  // Without a time of its own each archive of the same files would differ.
  const mtime = new Date(1980, 0, 1);
  return zipSync(Object.fromEntries(files.map(([path, contents]) => [path, [contents, { mtime }]])), { level: 6 });
}
