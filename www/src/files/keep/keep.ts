/** This module saves the workspace in the browser's storage, so that a page reload restores it. */
import { effect, signal } from "@preact/signals";
import type { DBSchema, IDBPDatabase, IDBPTransaction } from "idb";
import { openDB } from "idb";
import { recall, remember } from "../../lib/remembered.ts";
import type { Contents } from "../../lib/text.ts";
import { OPTIONS } from "../../state/defaults.ts";
import type { DiskMount } from "../../state/disks.ts";
import { disks } from "../../state/disks.ts";
import { connectors, options } from "../../state/options.ts";
import { origin } from "../../state/origin.ts";
import { SAMPLE_PROMPT } from "../../state/sample.ts";
import { prompt } from "../../state/selection.ts";
import type { Settings, Workspace } from "../../state/workspace.ts";
import { changes, gather } from "../snapshot/gather.ts";
import { settingsOf } from "../snapshot/settings.ts";
import type { KeptDisk } from "./kept-disks.ts";
import { keptDisk, mountOf } from "./kept-disks.ts";
import type { Family, Slot } from "./slots.ts";
import { borrow, countWaiting, hold, holdNew, isKept, isOwn, keptSlots, letGo, markKept, slotBefore, slotHeld, unmark } from "./slots.ts";

/**
 * The maximum size of a saved workspace in bytes. Larger workspaces would be slow to save, and
 * browsers delete large stores first when they run out of room.
 */
export const MAX_KEPT = 5_000_000;
/** The pause after a change, in milliseconds, before the workspace is saved. */
const PAUSE = 1_000;
/** The number of files that are sent to the store before the page waits until they are written. */
const PORTION = 200;

export type Kept = { state: "off" | "nothing" | "pending" | "kept" | "link" | "refused" } | { state: "too-large"; bytes: number };
/**
 * The result of the last save, which the page shows; `pending` while a change waits to be saved.
 */
export const kept = signal<Kept>({ state: "nothing" });

const CHOICE = "skillglass.keep";
/** True if the visitor allows the page to save workspaces in the browser. */
export const keeping = signal(recall(CHOICE) !== "no");

interface Schema extends DBSchema {
  files: { key: string; value: Contents };
  settings: { key: "settings"; value: Settings & { folders: string[]; writer: string } };
  disks: { key: number; value: KeptDisk };
}
const STORES = ["files", "settings", "disks"] as const;

export interface KeptWorkspace extends Workspace {
  /**
   * The folders on disk that the workspace was imported from; empty if the browser could not store
   * their handles.
   */
  disks: DiskMount[];
  /** True if another open tab also has this workspace. */
  copied: boolean;
  /** The number of saved workspaces of closed tabs, which new tabs will open. */
  waiting: number;
}

/**
 * A random id of this tab, which is saved in the store together with the workspace. If the store
 * has the id of another tab, that tab has overwritten the store, so all files are saved again.
 */
const writer = crypto.getRandomValues(new Uint32Array(4)).join("-");

/** The files as this tab saved them last. Unchanged files are not written again. */
let saved = new Map<string, Contents>();

/**
 * The kind of storage slot that this tab will use. A slot is taken when there is something to save.
 */
let family: Family = "own";

/**
 * Returns a saved workspace. After a reload, this is the tab's own workspace. In a new tab, this is
 * the workspace of a closed tab, or else a copy of the workspace of an open tab. Returns null if no
 * workspace is saved, or if the saved workspace cannot be read.
 */
export async function recallWorkspace(): Promise<KeptWorkspace | null> {
  const before = slotBefore();
  if (before) {
    family = isOwn(before) ? "own" : "link";
    const mine = await hold(before, true);
    if (mine || isKept(before)) return read(before, !mine, 0);
  }
  const own = keptSlots().filter(isOwn);
  for (const slot of own) if (await hold(slot)) return read(slot, false, await countWaiting());
  return own[0] ? read(own[0], true, 0) : null;
}

async function read(slot: Slot, copied: boolean, waiting: number): Promise<KeptWorkspace | null> {
  if (!isKept(slot)) return null;
  try {
    const db = await database(slot);
    const [paths, contents, settings, disks] = await Promise.all([
      db.getAllKeys("files"),
      db.getAll("files"),
      db.get("settings", "settings"),
      db.getAll("disks").catch(() => []),
    ]);
    db.close();
    const valid = settings && settingsOf(settings);
    if (!valid) return null;
    const files = new Map(paths.map((path, index) => [path, contents[index]!]));
    return { ...valid, folders: settings.folders, files, disks: disks.map((disk) => mountOf(disk, files)), copied, waiting };
  } catch {
    return null;
  }
}

/**
 * Releases the storage slot in which this tab saves its workspace. The next workspace of the tab is
 * saved in a slot of the kind `next`: for the visitor's own workspace, or for a workspace from a
 * link.
 */
export function keepAs(next: Family): void {
  saved = new Map();
  family = next;
  letGo();
}

export function setKeeping(on: boolean): void {
  remember(CHOICE, on ? "yes" : "no");
  keeping.value = on;
}

