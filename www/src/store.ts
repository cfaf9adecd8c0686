/**
 * The state of the page and the verbs that change it. `files`, `current`, `options` and `prompt` are what a visitor made;
 * what the host makes of them is computed, at most once a frame and only for the views that are open.
 */
import { batch, computed, signal } from "@preact/signals";
import type { ReadonlySignal } from "@preact/signals";
import * as host from "./host.ts";
import type { Catalog, HostEditions, HostOptions, Listing, RefusedPath } from "./host.ts";
import { base, isBelow, join, parent } from "./paths.ts";
import { REPOSITORY_MARKER, SAMPLE_CURRENT, SAMPLE_PROMPT, sample } from "./sample.ts";
import { plural } from "./text.ts";
import type { Contents } from "./text.ts";

/** The files by path. It can hold 100,000, so it changes in place: `paths` and `revision` say when. */
export const files: ReadonlyMap<string, Contents> = new Map(sample());
/** Folders that were given as such, empty ones among them. */
export const folders: ReadonlySet<string> = new Set();
/** Counts the changes of the set of paths. */
export const paths = signal(0);
/** Counts the frames in which anything changed; all that is computed depends on it. */
export const revision = signal(0);

/** The open file, and the place to show in it (a new object each time someone asks for a place). */
export const current = signal<string | null>(SAMPLE_CURRENT);
export const goal = signal<{ path: string; line: number; column: number } | null>(null);

export const options = signal<HostOptions>({
  host: host.FIRST_HOST.host,
  edition: null,
  cwd: "/repo",
  home: "/home/me",
  contextWindow: host.DEFAULT_WINDOW,
  touched: [],
});
export const prompt = signal(SAMPLE_PROMPT);

export type ViewName = "skills" | "model" | "turn";
export const view = signal<ViewName>("skills");

/** Whether the engine has been loaded. */
export const ready = signal(false);
/** The hosts that it knows; none before. */
export const hosts = signal<readonly HostEditions[]>([]);
/** Why the engine cannot answer, if it cannot. */
export const failure = signal<string | null>(null);
/** Why the options were not taken, if they were not. */
export const optionsProblem = signal<string | null>(null);

/** A path that was not taken, by the page or by the workspace. */
export interface Refusal {
  path: string;
  message: string;
}

export interface Notice {
  text: string;
  refused: Refusal[];
  /** What was mounted, if the notice is about that: it can be moved. */
  mounted?: Mounted;
  undo?: () => void;
}
export const notice = signal<Notice | null>(null);

/** Files brought in from outside, by path relative to the mount point. */
export interface Mounted {
  label: string;
  point: string;
  files: Map<string, Contents>;
  folders: string[];
  refused: Refusal[];
}

const writableFiles = files as Map<string, Contents>;
const writableFolders = folders as Set<string>;

/** Whether all there is is the sample as it was given; it makes room for what a visitor brings. */
let untouched = true;

// ---- what the host makes of it -------------------------------------------------------------------------------------

/** What `ask` says, anew whenever something changed; null until the engine is there. */
export function answer<T>(ask: () => T): ReadonlySignal<T | null> {
  return computed(() => {
    void revision.value;
    if (!ready.value) return null;
    try {
      return ask();
    } catch (error) {
      // Computed values may not write signals, so the report waits for the end of this turn.
      queueMicrotask(() => (failure.value = message(error)));
      return null;
    }
  });
}

export const catalog: ReadonlySignal<Catalog | null> = answer(host.catalog);
export const listing: ReadonlySignal<Listing | null> = answer(host.listing);

/** What a skill is called, by its path; the folder's name when the host has no such skill. */
export function skillName(path: string): string {
  return catalog.value?.skills.find((skill) => skill.path === path)?.name ?? base(parent(path));
}

export type Mark = "loaded" | "waits" | "error" | "left out";

/** What became of each file that the host considered. */
export const marks: ReadonlySignal<ReadonlyMap<string, Mark>> = computed(() => {
  const marks = new Map<string, Mark>();
  const found = catalog.value;
  if (!found) return marks;
  for (const left of found.leftOut) marks.set(left.path, "left out");
  for (const error of found.errors) marks.set(error.path, "error");
  for (const skill of found.skills) marks.set(skill.path, skill.active ? "loaded" : "waits");
  return marks;
});

let frame = 0;

/** Has everything computed anew with the next frame, however many changes come before it. */
function changed(): void {
  frame ||= requestAnimationFrame(() => {
    frame = 0;
    revision.value++;
  });
}

// ---- verbs ---------------------------------------------------------------------------------------------------------

/** Loads the engine and opens the workspace in it. */
export async function start(): Promise<void> {
  try {
    await host.load();
    host.open(options.value);
    host.writeAll(writableFiles, writableFolders);
    batch(() => {
      hosts.value = host.hosts();
      ready.value = true;
    });
  } catch (error) {
    failure.value = message(error);
  }
}

export function setOptions(change: Partial<HostOptions>): void {
  const next = { ...options.value, ...change };
  try {
    host.open(next);
    host.writeAll(writableFiles, writableFolders);
  } catch (error) {
    optionsProblem.value = message(error);
    return;
  }
  batch(() => {
    options.value = next;
    optionsProblem.value = null;
    revision.value++;
  });
}

