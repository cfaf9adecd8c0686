/** The imports by picker, drop and paste: entries are collected and mounted. Files on disk are not read here. */
import { latestCatalog } from "../../engine/client.ts";
import { t } from "../../i18n/index.ts";
import type { Stored } from "../../lib/text.ts";
import { decode, isUnread } from "../../lib/text.ts";
import type { Disk } from "../../state/disks.ts";
import { disks } from "../../state/disks.ts";
import { files } from "../../state/files.ts";
import { mount } from "../../state/mount.ts";
import { notice } from "../../state/notice.ts";
import { replace } from "../../state/workspace.ts";
import { fromBundle } from "../snapshot/bundle.ts";
import { unpack } from "./archive.ts";
import { Collection } from "./collection.ts";
import { OnDisk } from "./on-disk.ts";
import { commonFolder, folderName, frontmatterName, placement, renamed, skillsFolder, stem } from "./placement.ts";
import type { Task } from "./progress.ts";
import { withProgress } from "./progress.ts";
import { givenUpWords, refusedWords, Stopped } from "./reasons.ts";
import { fromFiles, fromNodes } from "./walk.ts";
import "./file-system.ts";

interface Imported {
  label: string;
  found: Collection<Stored>;
  /** The folder on disk that all of it is in, where the browser lets a page write there. */
  root?: FileSystemDirectoryHandle;
}

type Collect = (task: Task, whole: boolean) => Promise<Imported>;

/** True if the browser has a picker whose folder can be written to. */
export function hasFolderPicker(): boolean {
  return typeof window.showDirectoryPicker === "function";
}

/** Lets the visitor pick a folder, and imports it. */
export async function pickFolder(): Promise<void> {
  let root: FileSystemDirectoryHandle;
  try {
    root = await window.showDirectoryPicker!({ id: "skills", mode: "read" });
  } catch (error) {
    // Closing the picker is no fault.
    if (!(error instanceof DOMException && error.name === "AbortError")) fail("", error);
    return;
  }
  await runImport(root.name, async (task, whole) => ({ label: root.name, found: await fromNodes([root], task, whole), root }));
}

/** Imports the files of a picker; a folder's files carry their path in it. */
export function importFiles(list: FileList): Promise<void> {
  const files = Array.from(list);
  return runImport(labelOf(files.map((file) => file.webkitRelativePath || file.name)), (task, whole) => fromLoose([], files, task, whole));
}

/** Imports folders, zips and files that were dropped or pasted. To be called in the event itself, which then loses its data. */
export function importDropped(data: DataTransfer): Promise<void> {
  const items = Array.from(data.items).filter(({ kind }) => kind === "file");
  const dropped = items.map((item) => ({
    handle: item.getAsFileSystemHandle?.().catch(() => null),
    entry: item.webkitGetAsEntry(),
    file: item.getAsFile(),
  }));
  return runImport(labelOf(dropped.flatMap(({ entry, file }) => entry?.name ?? file?.name ?? [])), async (task, whole) => {
    const nodes: (FileSystemEntry | FileSystemHandle)[] = [];
    const files: File[] = [];
    for (const { handle, entry, file } of dropped) {
      const node = (await handle) ?? entry;
      if (node && ("isFile" in node ? node.isDirectory : node.kind === "directory")) nodes.push(node);
      else if (file) files.push(file);
    }
    return fromLoose(nodes, files, task, whole);
  });
}

/** Imports one pasted SKILL.md, beside a skill of its name if there is one. */
export function importText(text: string): Promise<void> {
  const label = t.peek().open.pasted;
  return runImport(label, async () => {
    const found = new Collection<Stored>();
    const name = folderName(frontmatterName(text)) ?? "pasted-skill";
    const skills = await skillsPlace();
    let folder = name;
    for (let n = 2; files.has(`${skills}/${folder}/SKILL.md`); n++) folder = `${name}-${n}`;
    found.files.set(`${folder}/SKILL.md`, text);
    return { label, found };
  });
}

