/** The page's side of the engine: it sends rounds, one at a time, and keeps the worker's answers. */
import type { ReadonlySignal } from "@preact/signals";
import { batch, effect, signal } from "@preact/signals";
import type { RefusedPath } from "skillglass";
import { startWorker } from "../lib/scripts.ts";
import type { Contents } from "../lib/text.ts";
import type { Change } from "../state/changes.ts";
import type { HostOptions } from "../state/host-options.ts";
import { hosts } from "../state/hosts.ts";
import { heartbeat } from "./heartbeat.ts";
import type { PageCatalog, Section } from "./protocol/catalog.ts";
import { SECTIONS } from "./protocol/catalog.ts";
import type { FromWorker, ToWorker } from "./protocol/messages.ts";
import type { Asked, QuestionName, Questions } from "./protocol/questions.ts";
import address from "./worker/worker.ts?worker&url";

/** The catalog of the chosen host; null before the first answer. Lists that did not change keep their identity. */
export const catalog = signal<PageCatalog | null>(null);
/** True once the engine has been loaded. */
export const ready = signal(false);
/** True while something was sent that has not been answered yet. */
export const busy = signal(true);
/** Why the engine cannot answer, if it cannot. */
export const failure = signal<string | null>(null);
/** True while a worker that has work gives no sign of life. It may still come back. */
export const silent = signal(false);
/** Counts rounds with changes or options, which can change an answer. */
const revision = signal(0);

/** Reads a file whose contents the host wants; null when that fails. */
export type Reader = (path: string) => Contents | null | Promise<Contents | null>;

let worker: Worker | undefined;
let reader: Reader = () => null;

const heart = heartbeat(
  () => post(worker, { type: "alive?" }),
  () => (silent.value = true),
);

effect(() => {
  // Loading is the browser's business: the worker is asked once the engine is there.
  if (busy.value && ready.value && failure.value === null) heart.begin();
  else heart.end();
});

/** Starts the worker, which loads the engine; after it has stopped, another one, which knows no files and has no options yet. */
export function start(read: Reader): void {
  reader = read;
  const fresh = (worker = startWorker(address));
  // Messages of a stopped worker count no more.
  fresh.addEventListener("message", ({ data }: MessageEvent<FromWorker>) => {
    if (worker !== fresh) return;
    heart.heard();
    silent.value = false;
    receive(data);
  });
  fresh.addEventListener("messageerror", () => worker === fresh && stop("an answer of the worker could not be read"));
  fresh.addEventListener("error", (event) => worker === fresh && stop(event.message || "the worker could not be started"));
  failure.value = null;
  soon();
}

/** Ends a worker that gives no sign of life. The page keeps the files. */
export function giveUp(): void {
  if (worker) stop("it gave no sign of life");
}

/** Listens on for as long again. */
export function waitOn(): void {
  silent.value = false;
}

