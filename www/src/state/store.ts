/**
 * The state of the page and the verbs that change it: what a visitor made. What the host makes of it is in engine/client.ts. Files
 * stay here; the engine gets their paths, and the contents of those that the host would read.
 */
import { batch, computed, signal } from "@preact/signals";
import type { ReadonlySignal } from "@preact/signals";
import { OPTIONS } from "./defaults.ts";
import * as engine from "../engine/client.ts";
import { answer, catalog } from "../engine/client.ts";
import type { Change, HostOptions, RefusedPath } from "../engine/protocol/questions.ts";
import type { Disk, DiskMount } from "../files/disk/write-back.ts";
import { base, isBelow, join, parent } from "../lib/paths.ts";
import { recallView, rememberView } from "./address.ts";
import { REPOSITORY_MARKER, SAMPLE_CURRENT, SAMPLE_PROMPT, sample } from "./sample.ts";
import type { Workspace } from "../files/snapshot/settings.ts";
import { isUnread } from "../lib/text.ts";
import type { Contents, Stored } from "../lib/text.ts";
import type { Texts } from "../i18n/index.ts";

export { catalog, failure, hosts, ready } from "../engine/client.ts";

/** The files by path. It can hold 100,000, so it changes in place: `paths` says when. */
export const files: ReadonlyMap<string, Stored> = new Map(sample());
/** Folders that were given as such, empty ones among them. */
export const folders: ReadonlySet<string> = new Set();
/** Counts the changes of the set of paths, and files that were read. */
export const paths = signal(0);

/** Counts keystrokes. */
export const edits = signal(0);

/** The open file, and the place to show in it (a new object each time someone asks for a place). */
export const current = signal<string | null>(SAMPLE_CURRENT);
export const goal = signal<{ path: string; line: number; column: number } | null>(null);

export const options = signal<HostOptions>(OPTIONS);
/** Slugs of connected apps; a name that is one of them chooses no skill. */
export const connectors = signal<string[]>([]);
export const prompt = signal(SAMPLE_PROMPT);

/** The view that is open, by its name in views.ts. */
export const view = signal(recallView());

/** The pane that a narrow screen shows. */
export type Pane = "files" | "editor" | "host";
export const pane = signal<Pane>("host");

/** Why the options were not taken, if they were not. */
export const optionsProblem = signal<string | null>(null);

/** What is said to the visitor: by a function when it is the page that says it, so that it follows the language. */
export type Said = string | ((t: Texts) => string);

export function say(said: Said, t: Texts): string {
  return typeof said === "string" ? said : said(t);
}

/** A path that was not taken, by the page or by the workspace. */
export interface Refusal {
  path: string;
  message: Said;
}

export interface Notice {
  text: Said;
  refused: Refusal[];
  /** What was mounted, if the notice is about that: it can be moved. */
  mounted?: Mounted;
  undo?: () => void;
  /** What the way back is called, if it is no mere undoing. */
  undoLabel?: Said;
}
export const notice = signal<Notice | null>(null);

/** Files brought in from outside, by path relative to the mount point. */
export interface Mounted {
  label: string;
  point: string;
  files: Map<string, Stored>;
  folders: string[];
  refused: Refusal[];
  /** The folder on disk that it is, where the page could write there. */
  disk?: Disk;
  /** The same folder as it was mounted before: at the same point it has nothing of its own any more. */
  former?: readonly Disk[];
  /** Folders that were passed over as their kind always is, and what brings everything in with them. */
  skipped?: readonly string[];
  again?: () => void;
}

/** The folders on disk that are mounted, each at its point. */
export const disks = signal<readonly DiskMount[]>([]);

const writableFiles = files as Map<string, Stored>;
const writableFolders = folders as Set<string>;

/** The files whose contents the engine has. */
const given = new Set<string>();

export type Origin = "sample" | "example" | "link" | null;

/** Where all there is came from, until a file of it is changed. What the page gave makes room for what a visitor brings. */
export const origin = signal<Origin>("sample");

// ---- what the host makes of it -------------------------------------------------------------------------------------

/** What a skill is called, by its path; the folder's name when the host has no such skill. */
export function skillName(path: string): string {
  return catalog.value?.skills.find((skill) => skill.path === path)?.name ?? base(parent(path));
}

export type Mark = "loaded" | "cut" | "dropped" | "waits" | "disabled" | "error" | "left out";

const listed = answer("listed", () => null);

