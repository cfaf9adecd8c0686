/** The page's side: it holds the files that were handed over, sends calls in their order, and starts another worker after a trap. */

import type * as skillglass from "../../skillglass.js";
import type { FileContents, Files, Session, SessionOptions, Workspace, WorkspaceOptions } from "../../skillglass.js";
import type { CodexMethod, Fault, FromWorker, ModuleFunction, Port, SessionMethod, Target, ToWorker, WorkspaceMethod } from "./protocol.js";

// ---- what a caller sees --------------------------------------------------------------------------------------------

/** How a question is asked. */
export interface AskOptions {
  /** Ends the question: its promise rejects with the signal's reason at once. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Drops an older question of the same kind that was asked with this and has no answer yet: its promise rejects with an
   * `AbortError`. `true` makes all questions of the method one kind; a text makes a kind of its own.
   */
  readonly latest?: boolean | string | undefined;
  /** Hears how many skills a `lint` or `compare` of all skills has looked at. */
  readonly onProgress?: ((progress: { done: number; total: number }) => void) | undefined;
}

/** Methods as promises, each with one more argument behind its own. */
export type Asked<T, Name extends keyof T> = {
  [K in keyof T as K extends Name ? K : never]: T[K] extends (...values: infer Values) => infer Answer
    ? (...values: [...Values, ask?: AskOptions]) => Promise<Answer>
    : never;
};

/** One conversation. It ends with its worker: after a trap its methods reject, and another is started. */
export interface WorkerSession extends Asked<Session, SessionMethod> {
  /** Ends it. */
  free(): void;
  [Symbol.dispose](): void;
}

/** What the worker does: loads the module, waits, answers, has stopped for good, or was closed. */
export type WorkerState = "starting" | "idle" | "busy" | "failed" | "closed";

/** The same workspace in a worker: each method answers with a promise, and takes `AskOptions` behind its own arguments. */
export interface WorkerWorkspace extends Asked<Workspace, WorkspaceMethod> {
  /** What only Codex has; with another host its methods reject with an `ArgumentError`. */
  readonly codex: Asked<Workspace["codex"], CodexMethod>;
  /** The functions of the module: `module.rules()`, `module.hosts()` and the like. */
  readonly module: Asked<typeof skillglass, ModuleFunction>;
  /** A conversation in this workspace. */
  startSession(options?: SessionOptions, ask?: AskOptions): Promise<WorkerSession>;
  /** What the worker does now. */
  readonly state: WorkerState;
  /** Resolves when the module runs; rejects when it cannot be loaded or an option is wrong. */
  readonly ready: Promise<void>;
  /** How often the worker was started anew, by itself after a trap or by `restart`. */
  readonly restarts: number;
  /**
   * Ends the worker, whatever it does, and starts another with the same files and options: for one that hangs. Questions
   * without an answer reject with a `WorkerStopped`.
   */
  restart(): void;
  /** Ends the worker for good. Questions without an answer reject with a `WorkerStopped`. */
  close(): void;
  [Symbol.dispose](): void;
}

/** A wrong argument, as the module throws it. */
export class ArgumentError extends Error {
  override readonly name = "ArgumentError";
  /** Where in the arguments, such as `hosts[0].edition`. The message begins with it. */
  readonly argument: string;
  constructor(argument: string, message: string) {
    super(message);
    this.argument = argument;
  }
}

/** The worker stopped while it had this question. The next ones are answered by another, unless it has stopped for good. */
export class WorkerStopped extends Error {
  override readonly name = "WorkerStopped";
}

/** How a worker is started. */
export interface WorkerSetup {
  /** Starts a worker that calls `serve`; that of the package without it. */
  readonly worker?: () => AnyWorker;
}

/** A Web Worker, or one of `node:worker_threads`. */
export type AnyWorker = WebWorkerLike | NodeWorkerLike;

/** The part of a Web Worker that is used. */
export interface WebWorkerLike {
  postMessage(message: unknown): void;
  terminate(): unknown;
  addEventListener(type: "message", heard: (event: { data: unknown }) => void): void;
  addEventListener(type: "error", heard: (event: { message?: string }) => void): void;
}