/** Ends all answers: whoever waits hears so now, and whoever asks later at once. */
function stop(why: string): void {
  worker?.terminate();
  worker = undefined;
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

// ---- sending --------------------------------------------------------------------------------------------------

interface Report {
  refused: RefusedPath[];
  wrongOptions: string | null;
}

/** The answer of a stopped engine to changes and options. */
const NOTHING: Report = { refused: [], wrongOptions: null };

interface Next {
  options: HostOptions | null;
  changes: Change[];
  questions: Map<string, Asked>;
  settle: ((report: Report) => void)[];
}

const empty = (): Next => ({ options: null, changes: [], questions: new Map(), settle: [] });

let next = empty();
/** The round that is at the worker. */
let sent: Next | null = null;
let waiting = false;

/** Changes files; resolves to the paths that the workspace refused in this round. An engine that has stopped refuses none. */
export async function change(changes: Iterable<Change>): Promise<RefusedPath[]> {
  if (stopped()) return [];
  for (const one of changes) next.changes.push(one);
  const { refused } = await settled();
  return refused;
}

/** Takes a keystroke: of several that wait only the last is sent. */
export function write(path: string, contents: Contents | null): void {
  if (stopped()) return;
  const latest = next.changes.at(-1);
  if (latest?.type === "write" && latest.path === path) latest.contents = contents;
  else next.changes.push({ type: "write", path, contents });
  soon();
}

/** Sets other options; resolves to what is wrong with them, and the workspace then stays as it is. */
export async function setOptions(options: HostOptions): Promise<string | null> {
  if (stopped()) return null;
  next.options = options;
  const { wrongOptions } = await settled();
  return wrongOptions;
}

/** The catalog with all changes so far; the present one, when the engine has not been loaded or has stopped. */
export async function latestCatalog(): Promise<PageCatalog | null> {
  if (ready.peek() && !stopped()) await settled();
  return catalog.peek();
}

/** Changes from now on reach the next worker with all the rest. */
function stopped(): boolean {
  return failure.peek() !== null;
}

function settled(): Promise<Report> {
  soon();
  return new Promise((resolve) => next.settle.push(resolve));
}

/** Sends the next round at the end of this task, or when the worker is done with the round before. */
function soon(): void {
  busy.value = true;
  if (waiting || sent || !worker) return;
  waiting = true;
  queueMicrotask(() => {
    waiting = false;
    if (worker) attempt(send);
  });
}

/** Most that goes in one message: making it is one task. */
const PORTION = { entries: 1_000, size: 1_000_000 };

/** A message that cannot be sent, for want of memory, would leave the worker waiting for the rest of it. */
function attempt(does: () => Promise<void>): void {
  const to = worker;
  does().catch((error: unknown) => to === worker && stop(error instanceof Error ? error.message : String(error)));
}

async function send(): Promise<void> {
  const to = worker;
  const round = (sent = next);
  next = empty();
  if (round.changes.length > 0 || round.options) revision.value++;
  // Whoever asks by the revision has asked by now, and is part of this round.
  for (const [key, asked] of next.questions) round.questions.set(key, asked);
  next.questions.clear();
  for await (const changes of portions(round.changes, (change) => (change.type === "write" ? sizeOf(change.contents) : 0)))
    post(to, { type: "changes", changes });
  post(to, { type: "round", options: round.options, questions: [...round.questions.values()] });
}

/** Cuts a list into messages, each in a task of its own. */
async function* portions<T>(all: readonly T[], size: (one: T) => number): AsyncGenerator<T[]> {
  let portion: T[] = [];
  let held = 0;
  for (const one of all) {
    if (portion.length >= PORTION.entries || held >= PORTION.size) {
      yield portion;
      await new Promise((resolve) => setTimeout(resolve));
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

async function provide(paths: readonly string[]): Promise<void> {
  const to = worker;
  // In groups: one by one is slow for many small files, all at once opens them all.
  for (let start = 0; start < paths.length; start += 200) {
    const group = paths.slice(start, start + 200);
    const contents = await Promise.all(group.map(reader));
    const files = group.map((path, index): [string, Contents | null] => [path, contents[index] ?? null]);
    for await (const portion of portions(files, ([, content]) => sizeOf(content)))
      post(to, { type: "contents", files: portion, last: false });
  }
  post(to, { type: "contents", files: [], last: true });
}

/** A round that began with one worker ends there, even if it has stopped meanwhile. */
function post(to: Worker | undefined, message: ToWorker): void {
  to?.postMessage(message);
}

// ---- receiving -----------------------------------------------------------------------------------------------

const lists: Record<Section, readonly unknown[]> = { skills: [], errors: [], leftOut: [], ignored: [], roots: [], refused: [] };

function receive(message: FromWorker): void {
  switch (message.type) {
    case "ready":
      batch(() => {
        hosts.value = message.hosts;
        ready.value = true;
      });
      return;
    case "failed":
      stop(message.message);
      return;
    case "wanted":
      attempt(() => provide(message.paths));
      return;
    case "alive":
      return;
    case "rows":
      for (const { section, at, removed, rows } of message.splices) lists[section] = lists[section].toSpliced(at, removed, ...rows);
      return;
    case "catalog": {
      const { host, edition } = message;
      catalog.value = { host, edition, ...Object.fromEntries(SECTIONS.map((section) => [section, lists[section]])) } as PageCatalog;
      return;
    }
    case "answer":
      received.set(message.key, message.answer);
      publish(message);
      return;
    case "unchanged":
      publish(message);
      return;
    case "wrong": {
      const asker = askers.get(message.key);
      if (asker?.id !== message.id) return;
      askers.delete(message.key);
      asker.fail(new Error(message.message));
      return;
    }
    case "done": {
      const settle = sent?.settle ?? [];
      sent = null;
      const more = next.changes.length > 0 || next.options !== null || next.questions.size > 0 || next.settle.length > 0;
      if (more) attempt(send);
      else busy.value = false;
      for (const resolve of settle) resolve(message);
    }
  }
}

// ---- questions -----------------------------------------------------------------------------------------------------

type Answer = Questions[QuestionName]["answer"];

/** The callers that wait for an answer, by key; `id` is that of the latest question. */
const askers = new Map<string, { id: number; take(answer: Answer | undefined): void; fail(error: Error): void }>();
/** The last answer for each key, published or not: the worker sends it only once. */
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

function publish({ id, key }: { id: number; key: string }): void {
  const asker = askers.get(key);
  // Something newer was asked meanwhile: this answer is stale.
  if (asker?.id !== id) return;
  askers.delete(key);
  asker.take(received.get(key));
}

/**
 * Asks once. A later question with the same key takes the place of this one, whose answer is then undefined; so is that of an
 * engine that has stopped. Rejects with an `Error` that says what is wrong with the question.
 */
export function ask<N extends QuestionName>(
  name: N,
  ask: Questions[N]["ask"],
  key: string = name,
): Promise<Questions[N]["answer"] | undefined> {
  return new Promise((resolve, reject) => question(name, ask, `once ${key}`, resolve, reject));
}

/**
 * The answer of the engine, anew whenever the files, the options or a signal read by `ask` change, as long as someone looks at it.
 * The former answer stays until the next has come; it is null at first, when `ask` returns undefined, and when the question is wrong.
 */
export function answer<N extends QuestionName>(
  name: N,
  ask: () => Questions[N]["ask"] | undefined,
  key: string = name,
): ReadonlySignal<Questions[N]["answer"] | null> {
  let stop: (() => void) | undefined;
  const result = signal<Questions[N]["answer"] | null>(null, {
    watched() {
      stop = effect(() => {
        void revision.value;
        const wanted = ask();
        if (wanted === undefined) {
          askers.delete(key);
          result.value = null;
        } else
          question(
            name,
            wanted,
            key,
            (answer) => answer !== undefined && (result.value = answer),
            () => (result.value = null),
          );
      });
    },
    unwatched() {
      stop?.();
    },
  });
  return result;
}

/** The value of an answer: at once, or as soon as there is one. */
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
