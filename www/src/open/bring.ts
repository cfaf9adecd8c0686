/** The ways in: what the pickers and a drop give, read and mounted. */
import { latestCatalog } from "../engine/client.ts";
import * as store from "../store.ts";
import { Brought } from "./brought.ts";
import { skillsFolder } from "./placement.ts";
import { isZip, readZip } from "./zip.ts";

interface Found {
  path: string;
  file: File;
}

/** Brings in what was dropped: folders, zips, files. To be called in the drop's own event, which then loses its data. */
export function bringDropped(data: DataTransfer): Promise<void> {
  const entries: FileSystemEntry[] = [];
  const loose: File[] = [];
  for (const item of data.items) {
    if (item.kind !== "file") continue;
    const entry = item.webkitGetAsEntry();
    if (entry) entries.push(entry);
    else {
      const file = item.getAsFile();
      if (file) loose.push(file);
    }
  }
  return bring(async () => {
    const found: Found[] = loose.map((file) => ({ path: file.name, file }));
    const folders: string[] = [];
    for (const entry of entries) await walk(entry, "", found, folders);
    return { found, folders };
  });
}

/** Brings in what a picker gave; a folder's files carry their path in it. */
export function bringFiles(list: FileList): Promise<void> {
  const found = Array.from(list, (file) => ({ path: file.webkitRelativePath || file.name, file }));
  return bring(async () => ({ found, folders: [] }));
}

async function bring(collect: () => Promise<{ found: Found[]; folders: string[] }>): Promise<void> {
  try {
    const { found, folders } = await collect();
    if (found.length === 0 && folders.length === 0) return;
    const [first] = found;
    const archive = found.length === 1 && first && !first.path.includes("/") ? await bytesOf(first.file) : null;
    if (archive && first && isZip(archive)) await mount(readZip(archive, first.path));
    else await mount(await read(found, folders));
  } catch (error) {
    store.notice.value = { text: error instanceof Error ? error.message : String(error), refused: [] };
  }
}

async function mount(brought: Brought): Promise<void> {
  if (brought.files.size === 0 && brought.folders.size === 0) {
    store.notice.value = { text: `${brought.label}: there was nothing to take.`, refused: brought.refused };
  } else await store.mount(brought.placed(skillsFolder((await latestCatalog())?.roots ?? [])));
}

async function read(found: Found[], folders: string[]): Promise<Brought> {
  const brought = new Brought(labelOf(found, folders));
  for (const folder of folders) if (brought.accepts(folder)) brought.addFolder(folder);
  const accepted = found.filter(({ path }) => brought.accepts(path));
  for (const { file } of accepted) brought.reserve(file.size);
  // In portions: one by one is slow for many small files, all at once opens them all.
  for (let start = 0; start < accepted.length; start += 200) {
    const portion = accepted.slice(start, start + 200);
    const contents = await Promise.all(portion.map(({ file }) => bytesOf(file).catch(() => null)));
    portion.forEach(({ path }, index) => {
      const bytes = contents[index];
      if (bytes) brought.add(path, bytes);
      else brought.refuse(path, "The browser could not read the file.");
    });
  }
  return brought;
}

function labelOf(found: Found[], folders: string[]): string {
  const tops = new Set([...found.map(({ path }) => path), ...folders].map((path) => path.split("/", 1)[0]));
  const [top] = tops;
  return tops.size === 1 && top ? top : `${tops.size} items`;
}

async function bytesOf(file: File): Promise<Uint8Array> {
  return new Uint8Array(await file.arrayBuffer());
}

async function walk(entry: FileSystemEntry, above: string, found: Found[], folders: string[]): Promise<void> {
  const path = above + entry.name;
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));
    found.push({ path, file });
    return;
  }
  folders.push(path);
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  // A reader gives its entries in portions, and an empty one at the end.
  for (;;) {
    const portion = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (portion.length === 0) return;
    for (const child of portion) await walk(child, `${path}/`, found, folders);
  }
}