/** The part of a worker of `node:worker_threads` that is used. */
export interface NodeWorkerLike {
  postMessage(message: unknown): void;
  terminate(): unknown;
  on(type: "message", heard: (data: unknown) => void): unknown;
  on(type: "error", heard: (error: unknown) => void): unknown;
  on(type: "exit", heard: (code: number) => void): unknown;
  ref(): unknown;
  unref(): unknown;
}

// ---- the methods ---------------------------------------------------------------------------------------------------

/** The number of arguments of each method: what comes behind them is `AskOptions`. */
const WORKSPACE = {
  candidates: 1,
  catalog: 0,
  compare: 1,
  competitors: 2,
  fix: 1,
  implicitUse: 2,
  install: 1,
  invoke: 1,
  lint: 1,
  listing: 0,
  mkdir: 2,
  nearDuplicates: 1,
  plan: 1,
  putInstalled: 1,
  remove: 1,
  resources: 1,
  search: 2,
  setOptions: 1,
  skill: 1,
  symlink: 3,
  takeMcpSkills: 2,
  takeSite: 3,
  turn: 1,
  turns: 2,
  write: 3,
  writeAll: 2,
} satisfies Record<WorkspaceMethod, number>;

const SESSION = {
  answer: 1,
  catalog: 0,
  changes: 1,
  command: 2,
  compact: 1,
  endAgent: 1,
  finishFork: 2,
  hookSucceeded: 1,
  hooks: 2,
  invoke: 1,
  invoked: 0,
  listing: 1,
  plan: 0,
  touch: 1,
  turn: 1,
  usage: 0,
  variable: 1,
} satisfies Record<SessionMethod, number>;

const CODEX = { installServers: 1, listCounts: 0, listSkills: 1, setEnabled: 2, systemSkills: 1 } satisfies Record<CodexMethod, number>;

const MODULE = {
  applyFixes: 2,
  fields: 2,
  hosts: 0,
  lint: 2,
  rules: 0,
  schema: 3,
  support: 1,
  toLsp: 2,
  toSarif: 2,
  validate: 2,
  version: 0,
} satisfies Record<ModuleFunction, number>;

/** Changes of the tree and of options: they are sent at once, and no newer call drops them. */
const CHANGES: ReadonlySet<string> = new Set<keyof typeof WORKSPACE>([
  "mkdir",
  "putInstalled",
  "remove",
  "setOptions",
  "symlink",
  "takeMcpSkills",
  "takeSite",
  "write",
  "writeAll",
]);

// ---- the files that were handed over -------------------------------------------------------------------------------

type Change =
  | { method: "write"; values: [string, FileContents] }
  | { method: "mkdir"; values: [string] }
  | { method: "symlink"; values: [string, string] }
  /** One that changes paths which only the module knows. */
  | { method: string; values: readonly unknown[]; isOther: true };

/** The changes that make the tree again, the latest of each path. */
class Journal {
  readonly #changes = new Map<string, Change>();
  #others = 0;

  /** Notes a change as it is sent; what is no argument of such a call is left to the worker to refuse. */
  note(method: string, values: readonly unknown[]): void {
    const [first, second] = values;
    switch (method) {
      case "write":
        this.#write(first, second);
        return;
      case "writeAll": {
        if (first === null || typeof first !== "object") return;
        const files = Array.from(first instanceof Map ? (first as ReadonlyMap<unknown, unknown>) : Object.entries(first as Files));
        // Nothing is written when one is wrong.
        if (files.every(([path, contents]) => typeof path === "string" && isContents(contents)))
          for (const [path, contents] of files) this.#write(path, contents);
        return;
      }
      case "mkdir":
        if (typeof first === "string") this.#put(first, { method, values: [first] });
        return;
      case "symlink":
        if (typeof first === "string" && typeof second === "string") this.#put(first, { method, values: [first, second] });
        return;
      case "remove":
        if (typeof first !== "string") return;
        for (const path of this.#changes.keys())
          if (path === first || path.startsWith(first === "/" ? "/" : `${first}/`)) this.#changes.delete(path);
        if (this.#others > 0) this.#other(method, values);
        return;
      case "putInstalled":
      case "takeSite":
      case "takeMcpSkills":
        this.#other(method, values);
    }
  }

  *changes(): Generator<{ method: string; values: readonly unknown[] }> {
    let files = new Map<string, FileContents>();
    for (const change of this.#changes.values()) {
      if (change.method === "write" && !("isOther" in change)) {
        files.set(...change.values);
        continue;
      }
      if (files.size > 0) yield { method: "writeAll", values: [files] };
      files = new Map();
      yield change;
    }
    if (files.size > 0) yield { method: "writeAll", values: [files] };
  }

  #write(path: unknown, contents: unknown): void {
    if (typeof path === "string" && isContents(contents)) this.#put(path, { method: "write", values: [path, contents] });
  }

  /** The same request again, with more files or answers, takes the place of the one before. */
  #other(method: string, values: readonly unknown[]): void {
    const key = method === "takeSite" || method === "takeMcpSkills" ? `\0${method} ${JSON.stringify(values[0])}` : `\0${this.#others}`;
    this.#others++;
    this.#changes.delete(key);
    this.#changes.set(key, { method, values, isOther: true });
  }

