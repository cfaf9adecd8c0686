/**
 * This module reads folders and zips with `skillglass/sources`. The files of folders are read when
 * they are needed, and zips are unpacked immediately.
 */
import type { EntryFault, SourceFile, SourceOptions, SourceTree } from "skillglass/sources";
import { fromArchive, SourceError } from "skillglass/sources";
import type { Texts } from "../../i18n/index.ts";
import type { Stored } from "../../lib/text.ts";
import type { Refusal } from "../../state/said.ts";
import { OnDisk } from "./on-disk.ts";
import type { Task } from "./progress.ts";

/** The maximum number of files in an import, so that a tab does not run out of memory. */
export const MAX_FILES = 100_000;
/**
 * The maximum number of bytes that an import reads into memory. Only the files of a zip are read
 * during the import. Files on the disk are read later, when they are needed.
 */
export const MAX_BYTES = 200_000_000;

/** The files and folders of an import, before their place in the workspace is chosen. */
export interface Found {
  files: Map<string, Stored>;
  folders: Set<string>;
  refused: Refusal[];
  skipped: string[];
}

/**
 * The error for an import that exceeds a limit or is damaged. `words` returns the reason in the
 * page's language.
 */
export class GivenUp extends Error {
  constructor(readonly words: (t: Texts) => string) {
    super("the import was given up");
  }
}

/**
 * Returns the options for reading a folder or zip: the page's limits, and a callback that shows the
 * progress.
 */
export function optionsFor({ signal, report }: Task, whole: boolean): SourceOptions {
  const limits = { entries: MAX_FILES, fileBytes: MAX_BYTES, bytes: MAX_BYTES };
  return { signal, whole, limits, onProgress: ({ done, total }) => report(done, total) };
}

/**
 * Returns the files and folders of a source. If there are too many of them, throws an error with
 * `label` in its message.
 */
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

/**
 * Returns true if the first bytes of a file are those of a zip. `isLone` is true if nothing else is
 * imported. If `isLone` is false, also requires that the file's name ends in `.zip` or `.skill`.
 */
export async function isZip(name: string, file: SourceFile, isLone: boolean): Promise<boolean> {
  if (!isLone && !/\.(zip|skill)$/i.test(name)) return false;
  const [p, k, c, d] = new Uint8Array(await (await file.blob!()).slice(0, 4).arrayBuffer());
  // A zip begins with a local file header. An empty zip consists only of the end record.
  return p === 0x50 && k === 0x4b && ((c === 3 && d === 4) || (c === 5 && d === 6));
}

/** The maximum number of files that are unpacked at the same time. */
const AT_ONCE = 16;

/** Returns the files and folders of a zip, with their unpacked contents. */
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
