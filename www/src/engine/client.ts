/**
 * This module is the page's connection to the worker with the engine. It sends one round of changes
 * and questions at a time, and stores the answers.
 */
import type { ReadonlySignal } from "@preact/signals";
import { batch, computed, effect, signal } from "@preact/signals";
import type { RefusedPath } from "skillglass";
import type { WorkerWorkspace } from "skillglass/worker/open";
import { openWith } from "skillglass/worker/open";
import { startWorker } from "../lib/scripts.ts";
import type { Contents } from "../lib/text.ts";
import type { Change } from "../state/changes.ts";
import { OPTIONS } from "../state/defaults.ts";
import type { HostOptions } from "../state/host-options.ts";
import { hosts } from "../state/hosts.ts";
import type { PageCatalog, Section } from "./protocol/catalog.ts";
import { SECTIONS } from "./protocol/catalog.ts";
import type { EarlierPaths } from "./protocol/changes.ts";
import type { Methods, Outcome } from "./protocol/methods.ts";
import type { Asked, QuestionName, Questions } from "./protocol/questions.ts";
import address from "./worker/worker.ts?worker&url";

/**
 * The catalog of the chosen host; null before the first answer. If a list in the catalog did not
 * change, the new catalog has the same list object.
 */
export const catalog = signal<PageCatalog | null>(null);
/** True once the engine has been loaded. */
export const ready = signal(false);
/** True while a message to the worker has no answer yet. */
export const busy = signal(true);
/** The reason why the engine cannot answer; null if it can. */
export const failure = signal<string | null>(null);
/** True while a worker with an open task does not respond. The worker may still respond later. */
export const silent = signal(false);
/**
 * A counter that increases whenever changed files or options are sent to the engine. When the
 * counter increases, the page asks the engine again for each answer that is in use.
 */
const revision = signal(0);

/**
 * The time in milliseconds after which the page reports that a worker does not respond. Every real
 * answer takes far less.
 */
const SILENCE = 20_000;

/**
 * Reads a file of the workspace, or of the earlier tree, when the engine needs its contents.
 * Returns null if the file cannot be read.
 */
export type Reader = (path: string, isEarlier: boolean) => Contents | null | Promise<Contents | null>;

let engine: WorkerWorkspace | undefined;
let reader: Reader = () => null;
/** The options that the engine accepted last. A new engine starts with these options. */
let accepted: HostOptions = OPTIONS;

/**
 * Starts the worker, which loads the engine. If an earlier worker has stopped, starts a new one,
 * which has no files yet.
 */
export function start(read: Reader): void {
  reader = read;
  const isCurrent = () => engine === fresh;
  const fresh = openWith(() => startWorker(address), accepted, {
    restarts: false,
    silence: SILENCE,
    onSilence: () => void (isCurrent() && (silent.value = true)),
    onFailure: ({ message }) => isCurrent() && stop(message),
  });
  engine = fresh;
  failure.value = null;
  const loaded = async () => {
    const all = await fresh.module.hosts();
    if (!isCurrent()) return;
    batch(() => {
      hosts.value = all;
      ready.value = true;
    });
  };
  loaded().catch(() => {});
  soon();
}

/** Stops a worker that does not respond. The page still has all files. */
export function giveUp(): void {
  if (engine) stop("it did not respond");
}

/**
 * Hides the message that the worker does not respond. The message appears again later if the worker
 * still does not respond.
 */
export function waitOn(): void {
  silent.value = false;
}

/**
 * Closes the engine and records the reason. Waiting calls get empty answers, and so do later calls.
 */
