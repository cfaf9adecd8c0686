/**
 * This module imports files that a visitor picks, drops or pastes, and adds them to the workspace.
 * The contents of files on disk are read later, when they are needed.
 */
import type { SourceTree } from "skillglass/sources";
import { droppedItems, fromDirectoryHandle, fromDrop, fromFileList } from "skillglass/sources";
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
import { OnDisk } from "./on-disk.ts";
import type { Placement } from "./placement.ts";
import { commonFolder, folderName, frontmatterName, placement, renamed, skillsFolder, stem } from "./placement.ts";
import type { Task } from "./progress.ts";
import { withProgress } from "./progress.ts";
import type { Found } from "./sources.ts";
import { foundIn, GivenUp, isZip, optionsFor, unzip } from "./sources.ts";
import "./file-system.ts";

/** The files and folders of an import, before their place in the workspace is chosen. */
export interface Imported {
  label: string;
  found: Found;
  /**
   * The folder on disk that contains the whole import. Absent if the browser does not let the page
   * write to it.
   */
  root?: FileSystemDirectoryHandle;
}

type Collect = (task: Task, whole: boolean) => Promise<Imported>;

/**
 * A function that receives an import. `again` repeats the import, and then also imports the folders
 * that were skipped.
 */
export type Take = (imported: Imported, again: () => Promise<void>) => Promise<void>;

/**
 * Lets the visitor pick a folder, and passes its files to `take`. By default, they are added to the
 * workspace.
 */
export async function pickFolder(take: Take = place): Promise<void> {
  let root: FileSystemDirectoryHandle;
  try {
    root = await window.showDirectoryPicker!({ id: "skills", mode: "read" });
  } catch (error) {
    // Closing the picker is not an error.
    if (!(error instanceof DOMException && error.name === "AbortError")) fail(error);
    return;
  }
  const label = root.name;
  await runImport(label, take, async (task, whole) => {
    const found = foundIn(await fromDirectoryHandle(root, optionsFor(task, whole)), label);
    const within = { ...nothing(), folders: new Set([label]) };
    merge(within, found, `${label}/`);
    return { label, found: within, root };
  });
}

/**
 * Imports the files that the visitor chose in a file dialog. Files of a folder have paths that
 * begin with the folder's name.
 */
export function importFiles(list: FileList, take: Take = place): Promise<void> {
  const files = Array.from(list);
  const label = labelOf(files.map((file) => file.webkitRelativePath || file.name));
  return runImport(label, take, (task, whole) => unpacked(label, fromFileList(files, optionsFor(task, whole)), task, whole));
}

/**
 * Imports folders, zips and files that were dropped or pasted. Call this function in the event's
 * handler, because the browser removes the data afterwards.
 */
export function importDropped(data: DataTransfer, take: Take = place): Promise<void> {
  const items = droppedItems(data);
  const label = labelOf(items.flatMap(({ entry, file }) => entry?.name ?? file?.name ?? []));
  return runImport(label, take, async (task, whole) => {
    const imported = await unpacked(label, await fromDrop(items, optionsFor(task, whole)), task, whole);
    const root = items.length === 1 ? await items[0]!.handle : null;
    return { ...imported, ...(root?.kind === "directory" && { root: root as FileSystemDirectoryHandle }) };
  });
}

/**
 * Imports the text of a pasted SKILL.md as a new skill. If its folder already exists, chooses
 * another folder name.
 */
export function importText(text: string): Promise<void> {
  const label = t.peek().open.pasted;
  return runImport(label, place, async () => {
    const name = folderName(frontmatterName(text)) ?? "pasted-skill";
    const skills = await skillsPlace();
    let folder = name;
    for (let n = 2; files.has(`${skills}/${folder}/SKILL.md`); n++) folder = `${name}-${n}`;
    return { label, found: { ...nothing(), files: new Map([[`${folder}/SKILL.md`, text]]) } };
  });
}

/** Returns the files of a dropped or chosen source. Zips at its top level are unpacked. */
async function unpacked(label: string, tree: SourceTree, task: Task, whole: boolean): Promise<Imported> {
  const found = foundIn(tree, label);
  const isLone = tree.files.size === 1 && tree.folders.size === 0;
  for (const [name, file] of tree.files) {
    if (name.includes("/") || !(await isZip(name, file, isLone))) continue;
    const zip = await unzip(name, file, task, whole);
    if (isLone) return { label, found: zip };
    found.files.delete(name);
    // The files of an archive stay together: in the archive's single folder, or in a folder with the archive's name.
    merge(found, zip, commonFolder([...zip.files.keys()]) === null ? `${stem(name)}/` : "");
  }
  return { label, found };
}

function nothing(): Found {
  return { files: new Map(), folders: new Set(), refused: [], skipped: [] };
}

function merge(into: Found, from: Found, prefix: string): void {
  for (const [path, contents] of from.files) into.files.set(prefix + path, contents);
  for (const path of from.folders) into.folders.add(prefix + path);
  for (const path of from.skipped) into.skipped.push(prefix + path);
  for (const { path, message } of from.refused) into.refused.push({ path: prefix + path, message });
}

async function runImport(label: string, take: Take, collect: Collect, whole = false): Promise<void> {
  try {
    const imported = await withProgress(label, (task) => collect(task, whole));
    if (imported === null) notice.value = { text: ({ open }) => open.cancelled(label), refused: [] };
    else await take(imported, () => runImport(label, take, collect, true));
  } catch (error) {
    fail(error);
  }
}

async function place({ label, found, root }: Imported, again: () => Promise<void>): Promise<void> {
  const { refused, skipped } = found;
  if (isNothing(label, found)) return;
  const bundled = fromBundle(found.files);
  if (bundled) return replace(bundled, null, { text: ({ open }) => open.whole(label, bundled.files.size), refused });
  const placed = await placeOf(label, found);
  const files = new Map<string, Stored>();
  for (const [path, contents] of found.files) files.set(renamed(placed, path), contents);
  // The name of the stripped top folder is empty, so this folder is left out.
  const folders = Array.from(found.folders, (path) => renamed(placed, path)).filter((path) => path !== "");
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

/**
 * Returns true if the import contains nothing. In this case, shows a notice that names the import.
 */
export function isNothing(label: string, { files, folders, refused }: Found): boolean {
  if (files.size > 0 || folders.size > 0) return false;
  if (label !== "") notice.value = { text: ({ open }) => open.nothing(label), refused };
  return true;
}

/** Returns the place where an import is added to the workspace. */
export async function placeOf(label: string, found: Found): Promise<Placement> {
  const paths = found.files.size > 0 ? [...found.files.keys()] : Array.from(found.folders, (path) => `${path}/`);
  return placement(paths, label, await skillsPlace(), async (path) => frontmatterName(await textOf(found.files.get(path))));
}

/**
 * Returns the folder where the chosen host finds skills. Waits for the engine if the host was
 * chosen just before.
 */
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

function fail(error: unknown): void {
  const text = error instanceof GivenUp ? error.words : error instanceof Error ? error.message : String(error);
  notice.value = { text, refused: [] };
}