/** Folders to walk and files at hand, of which zips are unpacked. */
async function fromLoose(nodes: (FileSystemEntry | FileSystemHandle)[], files: File[], task: Task, whole: boolean): Promise<Imported> {
  const zips = new Map<File, Collection<Uint8Array>>();
  for (const file of files) {
    if (file.webkitRelativePath !== "" || !(await mayBeZip(file, files.length))) continue;
    const unpacked = await unpack(file, task, whole);
    if (unpacked) zips.set(file, unpacked);
  }
  const rest = files.filter((file) => !zips.has(file));
  const label = labelOf([...nodes.map(({ name }) => name), ...files.map((file) => file.webkitRelativePath || file.name)]);
  const [only] = zips.values();
  if (only && zips.size === 1 && rest.length === 0 && nodes.length === 0) return { label, found: only };

  const found: Collection<Stored> = await fromNodes(nodes, task, whole);
  merge(found, fromFiles(rest, task, whole), "");
  // Each archive stays together: in its one folder, or in one of its name.
  for (const [file, unpacked] of zips)
    merge(found, unpacked, commonFolder([...unpacked.files.keys()]) === null ? `${stem(file.name)}/` : "");
  const [root] = nodes;
  const single = nodes.length === 1 && files.length === 0 && root && "kind" in root ? (root as FileSystemDirectoryHandle) : undefined;
  return { label, found, ...(single && { root: single }) };
}

function merge(into: Collection<Stored>, from: Collection<Stored>, prefix: string): void {
  for (const [path, contents] of from.files) into.files.set(prefix + path, contents);
  for (const path of from.folders) into.folders.add(prefix + path);
  for (const path of from.skipped) into.skipped.add(prefix + path);
  for (const { path, reason } of from.refused) into.refuse(prefix + path, reason);
}

/** A lone file is looked into, whatever its name is. */
async function mayBeZip(file: File, all: number): Promise<boolean> {
  if (/\.(zip|skill)$/i.test(file.name)) return true;
  if (all > 1) return false;
  const [p, k] = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  return p === 0x50 && k === 0x4b;
}

async function runImport(label: string, collect: Collect, whole = false): Promise<void> {
  try {
    const imported = await withProgress(label, (task) => collect(task, whole));
    if (imported === null) notice.value = { text: ({ open }) => open.cancelled(label), refused: [] };
    else await place(imported, () => runImport(label, collect, true));
  } catch (error) {
    fail(label, error);
  }
}

async function place({ label, found, root }: Imported, again: () => Promise<void>): Promise<void> {
  const refused = found.refused.map(({ path, reason }) => ({ path, message: refusedWords(reason) }));
  if (found.files.size === 0 && found.folders.size === 0) {
    if (label !== "") notice.value = { text: ({ open }) => open.nothing(label), refused };
    return;
  }
  const bundled = fromBundle(found.files);
  if (bundled) return replace(bundled, null, { text: ({ open }) => open.whole(label, bundled.files.size), refused });
  const skills = await skillsPlace();
  const paths = found.files.size > 0 ? [...found.files.keys()] : Array.from(found.folders, (path) => `${path}/`);
  const placed = await placement(paths, label, skills, async (path) => frontmatterName(await textOf(found.files.get(path))));
  const files = new Map<string, Stored>();
  for (const [path, contents] of found.files) files.set(renamed(placed, path), contents);
  // The stripped top folder itself has no name left.
  const folders = Array.from(found.folders, (path) => renamed(placed, path)).filter((path) => path !== "");
  const skipped = [...found.skipped];
  const disk = root && { root, strip: placed.strip, known: knownOf(files) };
  await mount({
    label,
    point: placed.point,
    files,
    folders,
    refused,
    ...(disk && { disk, former: await mountedBefore(disk) }),
    ...(skipped.length > 0 && {
      skipped,
      again() {
        notice.peek()?.undo?.();
        void again();
      },
    }),
  });
}

/** The folder for skills, by the roots of the host that was chosen last, even if that was just before. */
async function skillsPlace(): Promise<string> {
  return skillsFolder((await latestCatalog())?.roots ?? []);
}

async function mountedBefore({ root }: Disk): Promise<Disk[]> {
  const mounted = disks.peek().map(({ disk }) => disk);
  const same = await Promise.all(mounted.map((disk) => root.isSameEntry?.(disk.root).catch(() => false)));
  return mounted.filter((_, index) => same[index]);
}

function knownOf(files: ReadonlyMap<string, Stored>): Map<string, OnDisk> {
  const known = new Map<string, OnDisk>();
  for (const [path, stored] of files) if (stored instanceof OnDisk) known.set(path, stored);
  return known;
}

async function textOf(stored: Stored | undefined): Promise<string> {
  const contents = isUnread(stored ?? null) ? await (stored as OnDisk).read().catch(() => "") : stored;
  return typeof contents === "string" ? contents : contents ? decode(contents as Uint8Array) : "";
}

function labelOf(paths: string[]): string {
  const tops = new Set(paths.map((path) => path.split("/", 1)[0]));
  const [top] = tops;
  return tops.size === 1 && top ? top : t.peek().open.items(tops.size);
}

function fail(label: string, error: unknown): void {
  const text = error instanceof Stopped ? givenUpWords(label, error.because) : error instanceof Error ? error.message : String(error);
  notice.value = { text, refused: [] };
}