  /** A tree takes no entry of one kind where one of another stands. */
  #put(path: string, change: Change): void {
    const there = this.#changes.get(path);
    if (there && there.method !== change.method) return;
    // Behind what may have changed the same path.
    if (this.#others > 0) this.#changes.delete(path);
    this.#changes.set(path, change);
  }
}

function isContents(value: unknown): value is FileContents {
  return value === null || typeof value === "string" || value instanceof Uint8Array;
}

// ---- the line of calls ---------------------------------------------------------------------------------------------

interface Waiting {
  on: Target;
  method: string;
  values: readonly unknown[];
  kind: string | null;
  /** Its message, when it is no plain call. */
  message?: ToWorker;
  onProgress: AskOptions["onProgress"];
  take(answer: unknown): void;
  fail(reason: unknown): void;
  answered?: Promise<unknown>;
}

/** Starts in a row without an answer, after which the worker is given up. */
const MOST_STARTS = 3;

type Start = () => AnyWorker;

class Client {
  readonly #options: WorkspaceOptions;
  readonly #start: Start;
  readonly #journal = new Journal();
  readonly #line = new Map<number, Waiting>();
  #changed: Partial<WorkspaceOptions> = {};
  /** Calls that are at the worker. */
  readonly #sent = new Set<number>();
  #port: (Port<FromWorker, ToWorker> & { end(): void; hold(isBusy: boolean): void }) | null = null;
  #ids = 0;
  #starts = 0;
  #isOpen = false;
  #stopped: Error | null = null;
  #isClosed = false;
  #opened!: { resolve(): void; reject(reason: unknown): void };
  ready: Promise<void>;
  restarts = 0;

  constructor(options: WorkspaceOptions, start: Start) {
    this.#options = { ...options };
    this.#start = start;
    this.ready = this.#promise();
    this.#open();
  }

