/**
 * This module writes changed files back to the visitor's disk. Changes that were made on the disk
 * in the meantime are not overwritten.
 */
import { isBelow } from "../../lib/paths.ts";
import type { Contents, Stored } from "../../lib/text.ts";
import { isUnread } from "../../lib/text.ts";
import type { Disk, DiskMount, Known } from "../../state/disks.ts";

export interface Difference {
  /** The path of the file in the workspace. */
  path: string;
  /** The path of the file relative to the folder on disk. */
  onDisk: string;
  contents: Contents;
  kind: "changed" | "new";
  /**
   * The reason why writing would overwrite a change on the disk. Since the last read, the file on
   * disk was changed, deleted (`gone`) or created (`there`). Null if writing is safe.
   */
  conflict: "changed" | "gone" | "there" | null;
}

/**
 * Returns the files of a mounted folder that differ from the disk. Files that were deleted in the
 * workspace are not returned, so they stay on the disk.
 */
export async function differences(mount: DiskMount, files: ReadonlyMap<string, Stored>): Promise<Difference[]> {
  const found: Difference[] = [];
  for (const [path, stored] of files) {
    const onDisk = onDiskPath(mount, path);
    if (onDisk === null || stored === null || isUnread(stored)) continue;
    const known = mount.disk.known.get(below(mount, path));
    if (known?.known && same(stored, known.known)) continue;
    const difference: Difference = { path, onDisk, contents: stored, kind: known ? "changed" : "new", conflict: null };
    found.push({ ...difference, conflict: await conflictOf(mount.disk, difference, known) });
  }
  return found;
}

/**
 * Returns true if the page may read the folder without asking the visitor. After a page reload, the
 * browser usually asks again.
 */
export async function mayRead({ disk }: DiskMount): Promise<boolean> {
  return ((await disk.root.queryPermission?.({ mode: "read" })) ?? "granted") === "granted";
}

/**
 * Asks the visitor for permission to read and write the folder. The browser allows this only in the
 * handler of a click.
 */
export async function mayWrite({ disk }: DiskMount): Promise<boolean> {
  return ((await disk.root.requestPermission?.({ mode: "readwrite" }).catch(() => "denied")) ?? "granted") === "granted";
}

/**
 * Writes one file to the disk. Returns `conflict` without writing if the file on disk has changed
 * since `difference` was found.
 */
export async function writeBack(mount: DiskMount, difference: Difference): Promise<"written" | "conflict"> {
  const { disk } = mount;
  const known = disk.known.get(below(mount, difference.path));
  const conflict = await conflictOf(disk, difference, known);
  if (conflict !== null && conflict !== difference.conflict) return "conflict";
  const handle = await handleOf(disk.root, difference.onDisk, true);
  const stream = await handle!.createWritable();
  // The bytes are copied, because a stream accepts no view of shared memory, and the bytes must not change while it writes.
  await stream.write(new Uint8Array(bytesOf(difference.contents)));
  await stream.close();
  disk.known.set(below(mount, difference.path), { known: await bytesOn(handle!) });
  return "written";
}

async function conflictOf(disk: Disk, { onDisk, contents }: Difference, known: Known | undefined): Promise<Difference["conflict"]> {
  const handle = await handleOf(disk.root, onDisk, false);
  if (!handle) return known ? "gone" : null;
  const now = await bytesOn(handle);
  if (same(contents, now)) return null;
  if (!known?.known) return "there";
  return same(now, known.known) ? null : "changed";
}

async function bytesOn(handle: FileSystemFileHandle): Promise<Uint8Array> {
  return new Uint8Array(await (await handle.getFile()).arrayBuffer());
}

async function handleOf(root: FileSystemDirectoryHandle, path: string, create: boolean): Promise<FileSystemFileHandle | null> {
  try {
    const segments = path.split("/");
    const name = segments.pop()!;
    let folder = root;
    for (const segment of segments) folder = await folder.getDirectoryHandle(segment, { create });
    return await folder.getFileHandle(name, { create });
  } catch (error) {
    if (!create && error instanceof DOMException && error.name === "NotFoundError") return null;
    throw error;
  }
}

/**
 * Returns the path of a workspace file relative to the folder on disk. Returns null if the file is
 * not in this folder, or if it is in a `.git` folder.
 */
function onDiskPath({ disk: { root, strip }, point }: DiskMount, path: string): string | null {
  if (!isBelow(path, point)) return null;
  const own = `${root.name}/`;
  const whole = strip + path.slice(point.length + 1);
  const inside = whole.slice(own.length);
  // Files in `.git` are never written, because they belong to the repository.
  return whole.startsWith(own) && !/(^|\/)\.git\//.test(inside) ? inside : null;
}

function below({ point }: DiskMount, path: string): string {
  return path.slice(point.length + 1);
}

const encoder = new TextEncoder();

function bytesOf(contents: Contents): Uint8Array {
  return typeof contents === "string" ? encoder.encode(contents) : contents;
}

function same(one: Contents, other: Uint8Array): boolean {
  if (one === other) return true;
  const bytes = bytesOf(one);
  return bytes.length === other.length && bytes.every((byte, index) => byte === other[index]);
}