/** What became of each file that the host considered. */
export const marks: ReadonlySignal<ReadonlyMap<string, Mark>> = computed(() => {
  const marks = new Map<string, Mark>();
  const found = catalog.value;
  if (!found) return marks;
  for (const left of found.leftOut) marks.set(left.path, "left out");
  for (const error of found.errors) marks.set(error.path, "error");
  for (const skill of found.skills) marks.set(skill.path, !skill.enabled ? "disabled" : skill.active ? "loaded" : "waits");
  const { cut = [], dropped = [] } = listed.value ?? {};
  for (const path of cut) if (marks.get(path) === "loaded") marks.set(path, "cut");
  for (const path of dropped) if (marks.get(path) === "loaded") marks.set(path, "dropped");
  return marks;
});

// ---- verbs ---------------------------------------------------------------------------------------------------------

/** Starts the engine and tells it what there is. */
export function start(): void {
  engine.start(read);
  void engine.setOptions(options.value);
  void engine.change(writes(files.keys()));
}

/** The contents of a file, read now if they were not yet; null when they cannot be read. */
export async function contentsOf(path: string): Promise<Contents | null> {
  const stored = files.get(path) ?? null;
  if (!isUnread(stored)) return stored;
  const contents = await stored.read().catch(() => null);
  // Meanwhile it may have been replaced.
  if (files.get(path) === stored) {
    writableFiles.set(path, contents);
    if (path === current.value) paths.value++;
  }
  return contents;
}

async function read(path: string): Promise<Contents | null> {
  const contents = await contentsOf(path);
  if (contents !== null) given.add(path);
  return contents;
}

/** Looks through other options; wrong ones are taken back, and `optionsProblem` says why. */
export function setOptions(change: Partial<HostOptions>): Promise<void> {
  return takeOptions({ ...options.value, ...change });
}

/** The options that the engine took last: those of a moment before can be wrong, too, and on their way. */
let taken: HostOptions = options.peek();

async function takeOptions(next: HostOptions): Promise<void> {
  options.value = next;
  const problem = await engine.setOptions(next);
  if (problem === null) taken = next;
  // A link can bring wrong ones before there are any that the engine could stay with.
  else if (catalog.peek() === null) void engine.setOptions(taken);
  batch(() => {
    if (problem !== null && options.value === next) options.value = taken;
    optionsProblem.value = problem;
  });
}

/** Opens a view, which a reload opens again. */
export function openView(name: string): void {
  view.value = name;
  rememberView(name);
}

/** Opens a file, and shows a place in it if one is given. */
export function openFile(path: string, place?: { line: number; column: number } | null): void {
  batch(() => {
    current.value = path;
    goal.value = place ? { path, line: place.line, column: place.column } : null;
    pane.value = "editor";
  });
}

/** Takes a keystroke. */
export function edit(path: string, text: string): void {
  writableFiles.set(path, text);
  batch(() => {
    origin.value = null;
    edits.value++;
  });
  engine.write(path, given.has(path) ? text : null);
}

/** Writes a new file and opens it; what the workspace refuses is returned and not kept. */
export async function create(path: string, text: string): Promise<RefusedPath | undefined> {
  writableFiles.set(path, text);
  const refused = (await engine.change(writes([path]))).find((one) => one.path === path);
  if (refused) {
    writableFiles.delete(path);
    void engine.change([{ type: "remove", path }]);
    return refused;
  }
  origin.value = null;
  paths.value++;
  openFile(path);
  return undefined;
}

/** Entries of the tree: files with what is in them, and folders that were given as such. */
export interface Entries {
  files: Map<string, Stored>;
  folders: string[];
}

/** All at and below these paths. */
export function entriesAt(...at: string[]): Entries {
  const isIn = (path: string) => at.some((one) => isBelow(path, one));
  return { files: new Map([...files].filter(([path]) => isIn(path))), folders: [...folders].filter(isIn) };
}

/** The same entries at other paths. */
export function renamed({ files, folders }: Entries, name: (path: string) => string): Entries {
  return { files: new Map(Array.from(files, ([path, contents]) => [name(path), contents])), folders: folders.map(name) };
}

/**
 * Puts entries in the place of what is at and below `gone`, in one round. If the workspace refuses one of them, all is as before
 * and the refusal is returned.
 */
export async function exchange(gone: readonly string[], come: Entries, opened = current.peek()): Promise<RefusedPath | undefined> {
  const former = entriesAt(...gone);
  const swap = (gone: readonly string[], come: Entries): Promise<RefusedPath[]> => {
    for (const path of gone) take(path);
    for (const [path, contents] of come.files) writableFiles.set(path, contents);
    for (const path of come.folders) writableFolders.add(path);
    return engine.change([
      ...gone.map((path): Change => ({ type: "remove", path })),
      ...writes(come.files.keys()),
      ...come.folders.map((path): Change => ({ type: "folder", path })),
    ]);
  };
  origin.value = null;
  const wasOpened = current.peek();
  const done = swap(gone, come);
  batch(() => {
    current.value = opened !== null && files.has(opened) ? opened : null;
    paths.value++;
  });
  const refused = (await done).find(({ path }) => come.files.has(path) || come.folders.includes(path));
  if (!refused) return undefined;
  void swap([...come.files.keys(), ...come.folders], former);
  batch(() => {
    current.value = wasOpened;
    paths.value++;
  });
  return refused;
}

