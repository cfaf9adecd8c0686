/**
 * Write-back: finds the differences from the visitor's disk, and writes them without overwriting changes that were made on the disk in the
 * meantime.
 */
import { isBelow } from "../../lib/paths.ts";
import type { Contents, Stored } from "../../lib/text.ts";
import { isUnread } from "../../lib/text.ts";
import type { Disk, DiskMount, Known } from "../../state/disks.ts";

export interface Difference {
  /** The path in the workspace. */
  path: string;
  /** The path in the folder on disk, without the folder's name. */
  onDisk: string;
  contents: Contents;
  kind: "changed" | "new";
  /**
   * The reason why writing the file would destroy something: since it was read, the file on disk changed, was removed, or was added. Null
   * if nothing would be destroyed.
   */
  conflict: "changed" | "gone" | "there" | null;
}

/** Returns the files at this mount that differ from the disk. Files that were deleted in the workspace stay on the disk. */
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

/** Returns true if the folder can be read without asking the visitor, which is rare after a reload. */
export async function mayRead({ disk }: DiskMount): Promise<boolean> {
  return ((await disk.root.queryPermission?.({ mode: "read" })) ?? "granted") === "granted";
}

/** Asks for the permission to read and write. Call this function in the handler of a click. */
export async function mayWrite({ disk }: DiskMount): Promise<boolean> {
  return ((await disk.root.requestPermission?.({ mode: "readwrite" }).catch(() => "denied")) ?? "granted") === "granted";
}

/** Writes one file, unless the disk has changed since `difference` was found. Returns true if it was written. */
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

/** Returns the path of a file in the folder on disk; null if the file does not belong to this folder. */
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