/**
 * Sets up the automatic saving of the workspace. From then on, each change of the workspace is
 * saved.
 */
export function keepUp(): void {
  let first = true;
  effect(() => {
    void [changes.value, disks.value, origin.value, keeping.value];
    // The page begins with the saved workspace, or with nothing to save.
    if (!first) plan();
    first = false;
  });
  // All tabs share this choice.
  addEventListener("storage", ({ key, newValue }) => {
    if (key === CHOICE) keeping.value = newValue !== "no";
  });
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden" && timer) void soon();
  });
}

/** The timer that runs while a change of the workspace waits to be saved; 0 if no change waits. */
let timer = 0;
let under: Promise<void> | null = null;
let again = false;

function plan(): void {
  clearTimeout(timer);
  timer = window.setTimeout(() => void soon(), PAUSE);
  kept.value = { state: "pending" };
}

/**
 * Saves the workspace now, or after the current save if one is running. Resolves after all waiting
 * changes have been saved.
 */
async function soon(): Promise<void> {
  clearTimeout(timer);
  timer = 0;
  if (under) {
    again = true;
    return;
  }
  do {
    again = false;
    under = save()
      .catch((): Kept => ({ state: "refused" }))
      .then((became) => void (timer || again || (kept.value = became)));
    await under;
    under = null;
  } while (again);
}

/**
 * Saves waiting changes. Then returns true if nothing would be lost when another workspace replaces
 * this one.
 */
export async function isSafe(): Promise<boolean> {
  if (timer) await soon();
  await under;
  return ["nothing", "kept", "link"].includes(kept.value.state);
}

async function save(): Promise<Kept> {
  if (origin.value === "link") return { state: "link" };
  if (!keeping.value) {
    for (const slot of keptSlots()) await (slot === slotHeld() ? forget(slot) : borrow(slot, () => forget(slot)));
    return { state: "off" };
  }
  const held = slotHeld();
  if (isSample()) {
    if (held && isKept(held)) await forget(held);
    return { state: "nothing" };
  }
  const slot = held ?? (await holdNew(family));
  const gathered = await gather(MAX_KEPT);
  if (gathered.kind === "too-large") {
    // The slot is emptied, because otherwise an older state would be restored as if it were the latest.
    await forget(slot);
    return { state: "too-large", bytes: gathered.bytes };
  }
  const { workspace } = gathered;
  const folders = disks.value.map((mount) => keptDisk(mount, workspace.files));
  // A browser can refuse to store the handles of folders. The workspace is still saved.
  await write(slot, workspace, folders).catch((error: unknown) =>
    folders.length > 0 ? write(slot, workspace, []) : Promise.reject(error),
  );
  markKept(slot);
  return { state: "kept" };
}

async function write(slot: Slot, workspace: Workspace, disks: readonly KeptDisk[]): Promise<void> {
  const db = await database(slot);
  const transaction = db.transaction(STORES, "readwrite");
  try {
    await fill(transaction, workspace, disks);
    await transaction.done;
  } catch (error) {
    // The entries that were put so far must not stay without the rest, so the transaction is aborted.
    transaction.done.catch(() => {});
    try {
      transaction.abort();
    } catch {
      // The contents are already stored.
    }
    throw error;
  } finally {
    db.close();
  }
  saved = workspace.files;
}

async function fill(
  transaction: IDBPTransaction<Schema, typeof STORES, "readwrite">,
  { files, ...settings }: Workspace,
  disks: readonly KeptDisk[],
): Promise<void> {
  const store = transaction.objectStore("files");
  if ((await transaction.objectStore("settings").get("settings"))?.writer !== writer) {
    saved = new Map();
    await store.clear();
  }
  let asked = 0;
  for (const [path, contents] of files) {
    if (saved.get(path) === contents) continue;
    const done = store.put(contents, path);
    if (++asked % PORTION === 0) await done;
  }
  for (const path of saved.keys()) {
    if (files.has(path)) continue;
    const done = store.delete(path);
    if (++asked % PORTION === 0) await done;
  }
  await transaction.objectStore("settings").put({ ...settings, writer }, "settings");
  await transaction.objectStore("disks").clear();
  for (const [index, disk] of disks.entries()) await transaction.objectStore("disks").put(disk, index);
}

async function forget(slot: Slot): Promise<void> {
  saved = new Map();
  const db = await database(slot);
  const transaction = db.transaction(STORES, "readwrite");
  await Promise.all([...STORES.map((store) => transaction.objectStore(store).clear()), transaction.done]);
  db.close();
  unmark(slot);
}

function database(slot: Slot): Promise<IDBPDatabase<Schema>> {
  return openDB<Schema>(`skillglass-${slot}`, 2, {
    upgrade(db) {
      for (const store of STORES) if (!db.objectStoreNames.contains(store)) db.createObjectStore(store);
    },
  });
}

/** Returns true if the workspace is the unchanged sample, which need not be saved. */
function isSample(): boolean {
  return (
    origin.value === "sample" &&
    prompt.value === SAMPLE_PROMPT &&
    connectors.value.length === 0 &&
    JSON.stringify(options.value) === JSON.stringify(OPTIONS)
  );
}
