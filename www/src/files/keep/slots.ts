/**
 * This module has the slots in which tabs save their workspaces. A slot belongs to one tab at a
 * time, so that tabs do not overwrite each other's work. A new tab takes over the slot of a closed
 * tab.
 */
import { recall, remember } from "../../lib/remembered.ts";

/**
 * The kind of a storage slot: for the visitor's own workspace, or for a workspace from a link. The
 * kinds are separate, so that a link never overwrites the visitor's own workspace.
 */
export type Family = "own" | "link";
/**
 * The name of a storage slot, in which a tab saves its workspace. The slots for the visitor's own
 * workspaces are called `own`, `own-2`, `own-3` and so on. The slots for workspaces from links are
 * called `link`, `link-2` and so on.
 */
export type Slot = Family | `${Family}-${number}`;

/**
 * A key in the browser's session storage. The value is the name of the slot in which the tab saves
 * its workspace. Session storage survives a reload.
 */
const OF_TAB = "skillglass.slot";
/**
 * The prefix of keys in local storage. Each slot with a saved workspace has a key with this prefix,
 * and the value is the time of the last save. If there is no such key, the page knows at once that
 * it has no workspace to restore.
 */
const MARK = "skillglass.kept.";
/**
 * The maximum time that a tab waits after a reload to get back the slot in which it saves its
 * workspace: `turns` times `each` milliseconds. Usually the page from before the reload soon
 * releases the slot. The wait ends early if another tab, such as a duplicate of this tab, answers
 * that it has the slot. The time is split into turns, because a busy tab receives such answers only
 * between two turns.
 */
const PATIENCE = { turns: 10, each: 500 };
const MOST = 100;

let held: { slot: Slot; release: () => void } | null = null;

/**
 * The channel to the other tabs of this page. Undefined if the browser does not allow a channel, or
 * if this tab has not requested a storage slot yet.
 */
let tabs: BroadcastChannel | undefined;

type Said = { type: "who has" | "mine"; slot: Slot };

/**
 * Makes this tab answer other tabs that want to save in the storage slot of this tab. The answer
 * tells them that the slot is in use.
 */
function listen(): void {
  if (!hasLocks()) return;
  try {
    tabs ??= new BroadcastChannel("skillglass.slots");
    tabs.onmessage = ({ data: { type, slot } }: MessageEvent<Said>) => {
      if (type === "who has" && slot === held?.slot) tabs?.postMessage({ type: "mine", slot } satisfies Said);
    };
  } catch {
    // If storage is forbidden, nothing is saved.
  }
}

/**
 * Returns the storage slot in which this tab saves its workspace. Returns null if the tab has no
 * slot, for example because there was nothing to save yet.
 */
export function slotHeld(): Slot | null {
  return held?.slot ?? null;
}

/**
 * Returns the slot in which this tab saved its workspace before a reload; null if it had no slot.
 */
export function slotBefore(): Slot | null {
  try {
    return sessionStorage.getItem(OF_TAB) as Slot | null;
  } catch {
    return null;
  }
}

/**
 * Takes a slot, in which this tab then saves its workspace. Returns false if another tab has the
 * slot. `again` is true if this tab had the slot before a reload. The function then waits for a
 * while, because the page from before the reload may not have released the slot yet.
 */
export async function hold(slot: Slot, again = false): Promise<boolean> {
  letGo();
  listen();
  const patience = again ? untilAnotherHas(slot) : null;
  const release = await lock(slot, patience?.signal ?? null);
  patience?.abort();
  if (!release) return false;
  held = { slot, release };
  try {
    sessionStorage.setItem(OF_TAB, slot);
  } catch {
    // Storage can be forbidden. Then nothing is saved.
  }
  return true;
}

/**
 * Reserves a free storage slot, in which this tab then saves a new workspace. If `family` is "own",
 * a slot with the saved workspace of a closed tab is not free. If `family` is "link", a workspace
 * that a closed tab saved in the slot is overwritten.
 */
export async function holdNew(family: Family): Promise<Slot> {
  for (let n = 1; n <= MOST; n++) {
    const slot: Slot = n === 1 ? family : `${family}-${n}`;
    if ((family === "link" || !isKept(slot)) && (await hold(slot))) return slot;
  }
  throw new Error("no slot is free");
}

export function letGo(): void {
  held?.release();
  held = null;
  try {
    sessionStorage.removeItem(OF_TAB);
  } catch {
    // Nothing was there.
  }
}

/**
 * Reserves a storage slot, calls `use`, and then releases the slot. If a tab has already reserved
 * the slot, does not call `use`.
 */
export async function borrow(slot: Slot, use: () => Promise<void>): Promise<void> {
  const release = await lock(slot, null);
  if (release) await use().finally(release);
}

/**
 * Returns a controller that aborts when another tab reports that it has the slot, or when the
 * waiting time ends.
 */
function untilAnotherHas(slot: Slot): AbortController {
  const controller = new AbortController();
  const { signal } = controller;
  const abort = () => controller.abort();
  tabs?.addEventListener("message", ({ data }: MessageEvent<Said>) => data.type === "mine" && data.slot === slot && abort(), { signal });
  tabs?.postMessage({ type: "who has", slot } satisfies Said);
  let turn = 0;
  const wait = () => {
    if (signal.aborted) return;
    if (turn++ < PATIENCE.turns) setTimeout(wait, PATIENCE.each);
    else abort();
  };
  wait();
  return controller;
}

/**
 * Locks a slot until the returned function is called or the page ends. Returns null if another tab
 * has the slot and does not release it before the signal aborts. Without a signal, does not wait.
 */
function lock(slot: Slot, signal: AbortSignal | null): Promise<(() => void) | null> {
  if (!hasLocks()) return Promise.resolve(() => {});
  return new Promise((resolve) => {
    const options = signal ? { signal } : { ifAvailable: true };
    const until = (lock: Lock | null) => (lock ? new Promise<void>((release) => resolve(release)) : resolve(null));
    navigator.locks.request(`skillglass-${slot}`, options, until).catch(() => resolve(null));
  });
}

/**
 * Returns true if the browser offers locks, which requires a secure origin. Without locks, all tabs
 * save their workspaces in the same storage slot.
 */
function hasLocks(): boolean {
  return "locks" in navigator;
}

export function isKept(slot: Slot): boolean {
  return recall(MARK + slot) !== null;
}

export function markKept(slot: Slot): void {
  remember(MARK + slot, String(Date.now()));
}

export function unmark(slot: Slot): void {
  localStorage.removeItem(MARK + slot);
}

/** Returns the slots that contain a saved workspace, starting with the one that was saved last. */
export function keptSlots(): Slot[] {
  try {
    const slots = Object.keys(localStorage)
      .filter((key) => key.startsWith(MARK))
      .map((key) => key.slice(MARK.length) as Slot);
    const savedAt = (slot: Slot) => Number(recall(MARK + slot)) || 0;
    return slots.sort((a, b) => savedAt(b) - savedAt(a));
  } catch {
    return [];
  }
}

/** Returns the number of the visitor's own saved workspaces that are not open in any tab. */
export async function countWaiting(): Promise<number> {
  const taken = new Set((await navigator.locks?.query())?.held?.map(({ name }) => name));
  return keptSlots().filter((slot) => isOwn(slot) && slot !== slotHeld() && !taken.has(`skillglass-${slot}`)).length;
}

export function isOwn(slot: Slot): boolean {
  return slot.startsWith("own");
}
