/**
 * The slots where tabs keep their workspaces: each belongs to one tab at a time, so that no tab saves over another's work. The
 * workspace that a closed tab leaves behind is opened by the next one.
 */
import { recall, remember } from "../../lib/remembered.ts";

/** Workspaces of links have slots of their own, or editing one would overwrite the visitor's own workspace. */
export type Family = "own" | "link";
/** `own`, `own-2`, `own-3`…: the first is for who has one tab. */
export type Slot = Family | `${Family}-${number}`;

/** Which slot a tab had, for its reload. */
const OF_TAB = "skillglass.slot";
/** Marks a slot that holds something, with the time of its last save: asking that costs a first visit no time. */
const MARK = "skillglass.kept.";
/** In milliseconds: at a reload the page that goes lets go of its slot about when the next one asks. */
const PATIENCE = 500;
const MOST = 100;

let held: { slot: Slot; release: () => void } | null = null;

/** The slot of this tab; null until there was something to keep. */
export function slotHeld(): Slot | null {
  return held?.slot ?? null;
}

/** The slot that this tab had before it was loaded anew. */
export function slotBefore(): Slot | null {
  try {
    return sessionStorage.getItem(OF_TAB) as Slot | null;
  } catch {
    return null;
  }
}

/** Takes a slot that this tab had, or any other one that no tab has; false if a tab has it. */
export async function hold(slot: Slot, again = false): Promise<boolean> {
  letGo();
  const release = await lock(slot, again ? PATIENCE : 0);
  if (!release) return false;
  held = { slot, release };
  try {
    sessionStorage.setItem(OF_TAB, slot);
  } catch {
    // Storage can be forbidden; then nothing is kept anyway.
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

/** Does something with a slot that no tab has, if no tab has it. */
export async function borrow(slot: Slot, use: () => Promise<void>): Promise<void> {
  const release = await lock(slot, 0);
  if (release) await use().finally(release);
}

/** Has the slot for as long as this page is there or until it is released; null if another tab has it. */
function lock(slot: Slot, patience: number): Promise<(() => void) | null> {
  // Only pages of a safe origin have locks: elsewhere all tabs share a slot.
  if (!("locks" in navigator)) return Promise.resolve(() => {});
  return new Promise((resolve) => {
    const options = patience > 0 ? { signal: AbortSignal.timeout(patience) } : { ifAvailable: true };
    const until = (lock: Lock | null) => (lock ? new Promise<void>((release) => resolve(release)) : resolve(null));
    navigator.locks.request(`skillglass-${slot}`, options, until).catch(() => resolve(null));
  });
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

/** The slots that hold something, the one that was saved last first. */
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

/** The number of the visitor's own workspaces that wait for a tab. */
export async function countWaiting(): Promise<number> {
  const taken = new Set((await navigator.locks?.query())?.held?.map(({ name }) => name));
  return keptSlots().filter((slot) => isOwn(slot) && slot !== slotHeld() && !taken.has(`skillglass-${slot}`)).length;
}

export function isOwn(slot: Slot): boolean {
  return slot.startsWith("own");
}