  get state(): WorkerState {
    if (this.#stopped) return this.#isClosed ? "closed" : "failed";
    return !this.#isOpen ? "starting" : this.#line.size > 0 ? "busy" : "idle";
  }

  ask(
    on: Target,
    method: string,
    values: readonly unknown[],
    { signal, latest, onProgress }: AskOptions = {},
    message?: (id: number) => ToWorker,
  ): Promise<unknown> {
    if (signal?.aborted) return Promise.reject(signal.reason);
    if (this.#stopped) return Promise.reject(this.#stopped);
    const isChange = on === "workspace" && CHANGES.has(method);
    const kind = isChange || !latest ? null : latest === true ? `${on} ${method}` : `: ${latest}`;
    if (kind !== null) this.#dropOlder(kind);
    if (isChange) this.#journal.note(method, values);
    const id = this.#ids++;
    const answered = new Promise<unknown>((take, fail) => {
      this.#line.set(id, { on, method, values, kind, onProgress, take, fail, ...(message && { message: message(id) }) });
    });
    const isHeard = signal && this.#until(signal, id);
    const settled = isHeard ? answered.finally(isHeard) : answered;
    this.#line.get(id)!.answered = settled;
    this.#send();
    return settled;
  }

  /** Tells the worker something that has no answer. */
  tell(message: ToWorker): void {
    if (this.#isOpen) this.#port?.post(message);
  }

  /** Options that a call has set. */
  set(options: Partial<WorkspaceOptions>): void {
    const given = Object.entries(options).filter(([, value]) => value !== undefined);
    this.#changed = { ...this.#changed, ...Object.fromEntries(given) };
  }

  restart(): void {
    if (this.#isClosed) return;
    this.#starts = 0;
    this.#again("it was started anew");
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#stop(new WorkerStopped("the worker was closed"));
  }

  // Whether a session was started by the worker that runs now.
  isOf(start: number): boolean {
    return start === this.restarts && !this.#stopped;
  }

  #until(signal: AbortSignal, id: number): () => void {
    const end = () => this.#drop(id, signal.reason);
    signal.addEventListener("abort", end, { once: true });
    return () => signal.removeEventListener("abort", end);
  }

  #dropOlder(kind: string): void {
    for (const [id, one] of this.#line) {
      if (one.kind === kind) this.#drop(id, new DOMException(`a newer ${one.method}() took the place of this one`, "AbortError"));
    }
  }

  #drop(id: number, reason: unknown): void {
    const one = this.#line.get(id);
    if (!one) return;
    one.fail(reason);
    // A change is not undone: only its answer is of no interest.
    if (this.#sent.has(id)) this.tell({ type: "drop", id });
    else if (!CHANGES.has(one.method)) this.#line.delete(id);
    this.#rest();
  }

  /** Sends what waits, in order, up to the second question: while one is answered, those behind it can still be dropped. */
  #send(): void {
    this.#port?.hold(this.#line.size > 0);
    if (!this.#isOpen) return;
    for (const [id, one] of this.#line) {
      if (this.#sent.has(id)) {
        if (!this.#isChange(one)) return;
        continue;
      }
      try {
        this.#port!.post(one.message ?? { type: "call", id, on: one.on, method: one.method, values: one.values });
        this.#sent.add(id);
      } catch (error) {
        // A value that cannot cross, such as a function.
        this.#line.delete(id);
        one.fail(error);
      }
      if (!this.#isChange(one)) return;
    }
  }

  #isChange({ on, method }: Waiting): boolean {
    return on === "workspace" && CHANGES.has(method);
  }

  #rest(): void {
    if (this.#line.size === 0) this.#port?.hold(false);
  }

  #promise(): Promise<void> {
    const opened = new Promise<void>((resolve, reject) => (this.#opened = { resolve, reject }));
    // Whoever does not look at it learns of it by the first call.
    opened.catch(() => {});
    return opened;
  }

  #open(): void {
    this.#starts++;
    try {
      const port = portOf(this.#start(), (why) => this.#port === port && this.#trap(why));
      this.#port = port;
      port.listen((message) => this.#port === port && this.#hear(message));
      port.hold(true);
      port.post({ type: "open", options: this.#options, changed: this.#changed });
    } catch (error) {
      this.#stop(error instanceof Error ? error : new Error(String(error)));
    }
  }

  #hear(message: FromWorker): void {
    switch (message.type) {
      case "open":
        this.#isOpen = true;
        this.#opened.resolve();
        this.#send();
        this.#rest();
        return;
      case "not-open":
        this.#stop(errorOf(message.fault));
        return;
      case "progress":
        this.#line.get(message.id)?.onProgress?.({ done: message.done, total: message.total });
        return;
      case "trap":
        this.#trap(message.message);
        return;
      default: {
        const one = this.#line.get(message.id);
        this.#line.delete(message.id);
        this.#sent.delete(message.id);
        // Changes that were replayed prove nothing.
        if (one && !this.#isChange(one)) this.#starts = 0;
        if (message.type === "answer") {
          if (one?.on === "workspace" && one.method === "setOptions") this.set(one.values[0] as Partial<WorkspaceOptions>);
          one?.take(message.answer);
        } else one?.fail(errorOf(message.fault));
        this.#send();
        this.#rest();
      }
    }
  }

  /** The module stopped. All that it was asked is lost; changes are in the journal. */
  #trap(why: string): void {
    if (this.#starts >= MOST_STARTS) this.#stop(new WorkerStopped(`the worker stopped ${MOST_STARTS} times without an answer: ${why}`));
    else this.#again(why);
  }

  #end(): void {
    const port = this.#port;
    // In some runtimes the worker says that it has ended before `end` returns.
    this.#port = null;
    this.#isOpen = false;
    port?.end();
  }

  #again(why: string): void {
    this.#end();
    if (this.#stopped) this.ready = this.#promise();
    this.#stopped = null;
    this.restarts++;
    const line = [...this.#line];
    const sent = new Set(this.#sent);
    this.#line.clear();
    this.#sent.clear();
    // First the tree as it was handed over. Changes that have no answer yet are made once more, which is the same.
    for (const { method, values } of this.#journal.changes())
      this.#line.set(this.#ids++, { on: "workspace", method, values, kind: null, onProgress: undefined, take() {}, fail() {} });
    for (const [id, one] of line) {
      if (this.#isChange(one) || (!sent.has(id) && typeof one.on !== "number")) this.#line.set(id, one);
      else one.fail(new WorkerStopped(`the worker stopped while it had ${one.method}(): ${why}. Another one has the same files`));
    }
    this.#open();
  }

  #stop(why: Error): void {
    this.#end();
    this.#stopped = why;
    this.#opened.reject(why);
    const line = [...this.#line.values()];
    this.#line.clear();
    this.#sent.clear();
    for (const one of line) {
      // Whoever closes it need not wait for the changes that nobody will see.
      if (this.#isClosed) one.answered?.catch(() => {});
      one.fail(why);
    }
  }
}

function errorOf({ name, message, argument }: Fault): Error {
  if (argument !== undefined) return new ArgumentError(argument, message);
  const error = new Error(message);
  if (name !== "Error") error.name = name;
  return error;
}

function portOf(
  worker: AnyWorker,
  failed: (why: string) => void,
): Port<FromWorker, ToWorker> & { end(): void; hold(isBusy: boolean): void } {
  const common = { post: (message: ToWorker) => worker.postMessage(message), end: () => void worker.terminate() };
  if (!("on" in worker)) {
    worker.addEventListener("error", (event) => failed(event.message || "the worker could not be started"));
    return {
      ...common,
      listen: (heard) => worker.addEventListener("message", ({ data }) => heard(data as FromWorker)),
      hold() {},
    };
  }
  const thread = worker;
  thread.on("error", (error) => failed(error instanceof Error ? error.message : String(error)));
  thread.on("exit", (code) => failed(`the worker exited with code ${code}`));
  return {
    ...common,
    listen: (heard) => void thread.on("message", (data) => heard(data as FromWorker)),
    // A program that waits for nothing may end.
    hold: (isBusy) => void (isBusy ? thread.ref() : thread.unref()),
  };
}

// ---- the objects ---------------------------------------------------------------------------------------------------

/** Opens a workspace in a worker that `start` starts. */
export function openWith(start: Start, options: WorkspaceOptions, setup: WorkerSetup = {}): WorkerWorkspace {
  const client = new Client(options, setup.worker ?? start);
  const methods = (on: Target, table: Record<string, number>) =>
    Object.fromEntries(
      Object.entries(table).map(([method, count]) => [
        method,
        (...all: unknown[]) => client.ask(on, method, all.slice(0, count), all[count] as AskOptions | undefined),
      ]),
    );
  let sessions = 0;
  const workspace = {
    ...methods("workspace", WORKSPACE),
    codex: methods("codex", CODEX),
    module: methods("module", MODULE),
    async startSession(given?: SessionOptions, ask?: AskOptions) {
      const session = sessions++;
      await client.ask("workspace", "startSession", [], ask, (id) => ({
        type: "start-session",
        id,
        session,
        values: given ? [given] : [],
      }));
      const start = client.restarts;
      const free = () => client.isOf(start) && client.tell({ type: "end-session", session });
      const own = Object.fromEntries(
        Object.entries(SESSION).map(([method, count]) => [
          method,
          (...all: unknown[]) =>
            client.isOf(start)
              ? client.ask(session, method, all.slice(0, count), all[count] as AskOptions | undefined)
              : Promise.reject(new WorkerStopped("this session ended with its worker: start another")),
        ]),
      );
      return { ...own, free, [Symbol.dispose]: free } as unknown as WorkerSession;
    },
    get state() {
      return client.state;
    },
    get ready() {
      return client.ready;
    },
    get restarts() {
      return client.restarts;
    },
    restart: () => client.restart(),
    close: () => client.close(),
    [Symbol.dispose]: () => client.close(),
  };
  return workspace as unknown as WorkerWorkspace;
}
