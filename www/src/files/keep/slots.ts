/**
 * The slots where tabs save their workspaces. Each slot belongs to one tab at a time, so that no tab overwrites the work of another. The
 * workspace of a closed tab is opened by the next tab.
 */
import { recall, remember } from "../../lib/remembered.ts";

/** The kind of a slot. Workspaces of links have separate slots, because otherwise edits would overwrite the visitor's own workspace. */
export type Family = "own" | "link";
/** `own`, `own-2`, `own-3`…: a visitor with one tab has only the first. */
export type Slot = Family | `${Family}-${number}`;

/** The key of the tab's slot in the session's storage, which survives a reload. */
const OF_TAB = "skillglass.slot";
/**
 * The prefix of keys for slots with a saved workspace. The value is the time of the last save. Reading these keys takes no time at a first
 * visit.
 */
const MARK = "skillglass.kept.";
/**
 * The time to wait for a slot. At a reload the old page releases its slot at about the time when the new page requests it. A tab
 * that stays open, such as a duplicated one, reports immediately that the slot is its own. Only a tab that the browser has
 * suspended takes the whole time. The time is split into turns, because a page that is blocked learns late that it has the slot.
 */
const PATIENCE = { turns: 10, each: 500 };
const MOST = 100;

let held: { slot: Slot; release: () => void } | null = null;

/** The channel between the tabs; undefined if the page saves nothing, or is not allowed to. */
let tabs: BroadcastChannel | undefined;

type Said = { type: "who has" | "mine"; slot: Slot };

/** Answers other tabs that ask for the slot of this tab. */
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

/** Returns the slot of this tab; null until there was something to save. */
export function slotHeld(): Slot | null {
  return held?.slot ?? null;
}

/** Returns the slot that this tab had before a reload. */
export function slotBefore(): Slot | null {
  try {
    return sessionStorage.getItem(OF_TAB) as Slot | null;
  } catch {
    return null;
  }
}

/**
 * Takes a slot for this tab. Returns false if another tab has the slot. If `again` is true, this tab had the slot before a reload. Then the
 * function waits, because the page before the reload may still have the slot.
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

/** Takes a slot for a workspace that has none. A closed tab's own workspace stays in its slot; its copy of a link does not. */
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

/** Calls `use` while it holds a slot, if no tab has the slot. */
export async function borrow(slot: Slot, use: () => Promise<void>): Promise<void> {
  const release = await lock(slot, null);
  if (release) await use().finally(release);
}

/** Returns a controller that aborts when another tab reports that it has the slot, or when the time to wait ends. */
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
 * Locks a slot until the returned function is called or the page ends. Returns null if another tab has the slot and does not release it
 * before the signal aborts.
 */
function lock(slot: Slot, signal: AbortSignal | null): Promise<(() => void) | null> {
  if (!hasLocks()) return Promise.resolve(() => {});
  return new Promise((resolve) => {
    const options = signal ? { signal } : { ifAvailable: true };
    const until = (lock: Lock | null) => (lock ? new Promise<void>((release) => resolve(release)) : resolve(null));
    navigator.locks.request(`skillglass-${slot}`, options, until).catch(() => resolve(null));
  });
}

/** Returns true if the page has locks. Only pages of a secure origin have locks. On other pages, all tabs share a slot. */
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

/** Returns the slots with a workspace, the last saved slot first. */
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

/** Returns the number of the visitor's own workspaces that wait for a tab. */
export async function countWaiting(): Promise<number> {
  const taken = new Set((await navigator.locks?.query())?.held?.map(({ name }) => name));
  return keptSlots().filter((slot) => isOwn(slot) && slot !== slotHeld() && !taken.has(`skillglass-${slot}`)).length;
}

export function isOwn(slot: Slot): boolean {
  return slot.startsWith("own");
}
