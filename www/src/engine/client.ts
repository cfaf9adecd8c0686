/** The page's side of the engine. It sends rounds one at a time, and stores the worker's answers. */
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

/** The catalog of the chosen host; null before the first answer. Lists that did not change keep their identity. */
export const catalog = signal<PageCatalog | null>(null);
/** True once the engine has been loaded. */
export const ready = signal(false);
/** True while a message to the worker has no answer yet. */
export const busy = signal(true);
/** The reason why the engine cannot answer; null if it can. */
export const failure = signal<string | null>(null);
/** True while a busy worker does not respond. The worker may still respond later. */
export const silent = signal(false);
/** Counts rounds with changes or options, which can change an answer. */
const revision = signal(0);

/** The time without a response after which a worker is reported, in milliseconds. It is far longer than any answer takes. */
const SILENCE = 20_000;

/** Reads a file whose contents the host needs, of the workspace or of the earlier tree. The result is null if the file cannot be read. */
export type Reader = (path: string, isEarlier: boolean) => Contents | null | Promise<Contents | null>;

let engine: WorkerWorkspace | undefined;
let reader: Reader = () => null;
/** The options that the engine accepted last. The next engine begins with these. */
let accepted: HostOptions = OPTIONS;

/** Starts the worker, which loads the engine. If a worker has stopped, starts another one, which knows no files yet. */
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

/** Ends a worker that does not respond. The page still has the files. */
export function giveUp(): void {
  if (engine) stop("it did not respond");
}

/** Waits for the same time again. */
export function waitOn(): void {
  silent.value = false;
}

/** Ends all answers. Waiting calls reject now, and later calls reject at once. */
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

/** The answer of a stopped engine to changes and options. */
const NOTHING: Report = { refused: [], wrongOptions: null };

interface Next {
  options: HostOptions | null;
  /** The earlier tree, or null to forget it; undefined if the earlier tree stays. */
  earlier: EarlierPaths | null | undefined;
  changes: Change[];
  questions: Map<string, Asked>;
  settle: ((report: Report) => void)[];
}

const empty = (): Next => ({ options: null, earlier: undefined, changes: [], questions: new Map(), settle: [] });

let next = empty();
/** The round that was sent to the worker. */
let sent: Next | null = null;
let isSending = false;

/** Changes files; resolves to the paths that the workspace refused in this round. An engine that has stopped refuses none. */
export async function change(changes: Iterable<Change>): Promise<RefusedPath[]> {
  if (stopped()) return [];
  for (const one of changes) next.changes.push(one);
  const { refused } = await settled();
  return refused;
}

/** Takes a file's contents after a keystroke. If several wait, only the last is sent. */
export function write(path: string, contents: Contents | null): void {
  if (stopped()) return;
  const latest = next.changes.at(-1);
  if (latest?.type === "write" && latest.path === path) latest.contents = contents;
  else next.changes.push({ type: "write", path, contents });
  soon();
}

/** Sets options. If there is a mistake in them, resolves to a message about the mistake, and the workspace stays unchanged. */
export async function setOptions(options: HostOptions): Promise<string | null> {
  if (stopped()) return null;
  next.options = options;
  const { wrongOptions } = await settled();
  return wrongOptions;
}

/** Takes an earlier tree. Null forgets the earlier tree. */
export function setEarlier(earlier: EarlierPaths | null): void {
  if (stopped()) return;
  next.earlier = earlier;
  soon();
}

/** Returns the catalog with all changes so far. If the engine has not been loaded or has stopped, returns the last catalog. */
export async function latestCatalog(): Promise<PageCatalog | null> {
  if (ready.peek() && !stopped()) await settled();
  return catalog.peek();
}

/** Returns true if the engine has stopped. Later changes then reach the next worker together with all files. */
function stopped(): boolean {
  return failure.peek() !== null;
}

function settled(): Promise<Report> {
  soon();
  return new Promise((resolve) => next.settle.push(resolve));
}

/** Sends the waiting messages at the end of the current task, or after the worker has finished the previous round. */
function soon(): void {
  busy.value = true;
  const to = engine;
  if (isSending || !to) return;
  isSending = true;
  queueMicrotask(() => void send(to).catch((error: unknown) => to === engine && stop(messageOf(error))));
}

/** Sends rounds to one worker until nothing waits. If the worker stops in the meantime, it rejects the current call. */
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

/** Calls a method of the worker, and sends the files that the method needs. */
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

/** Sends the paths of the earlier tree in portions. */
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

/** The maximum size of one message. Messages are limited, because making a message is one task. */
const PORTION = { entries: 1_000, size: 1_000_000 };

/** Cuts a list into messages. */
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

/** The callers that wait for an answer, by key; `id` is that of the latest question. */
const askers = new Map<string, { id: number; take(answer: Answer | undefined): void; fail(error: Error): void }>();
/** The last answer for each key, published or not. It is stored because the worker sends an answer only once. */
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

/** Asks the worker, unless there is a newer question in the meantime. An answer that arrives too late is not published. */
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
 * Asks a question once. A later question with the same key replaces it, and its answer is then undefined. The answer is also
 * undefined if the engine has stopped. Rejects with an `Error` that describes a wrong question.
 */
export function ask<N extends QuestionName>(
  name: N,
  ask: Questions[N]["ask"],
  key: string = name,
): Promise<Questions[N]["answer"] | undefined> {
  return new Promise((resolve, reject) => question(name, ask, `once ${key}`, resolve, reject));
}

/**
 * Returns the answer of the engine as a signal. As long as a component uses the answer, it is requested again when the files, the options
 * or a signal that `ask` reads change. Until the next answer arrives, the signal has the earlier answer. The signal is null before the
 * first answer, if `ask` returns undefined, and if the question is wrong. A later question
 * waits until nothing has changed for a `pause` in milliseconds, because some answers take time.
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

/** Returns the value of an answer, immediately or as soon as there is one. */
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

/** Resolves when the first view has its answer, or when the engine cannot answer. */
export const firstAnswer: Promise<unknown> = arrived(computed(() => catalog.value ?? failure.value));
