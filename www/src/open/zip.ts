/** Reads a zip in memory, within limits, whatever its entries are called. */
import { unzipSync } from "fflate";
import { Brought, TooMuch } from "./brought.ts";

const STORED = 0;
const DEFLATED = 8;

export function isZip(bytes: Uint8Array): boolean {
  // A local file header, or the end record that is all of an empty archive.
  return bytes[0] === 0x50 && bytes[1] === 0x4b && ((bytes[2] === 3 && bytes[3] === 4) || (bytes[2] === 5 && bytes[3] === 6));
}

export function readZip(bytes: Uint8Array, label: string): Brought {
  const brought = new Brought(label);
  let unpacked: Record<string, Uint8Array>;
  try {
    unpacked = unzipSync(bytes, {
      filter(entry) {
        if (!brought.accepts(entry.name)) return false;
        if (entry.name.endsWith("/")) {
          brought.addFolder(entry.name.slice(0, -1));
          return false;
        }
        if (entry.compression !== STORED && entry.compression !== DEFLATED) {
          brought.refuse(entry.name, `The entry is packed by method ${entry.compression}; only stored and deflated ones can be read.`);
          return false;
        }
        brought.reserve(entry.originalSize);
        return true;
      },
    });
  } catch (error) {
    if (error instanceof TooMuch) throw error;
    throw new Error(`${label} cannot be read as a zip archive: ${error instanceof Error ? error.message : String(error)}.`);
  }
  for (const [path, contents] of Object.entries(unpacked)) brought.add(path, contents);
  return brought;
}
