/**
 * This module has the files of the page, and functions that change single files. These functions
 * also update which file is open.
 */
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

/** The paths of all files called SKILL.md, sorted. */
export const skillFiles: ReadonlySignal<readonly string[]> = computed(() => {
  void paths.value;
  return [...files.keys()].filter(isSkillFile).sort();
});

export const contentsOf = (path: string): Promise<Contents | null> => store.contentsOf(path);
export const exists = (path: string): boolean => store.exists(path);
export const entriesAt = (...at: string[]): Entries => store.entriesAt(...at);

/** Returns the text of a file; null if there is no such file or its contents have not been read. */
export function textOf(path: string): string | null {
  const stored = files.get(path);
  return typeof stored === "string" || stored instanceof Uint8Array ? decode(stored) : null;
}

/** Stores the text of a file after a keystroke. Does nothing in a read-only page. */
export function edit(path: string, text: string): void {
  if (readOnly) return;
  batch(() => {
    origin.value = null;
    store.edit(path, text);
  });
}

/**
 * Creates a file and opens it. If the workspace refuses its path, returns the refusal. Does nothing
 * in a read-only page.
 */
export async function create(path: string, text: string): Promise<RefusedPath | undefined> {
  if (readOnly) return undefined;
  const refused = await store.add(path, text);
  if (refused) return refused;
  origin.value = null;
  openFile(path);
  return undefined;
}

/**
 * Removes the files and folders at and below the paths in `gone`, and adds the entries in `come`.
 * If the workspace refuses a path, undoes the change and returns the refusal.
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

/**
 * Registers `follower`, a function that is called when files move. The argument of each call is a
 * function that converts the old path of a file into the new path.
 */
export function whenMoved(follower: Follower): void {
  follow = follower;
}

/**
 * Moves a file, or a folder with its contents, to another path. Does nothing if there is nothing at
 * `from`, or if `to` already exists. If the workspace refuses a path, undoes the move and returns
 * the refusal.
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