/** Whether there is a file or a folder, one that only files make included. */
export function exists(path: string): boolean {
  if (files.has(path) || folders.has(path)) return true;
  for (const file of files.keys()) if (isBelow(file, path)) return true;
  for (const folder of folders) if (isBelow(folder, path)) return true;
  return false;
}

/**
 * Gives a file, or a folder with all in it, another path. What is gone by then or would land on something else stays as it is; if the
 * workspace refuses the path, all is as before and the refusal is returned.
 */
export async function move(from: string, to: string): Promise<RefusedPath | undefined> {
  if (!exists(from) || exists(to)) return undefined;
  const entries = entriesAt(from);
  const forth = (path: string) => (isBelow(path, from) ? to + path.slice(from.length) : path);
  const back = (path: string) => (isBelow(path, to) ? from + path.slice(to.length) : path);
  const opened = current.peek();
  follow(forth);
  const refused = await exchange([from], renamed(entries, forth), opened && forth(opened));
  if (refused) follow(back);
  return refused;
}

let follow: (newPath: (path: string) => string) => void = () => {};

/** Has someone who keeps things by path told when files move. */
export function whenMoved(listener: typeof follow): void {
  follow = listener;
}

/** Texts and names that take the place of others, together. */
export interface Amendment {
  files: readonly { path: string; text: string }[];
  /** After the texts. */
  renames: readonly { from: string; to: string }[];
}

/** Amends files; the notice that says so can take it back. */
export function amend(amendment: Amendment, text: Said): void {
  const former = amendment.files.flatMap(({ path }): [string, Stored][] => (files.has(path) ? [[path, files.get(path)!]] : []));
  origin.value = null;
  const undo = () =>
    batch(() => {
      for (const { from, to } of amendment.renames.toReversed()) void move(to, from);
      overwrite(former);
      notice.value = null;
    });
  batch(() => {
    overwrite(amendment.files.map(({ path, text }): [string, Stored] => [path, text]));
    for (const { from, to } of amendment.renames) void move(from, to);
    notice.value = { text, refused: [], undo };
  });
}

/** Puts what was brought in at its mount point. */
export async function mount(mounted: Mounted): Promise<void> {
  const replaced = origin.value === "sample" || origin.value === "example" ? origin.value : null;
  const undo = snapshot();
  const changes = replaced ? clear([REPOSITORY_MARKER]) : [];
  origin.value = null;
  await put(mounted, changes, undo, replaced);
}

/** Moves what was mounted last to another point. */
export async function moveMounted(mounted: Mounted, point: string): Promise<void> {
  const undo = notice.value?.undo;
  // As they are now: meanwhile they may have been read or edited.
  const present = new Map(Array.from(mounted.files, ([path, given]) => [path, files.get(join(mounted.point, path)) ?? given]));
  for (const path of mounted.files.keys()) writableFiles.delete(join(mounted.point, path));
  for (const path of mounted.folders) writableFolders.delete(join(mounted.point, path));
  await put({ ...mounted, point, files: present }, all(), undo, null);
}

export function resetToSample(): void {
  const text = ({ notice }: Texts) => notice.sampleIsBack;
  void replace({ files: sample(), folders: [], prompt: SAMPLE_PROMPT, current: SAMPLE_CURRENT }, "sample", { text });
  pane.value = "files";
}

/** Tells that what is known of the folders on disk has changed. */
export function disksChanged(): void {
  disks.value = [...disks.value];
}

/** Has another workspace in place of this one, with what is given of its settings. */
export async function replace(next: Given, from: Origin, said: Pick<Notice, "text"> & Partial<Notice>): Promise<void> {
  const first: Notice = { refused: [], undo: snapshot(true), ...said };
  const changes = clear(next.files, next.folders);
  batch(() => {
    origin.value = from;
    disks.value = next.disks ?? [];
    settle(next);
    paths.value++;
    current.value = next.current !== null && files.has(next.current) ? next.current : null;
    goal.value = null;
    notice.value = first;
  });
  const wrong = await engine.change(changes);
  const here = wrong.filter(({ path }) => files.has(path) || folders.has(path));
  if (here.length === 0) return;
  forget(here);
  if (notice.value === first) notice.value = { ...first, refused: [...first.refused, ...here] };
}

/** A workspace with those of its settings that count, and the folders on disk that are in it. */
export type Given = Pick<Workspace<Stored>, "files" | "folders" | "current"> & Partial<Workspace<Stored>> & { disks?: readonly DiskMount[] };