/** Opens a file, and shows a place in it if one is given. */
export function openFile(path: string, place?: { line: number; column: number } | null): void {
  batch(() => {
    current.value = path;
    goal.value = place ? { path, line: place.line, column: place.column } : null;
  });
}

/** Takes a keystroke. */
export function edit(path: string, text: string): void {
  untouched = false;
  writableFiles.set(path, text);
  host.write(path, text);
  changed();
}

/** Writes a new file and opens it; what the workspace refuses is returned and not kept. */
export function create(path: string, text: string): RefusedPath[] {
  const refused = host.write(path, text);
  if (refused.length > 0) return refused;
  untouched = false;
  writableFiles.set(path, text);
  pathsChanged();
  openFile(path);
  return refused;
}

/** Removes a file, or a folder with all below it. */
export function remove(path: string): void {
  const undo = snapshot();
  const wasFile = files.has(path);
  const gone = take(path);
  untouched = false;
  host.remove(path);
  if (current.value && isBelow(current.value, path)) current.value = null;
  pathsChanged();
  notice.value = { text: wasFile ? `Deleted ${path}.` : `Deleted ${path} and ${plural(gone, "file")} in it.`, refused: [], undo };
}

/** Puts what was brought in at its mount point. */
export function mount(mounted: Mounted): void {
  const replaced = untouched;
  const undo = snapshot();
  if (replaced) clear([REPOSITORY_MARKER]);
  untouched = false;
  const refused = place(mounted);
  pathsChanged();
  openFirst(mounted);
  notice.value = {
    text: described(mounted, refused.length) + (replaced ? " The sample made room." : ""),
    refused: [...mounted.refused, ...refused],
    mounted,
    undo,
  };
}

/** Moves what was mounted last to another point. */
export function moveMounted(mounted: Mounted, point: string): void {
  const undo = notice.value?.undo;
  for (const path of mounted.files.keys()) drop(join(mounted.point, path));
  for (const path of mounted.folders) drop(join(mounted.point, path));
  const moved = { ...mounted, point };
  const refused = place(moved);
  pathsChanged();
  openFirst(moved);
  notice.value = { text: described(moved, refused.length), refused: [...moved.refused, ...refused], mounted: moved, ...(undo && { undo }) };
}

export function resetToSample(): void {
  const undo = snapshot();
  clear(sample());
  untouched = true;
  batch(() => {
    prompt.value = SAMPLE_PROMPT;
    pathsChanged();
    openFile(SAMPLE_CURRENT);
    notice.value = { text: "The sample is back.", refused: [], undo };
  });
}

// ---- helpers of the verbs ------------------------------------------------------------------------------------------

/** What brings the present files back. */
function snapshot(): () => void {
  const [wasFiles, wasFolders, wasCurrent, wasUntouched] = [new Map(files), [...folders], current.value, untouched];
  return () => {
    clear(wasFiles, wasFolders);
    untouched = wasUntouched;
    batch(() => {
      pathsChanged();
      current.value = wasCurrent;
      notice.value = null;
    });
  };
}

function clear(next: Iterable<readonly [string, Contents]>, nextFolders: Iterable<string> = []): void {
  writableFiles.clear();
  writableFolders.clear();
  for (const [path, contents] of next) writableFiles.set(path, contents);
  for (const path of nextFolders) writableFolders.add(path);
  host.open(options.value);
  host.writeAll(writableFiles, writableFolders);
}

function place(mounted: Mounted): RefusedPath[] {
  const placed = new Map<string, Contents>();
  for (const [path, contents] of mounted.files) placed.set(join(mounted.point, path), contents);
  const placedFolders = mounted.folders.map((path) => join(mounted.point, path));
  const refused = host.writeAll(placed, placedFolders);
  const refusedPaths = new Set(refused.map((one) => one.path));
  for (const [path, contents] of placed) if (!refusedPaths.has(path)) writableFiles.set(path, contents);
  for (const path of placedFolders) if (!refusedPaths.has(path)) writableFolders.add(path);
  return refused;
}

function take(path: string): number {
  let gone = 0;
  for (const file of files.keys()) if (isBelow(file, path) && writableFiles.delete(file)) gone++;
  for (const folder of folders) if (isBelow(folder, path)) writableFolders.delete(folder);
  return gone;
}

function drop(path: string): void {
  writableFiles.delete(path);
  writableFolders.delete(path);
  host.remove(path);
}

function described(mounted: Mounted, refused: number): string {
  return `${mounted.label}: put ${plural(mounted.files.size - refused, "file")} at ${mounted.point}.`;
}

function openFirst(mounted: Mounted): void {
  let best: string | null = null;
  for (const path of mounted.files.keys()) {
    if (/(^|\/)skill\.md$/i.test(path)) {
      best = path;
      break;
    }
  }
  best ??= mounted.files.keys().next().value ?? null;
  const path = best === null ? null : join(mounted.point, best);
  if (path !== null && files.has(path)) openFile(path);
  else if (current.value && !files.has(current.value)) current.value = null;
}

function pathsChanged(): void {
  paths.value++;
  changed();
}

function message(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