function stop(why: string): void {
  engine?.close();
  engine = undefined;
  isSending = false;
  const settle = [...(sent?.settle ?? []), ...next.settle];
  const waiting = [...askers.values()];
  [sent, next] = [null, empty()];
  askers.clear();
  received.clear();
  for (const section of SECTIONS) lists[section] = [];
  batch(() => {
    failure.value = why;
    busy.value = false;
    silent.value = false;
  });
  for (const resolve of settle) resolve(NOTHING);
  for (const { take } of waiting) take(undefined);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

// ---- sending --------------------------------------------------------------------------------------------------

interface Report {
  refused: RefusedPath[];
  wrongOptions: string | null;
}

/** The answer of a stopped engine to changes of files and options. */
const NOTHING: Report = { refused: [], wrongOptions: null };

interface Next {
  options: HostOptions | null;
  /**
   * The paths of the earlier tree that are sent to the worker. The worker compares the earlier tree
   * with the workspace. If null, the worker removes the earlier tree. If undefined, no paths are
   * sent, and the worker keeps the earlier tree that it has.
   */
  earlier: EarlierPaths | null | undefined;
  changes: Change[];
  questions: Map<string, Asked>;
  settle: ((report: Report) => void)[];
}

const empty = (): Next => ({ options: null, earlier: undefined, changes: [], questions: new Map(), settle: [] });

let next = empty();
/** The changes and questions that the worker is processing; null if the worker is idle. */
let sent: Next | null = null;
let isSending = false;

/**
 * Sends changes of files to the engine. Resolves to the paths that the workspace refused; to no
 * paths if the engine has stopped.
 */
export async function change(changes: Iterable<Change>): Promise<RefusedPath[]> {
  if (stopped()) return [];
  for (const one of changes) next.changes.push(one);
  const { refused } = await settled();
  return refused;
}

/**
 * Sends a file's contents after a keystroke. If the last unsent change is a write of the same file,
 * only replaces its contents.
 */
export function write(path: string, contents: Contents | null): void {
  if (stopped()) return;
  const latest = next.changes.at(-1);
  if (latest?.type === "write" && latest.path === path) latest.contents = contents;
  else next.changes.push({ type: "write", path, contents });
  soon();
}

/**
 * Sets the options of the workspace. Resolves to null, or to a message about a mistake in the
 * options. After a mistake, the workspace keeps its former options.
 */
export async function setOptions(options: HostOptions): Promise<string | null> {
  if (stopped()) return null;
  next.options = options;
  const { wrongOptions } = await settled();
  return wrongOptions;
}

/**
 * Sends the paths of an earlier tree, with which the workspace can be compared. With null, the
 * engine forgets the earlier tree.
 */
export function setEarlier(earlier: EarlierPaths | null): void {
  if (stopped()) return;
  next.earlier = earlier;
  soon();
}

/**
 * Returns the catalog after all changes so far. If the engine is not loaded or has stopped, returns
 * the last known catalog, or null.
 */
export async function latestCatalog(): Promise<PageCatalog | null> {
  if (ready.peek() && !stopped()) await settled();
  return catalog.peek();
}

/**
 * Returns true if the engine has stopped. Changes are then not sent, because the next worker gets
 * all files anyway.
 */
function stopped(): boolean {
  return failure.peek() !== null;
}

function settled(): Promise<Report> {
  soon();
  return new Promise((resolve) => next.settle.push(resolve));
}

/**
 * Schedules the next round, in which the waiting changes and questions are sent to the worker. The
 * round begins at the end of the current task, or after the previous round.
 */
function soon(): void {
  busy.value = true;
  const to = engine;
  if (isSending || !to) return;
  isSending = true;
  queueMicrotask(() => void send(to).catch((error: unknown) => to === engine && stop(messageOf(error))));
}

/**
 * Sends the waiting changes and questions to a worker, in rounds. Ends when no changes or questions
 * are waiting. Rejects if the worker stops.
 */
async function send(to: WorkerWorkspace): Promise<void> {
  const waits = () =>
    next.changes.length > 0 || next.options !== null || next.earlier !== undefined || next.questions.size > 0 || next.settle.length > 0;
  while (to === engine && waits()) {
    const round = (sent = next);
    next = empty();
    if (round.changes.length > 0 || round.options) revision.value++;
    // Questions that depend on the revision have been asked by now, and are part of this round.
    for (const [key, asked] of next.questions) round.questions.set(key, asked);
    next.questions.clear();
    const report = await changed(to, round);
    await showCatalog(to);
    if (round.earlier !== undefined) await sendEarlier(to, round.earlier);
    for (const asked of round.questions.values()) await answered(to, asked);
    sent = null;
    for (const resolve of round.settle) resolve(report);
  }
  if (to !== engine) return;
  isSending = false;
  busy.value = false;
}

/** Returns true if a worker no longer answers. */
function isOver({ state }: WorkerWorkspace): boolean {
  return state === "failed" || state === "closed";
}

async function changed(to: WorkerWorkspace, { changes, options }: Next): Promise<Report> {
  const refused: RefusedPath[] = [];
  for (const portion of portions(changes, (change) => (change.type === "write" ? sizeOf(change.contents) : 0)))
    for (const one of await call(to, "change", portion)) refused.push(one);
  if (!options) return { refused, wrongOptions: null };
  try {
    await call(to, "setOptions", options);
    accepted = options;
    return { refused, wrongOptions: null };
  } catch (error) {
    if (isOver(to)) throw error;
    return { refused, wrongOptions: messageOf(error) };
  }
}

/**
 * Calls a method of the worker. If the worker asks for files, sends the files, and calls the method
 * again.
 */
async function call<M extends keyof Methods>(
  to: WorkerWorkspace,
  method: M,
  ...values: Parameters<Methods[M]>
): Promise<ReturnType<Methods[M]>> {
  for (;;) {
    const outcome = (await to.call(method, values)) as Outcome<ReturnType<Methods[M]>>;
    if (to === engine) silent.value = false;
    if ("result" in outcome) return outcome.result;
    await provide(to, outcome);
  }
}

/** Sends the paths of the earlier tree to the worker, in messages of limited size. */
async function sendEarlier(to: WorkerWorkspace, earlier: EarlierPaths | null): Promise<void> {
  await call(to, "takeEarlier", earlier && { ...earlier, files: [] });
  if (earlier)
    for (const files of portions(earlier.files, (path) => path.length)) await call(to, "takeEarlier", { ...earlier, files, folders: [] });
}

async function provide(
  to: WorkerWorkspace,
  { wanted: paths, isEarlier }: { wanted: readonly string[]; isEarlier: boolean },
): Promise<void> {
  // Files are read in groups. One after another would be slow for many small files, and all at once would open all of them.
  for (let start = 0; start < paths.length; start += 200) {
    const group = paths.slice(start, start + 200);
    const contents = await Promise.all(group.map((path) => reader(path, isEarlier)));
    const files = group.map((path, index): [string, Contents | null] => [path, contents[index] ?? null]);
    for (const portion of portions(files, ([, content]) => sizeOf(content)))
      await call(to, isEarlier ? "takeEarlierContents" : "contents", portion);
  }
}

/**
 * The limits for one message: the number of entries, and the size in characters or bytes. The
 * browser creates each message in one task, and long tasks block the page.
 */
const PORTION = { entries: 1_000, size: 1_000_000 };

/**
 * Splits a list into parts that are small enough for one message each. `size` returns the size of
 * an entry.
 */
function* portions<T>(all: Iterable<T>, size: (one: T) => number): Generator<T[]> {
  let portion: T[] = [];
  let held = 0;
  for (const one of all) {
    if (portion.length >= PORTION.entries || held >= PORTION.size) {
      yield portion;
      portion = [];
      held = 0;
    }
    portion.push(one);
    held += size(one);
  }
  if (portion.length > 0) yield portion;
}

function sizeOf(contents: Contents | null): number {
  return contents?.length ?? 0;
}

const lists: Record<Section, readonly unknown[]> = { skills: [], errors: [], leftOut: [], ignored: [], roots: [], refused: [] };

async function showCatalog(to: WorkerWorkspace): Promise<void> {
  for (let more = true; more; ) {
    const part = await call(to, "catalog");
    if (!part) return;
    for (const { section, at, removed, rows } of part.splices) lists[section] = lists[section].toSpliced(at, removed, ...rows);
    const { host, edition } = part;
    more = part.more;
    if (!more)
      catalog.value = { host, edition, ...Object.fromEntries(SECTIONS.map((section) => [section, lists[section]])) } as PageCatalog;
  }
}

// ---- questions -----------------------------------------------------------------------------------------------------

type Answer = Questions[QuestionName]["answer"];

/**
 * The callers that wait for an answer, by the key of their question. `id` is the number of the
 * latest question with this key.
 */
const askers = new Map<string, { id: number; take(answer: Answer | undefined): void; fail(error: Error): void }>();
/**
 * The last answer for each key, even if no caller waited for it. The worker sends an unchanged
 * answer only once, so the page stores it.
 */
const received = new Map<string, Answer>();
let asked = 0;

function question<N extends QuestionName>(
  name: N,
  ask: Questions[N]["ask"],
  key: string,
  take: (answer: Questions[N]["answer"] | undefined) => void,
  fail: (error: Error) => void,
): void {
  if (stopped()) {
    take(undefined);
    return;
  }
  const id = ++asked;
  askers.get(key)?.take(undefined);
  askers.set(key, { id, take: take as (answer: Answer | undefined) => void, fail });
  next.questions.set(key, { id, key, name, ask } as Asked);
  soon();
}

/**
 * Sends a question to the worker, and gives the answer to the waiting caller. Does nothing if a
 * newer question with the same key has replaced this question.
 */
async function answered(to: WorkerWorkspace, asked: Asked): Promise<void> {
  const current = () => {
    const asker = askers.get(asked.key);
    return asker?.id === asked.id ? asker : undefined;
  };
  if (!current()) return;
  try {
    const { value } = await call(to, "answer", asked);
    if (value !== undefined) received.set(asked.key, value);
    const asker = current();
    if (asker) askers.delete(asked.key);
    asker?.take(received.get(asked.key));
  } catch (error) {
    if (isOver(to)) throw error;
    const asker = current();
    if (asker) askers.delete(asked.key);
    asker?.fail(error as Error);
  }
}

/**
 * Asks the engine a question once. Resolves to undefined if the engine has stopped, or if a later
 * question with the same key replaces this question. Rejects with an `Error` if the engine reports
 * an error instead of an answer.
 */
export function ask<N extends QuestionName>(
  name: N,
  ask: Questions[N]["ask"],
  key: string = name,
): Promise<Questions[N]["answer"] | undefined> {
  return new Promise((resolve, reject) => question(name, ask, `once ${key}`, resolve, reject));
}

/**
 * Returns the answer to a question as a signal. While a component uses the signal, the question is
 * asked again whenever the files, the options or the signals that `ask` reads change. Until the
 * next answer arrives, the signal has the previous answer.
 *
 * The signal is null before the first answer, if `ask` returns undefined, and if the engine reports
 * an error instead of an answer. `pause` returns how many milliseconds without a change must pass
 * before the question is repeated, because some answers take long.
 */
export function answer<N extends QuestionName>(
  name: N,
  ask: () => Questions[N]["ask"] | undefined,
  key: string = name,
  pause: (former: Questions[N]["answer"]) => number = () => 0,
): ReadonlySignal<Questions[N]["answer"] | null> {
  let stop: (() => void) | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const result = signal<Questions[N]["answer"] | null>(null, {
    watched() {
      stop = effect(() => {
        void revision.value;
        clearTimeout(timer);
        const wanted = ask();
        const put = (wanted: Questions[N]["ask"]) =>
          question(
            name,
            wanted,
            key,
            (answer) => answer !== undefined && (result.value = answer),
            () => (result.value = null),
          );
        const former = result.peek();
        const wait = former === null ? 0 : pause(former);
        if (wanted === undefined) {
          askers.delete(key);
          result.value = null;
        } else if (wait === 0) put(wanted);
        else timer = setTimeout(() => put(wanted), wait);
      });
    },
    unwatched() {
      clearTimeout(timer);
      stop?.();
    },
  });
  return result;
}

/** Resolves when the value of the signal `answer` is not null. The result is this value. */
export function arrived<T>(answer: ReadonlySignal<T | null>): Promise<T> {
  return new Promise((resolve) => {
    const stop = effect(() => {
      const value = answer.value;
      if (value === null) return;
      // An effect cannot be stopped in its first run.
      queueMicrotask(() => stop());
      resolve(value);
    });
  });
}

/** Resolves when the page has its first catalog, or when the engine cannot answer. */
export const firstAnswer: Promise<unknown> = arrived(computed(() => catalog.value ?? failure.value));