// ---- helpers of the verbs ------------------------------------------------------------------------------------------

/** The engine learns of a file without its contents, which it asks for when the host would read them. */
function* writes(written: Iterable<string>): Generator<Change> {
  for (const path of written) {
    given.delete(path);
    yield { type: "write", path, contents: null };
  }
}

function overwrite(all: readonly (readonly [string, Stored])[]): void {
  for (const [path, contents] of all) writableFiles.set(path, contents);
  paths.value++;
  void engine.change(writes(all.map(([path]) => path)));
}

/** What brings the present files back, with the settings if they change too. */
function snapshot(withSettings = false): () => void {
  const [wasFiles, wasFolders, wasCurrent, wasOrigin, wasDisks] = [new Map(files), [...folders], current.value, origin.value, disks.value];
  const settings = withSettings ? { options: options.value, connectors: connectors.value, prompt: prompt.value, view: view.value } : {};
  return () => {
    const changes = clear(wasFiles, wasFolders);
    batch(() => {
      origin.value = wasOrigin;
      disks.value = wasDisks;
      settle(settings);
      paths.value++;
      current.value = wasCurrent;
      notice.value = null;
    });
    void engine.change(changes);
  };
}

/** Takes those settings that are given. */
function settle(given: Partial<Workspace<Stored>>): void {
  if (given.options) void takeOptions(given.options);
  if (given.connectors) connectors.value = given.connectors;
  if (given.prompt !== undefined) prompt.value = given.prompt;
  if (given.view !== undefined) openView(given.view);
}

/** Has these files in place of all others. */
function clear(next: Iterable<readonly [string, Stored]>, nextFolders: Iterable<string> = []): Change[] {
  writableFiles.clear();
  writableFolders.clear();
  given.clear();
  disks.value = [];
  for (const [path, contents] of next) writableFiles.set(path, contents);
  for (const path of nextFolders) writableFolders.add(path);
  return all();
}

/** What tells the engine everything from the beginning. */
function all(): Change[] {
  return [{ type: "clear" }, ...writes(files.keys()), ...Array.from(folders, (path): Change => ({ type: "folder", path }))];
}

/** Shows what was brought in at once; what the workspace refuses of it goes again. */
async function put(mounted: Mounted, before: Change[], undo: (() => void) | undefined, replaced: Origin): Promise<void> {
  const placed = Array.from(mounted.files, ([path, contents]) => [join(mounted.point, path), contents] as const);
  const placedFolders = mounted.folders.map((path) => join(mounted.point, path));
  for (const [path, contents] of placed) writableFiles.set(path, contents);
  for (const path of placedFolders) writableFolders.add(path);
  const report = (refused: RefusedPath[]): Notice => ({
    text: ({ notice, open }) => {
      const put = notice.put(mounted.label, mounted.files.size - refused.length, mounted.point);
      return replaced ? `${put} ${replaced === "example" ? open.exampleMadeRoom : notice.sampleMadeRoom}` : put;
    },
    refused: [...mounted.refused, ...refused],
    mounted,
    ...(undo && { undo }),
  });
  const changes = before.concat([...writes(placed.map(([path]) => path))], placedFolders.map((path): Change => ({ type: "folder", path })));
  const first = report([]);
  batch(() => {
    if (mounted.disk) {
      const isFormer = ({ disk, point }: DiskMount) => disk === mounted.disk || (point === mounted.point && mounted.former?.includes(disk));
      disks.value = [...disks.value.filter((one) => !isFormer(one)), { disk: mounted.disk, point: mounted.point }];
    }
    paths.value++;
    openFirst(mounted);
    notice.value = first;
  });
  const here = new Set([...placed.map(([path]) => path), ...placedFolders]);
  const refused = (await engine.change(changes)).filter(({ path }) => here.has(path));
  if (refused.length === 0) return;
  forget(refused);
  if (notice.value === first) notice.value = report(refused);
}

/** Lets go of what the workspace refused. */
function forget(refused: readonly RefusedPath[]): void {
  for (const { path } of refused) {
    writableFiles.delete(path);
    writableFolders.delete(path);
  }
  batch(() => {
    paths.value++;
    if (current.value !== null && !files.has(current.value)) current.value = null;
  });
}

/** Removes a file, or a folder with all below it. */
function take(path: string): void {
  given.delete(path);
  if (writableFiles.delete(path)) return;
  for (const file of files.keys()) {
    if (!isBelow(file, path)) continue;
    writableFiles.delete(file);
    given.delete(file);
  }
  for (const folder of folders) if (isBelow(folder, path)) writableFolders.delete(folder);
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
  if (path !== null) {
    current.value = path;
    goal.value = null;
  } else if (current.value !== null && !files.has(current.value)) current.value = null;
}
