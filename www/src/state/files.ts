/** The files of the page, and the functions that change single files. They also update the selection. */
import type { ReadonlySignal } from "@preact/signals";
import { batch, computed } from "@preact/signals";
import type { RefusedPath } from "skillglass";
import { readOnly } from "../lib/embedding.ts";
import { isBelow, isSkillFile } from "../lib/paths.ts";
import type { Contents } from "../lib/text.ts";
import { decode } from "../lib/text.ts";
import { engine } from "./engine-port.ts";
import type { Entries } from "./entries.ts";
import { renamed } from "./entries.ts";
import { FileStore } from "./file-store.ts";
import { origin } from "./origin.ts";
import { sample } from "./sample.ts";
import { current, openFile } from "./selection.ts";

export const store = new FileStore(engine, (path) => path === current.peek(), sample());

export const { files, folders, paths, edits } = store;

/** The paths of the files that make their folders skills, sorted. */
export const skillFiles: ReadonlySignal<readonly string[]> = computed(() => {
  void paths.value;
  return [...files.keys()].filter(isSkillFile).sort();
});

export const contentsOf = (path: string): Promise<Contents | null> => store.contentsOf(path);
export const exists = (path: string): boolean => store.exists(path);
export const entriesAt = (...at: string[]): Entries => store.entriesAt(...at);

/** Returns the current text of a file; null if there is none. */
export function textOf(path: string): string | null {
  const stored = files.get(path);
  return typeof stored === "string" || stored instanceof Uint8Array ? decode(stored) : null;
}

/** Takes the text of a file after a keystroke. */
export function edit(path: string, text: string): void {
  if (readOnly) return;
  batch(() => {
    origin.value = null;
    store.edit(path, text);
  });
}

/** Writes a new file and opens it. If the workspace refuses it, the file is removed and the refusal is returned. */
export async function create(path: string, text: string): Promise<RefusedPath | undefined> {
  if (readOnly) return undefined;
  const refused = await store.add(path, text);
  if (refused) return refused;
  origin.value = null;
  openFile(path);
  return undefined;
}

/**
 * Replaces all entries at and below `gone` by the entries of `come`, in one step. If the workspace refuses an entry, nothing changes, and
 * the refusal is returned.
 */
export async function exchange(gone: readonly string[], come: Entries, nextCurrent = current.peek()): Promise<RefusedPath | undefined> {
  if (readOnly) return undefined;
  const former = store.entriesAt(...gone);
  origin.value = null;
  const formerCurrent = current.peek();
  const done = store.swap(gone, come);
  batch(() => {
    current.value = nextCurrent !== null && files.has(nextCurrent) ? nextCurrent : null;
    paths.value++;
  });
  const refused = (await done).find(({ path }) => come.files.has(path) || come.folders.includes(path));
  if (!refused) return undefined;
  void store.swap([...come.files.keys(), ...come.folders], former);
  batch(() => {
    current.value = formerCurrent;
    paths.value++;
  });
  return refused;
}

type Follower = (newPath: (path: string) => string) => void;

let follow: Follower = () => {};

/** Registers a listener for code that stores data by path. It is called when files move. */
export function whenMoved(follower: Follower): void {
  follow = follower;
}

/**
 * Gives a file, or a folder with everything in it, another path. Nothing happens if it does not exist any more or if the new path
 * is taken. If the workspace refuses the path, nothing changes and the refusal is returned.
 */
export async function move(from: string, to: string): Promise<RefusedPath | undefined> {
  if (!exists(from) || exists(to)) return undefined;
  const entries = entriesAt(from);
  const forth = (path: string) => (isBelow(path, from) ? to + path.slice(from.length) : path);
  const back = (path: string) => (isBelow(path, to) ? from + path.slice(to.length) : path);
  const open = current.peek();
  follow(forth);
  const refused = await exchange([from], renamed(entries, forth), open && forth(open));
  if (refused) follow(back);
  return refused;
}
