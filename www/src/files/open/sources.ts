/** The page's use of the package's sources. Folders are read on demand, and zips at once. */
import type { EntryFault, SourceFile, SourceOptions, SourceTree } from "skillglass/sources";
import { fromArchive, SourceError } from "skillglass/sources";
import type { Texts } from "../../i18n/index.ts";
import type { Stored } from "../../lib/text.ts";
import type { Refusal } from "../../state/said.ts";
import { OnDisk } from "./on-disk.ts";
import type { Task } from "./progress.ts";

/** The maximum number of files. A workspace of skills does not have more, and a tab must not run out of memory. */
export const MAX_FILES = 100_000;
/** The maximum number of bytes in memory at once: the unpacked contents of an archive. Files on disk are read only when they are needed. */
export const MAX_BYTES = 200_000_000;

/** The entries of an import, before they have a place. */
export interface Found {
  files: Map<string, Stored>;
  folders: Set<string>;
  refused: Refusal[];
  skipped: string[];
}

/** The error of an import that is given up, with the reason in the page's language. */
export class GivenUp extends Error {
  constructor(readonly words: (t: Texts) => string) {
    super("the import was given up");
  }
}

/** Returns the options for reading a source: the page's limits, and a callback that shows the progress. */
export function optionsFor({ signal, report }: Task, whole: boolean): SourceOptions {
  const limits = { entries: MAX_FILES, fileBytes: MAX_BYTES, bytes: MAX_BYTES };
  return { signal, whole, limits, onProgress: ({ done, total }) => report(done, total) };
}

/** Returns the entries of a source. If there are too many, the import is given up with a message that contains `label`. */
export function foundIn(tree: SourceTree, label: string, stored: (file: SourceFile) => Stored = (file) => new OnDisk(file)): Found {
  const reasons = new Set(tree.refused.map(({ reason }) => reason));
  if (reasons.has("too-many")) throw new GivenUp(({ open }) => open.tooManyFiles(label, MAX_FILES));
  if (reasons.has("too-large")) throw new GivenUp(({ open }) => open.tooManyBytes(label, MAX_BYTES));
  return {
    files: new Map(Array.from(tree.files, ([path, file]) => [path, stored(file)])),
    folders: new Set(tree.folders),
    refused: [
      ...tree.refused.map(({ path, reason }) => refusal(path, reason)),
      ...Array.from(tree.links.keys(), (path) => refusal(path, "link-out")),
    ],
    skipped: [...tree.passedOver],
  };
}

/** Returns true for a zip, by its name and its first bytes. A single file is inspected, whatever its name. */
export async function isZip(name: string, file: SourceFile, isLone: boolean): Promise<boolean> {
  if (!isLone && !/\.(zip|skill)$/i.test(name)) return false;
  const [p, k, c, d] = new Uint8Array(await (await file.blob!()).slice(0, 4).arrayBuffer());
  // A zip begins with a local file header. An empty zip consists only of the end record.
  return p === 0x50 && k === 0x4b && ((c === 3 && d === 4) || (c === 5 && d === 6));
}

/** The number of files that are unpacked at the same time. */
const AT_ONCE = 16;

/** Returns the entries of a zip, unpacked. */
export async function unzip(name: string, file: SourceFile, task: Task, whole: boolean): Promise<Found> {
  const tree = await fromArchive(await file.blob!(), optionsFor(task, whole)).catch((error: unknown) => {
    throw error instanceof SourceError ? new GivenUp(({ open }) => open.brokenZip(name, error.message)) : error;
  });
  const found = foundIn(tree, name, () => null);
  const waiting = [...tree.files];
  let done = 0;
  const unpack = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const [path, entry] = next;
      try {
        found.files.set(path, await entry.read(task.signal));
      } catch (error) {
        if (!(error instanceof SourceError)) throw error;
        found.files.delete(path);
        found.refused.push(refusal(path, error.reason));
      }
      task.report(++done, tree.files.size);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, unpack));
  return found;
}

function refusal(path: string, reason: EntryFault): Refusal {
  return { path, message: ({ open }) => open.faults[reason] };
}
