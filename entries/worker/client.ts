/**
 * The queue of calls to a worker. Calls are sent in their order. If the module in the worker
 * crashes, another worker is started.
 */

import type { WorkspaceOptions } from "../../skillglass.js";
import { Journal } from "./journal.js";
import { CHANGES } from "./methods.js";
import type { Fault, FromWorker, Port, Target, ToWorker } from "./protocol.js";
import { Pulse } from "./pulse.js";
import type { AnyWorker, AskOptions, WorkerSetup, WorkerState, WorkerStopReason } from "./surface.js";
import { ArgumentError, WorkerStopped } from "./surface.js";

interface Waiting {
  on: Target;
  method: string;
  values: readonly unknown[];
  kind: string | null;
  /**
   * The message that is sent to the worker. If absent, the client sends a message of the type
   * `call` with the method and its values.
   */
  message?: ToWorker;
  onProgress: AskOptions["onProgress"];
  limit?: number | undefined;
  take(answer: unknown): void;
  fail(reason: unknown): void;
  answered?: Promise<unknown>;
}

/**
 * The maximum number of starts in a row without an answer. After that, no other worker is started.
 */
const MOST_STARTS = 3;

export type Start = () => AnyWorker;

export class Client {
  readonly #options: WorkspaceOptions;
  readonly #start: Start;
  readonly #setup: WorkerSetup;
  readonly #journal = new Journal();
  readonly #line = new Map<number, Waiting>();
  readonly #pulse: Pulse;
  #changed: Partial<WorkspaceOptions> = {};
  /** The calls that were sent to the worker and have no answer yet. */
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

  constructor(options: WorkspaceOptions, start: Start, setup: WorkerSetup = {}) {
    this.#options = { ...options };
    this.#start = start;
    this.#setup = setup;
    this.#pulse = new Pulse(setup, (method, limit) =>
      this.#again("time-limit", `it did not respond for the ${limit} ms that ${method}() may take`),
    );
    this.ready = this.#promise();
    this.#open();
  }

  get #restarts(): boolean {
    return this.#setup.restarts ?? true;
  }

  get state(): WorkerState {
    if (this.#stopped) return this.#isClosed ? "closed" : "failed";
    return !this.#isOpen ? "starting" : this.#line.size > 0 ? "busy" : "idle";
  }

  ask(
    on: Target,
    method: string,
    values: readonly unknown[],
    { signal, latest, onProgress, limit }: AskOptions = {},
    message?: (id: number) => ToWorker,
  ): Promise<unknown> {
    if (signal?.aborted) return Promise.reject(signal.reason);
    if (this.#stopped) return Promise.reject(this.#stopped);
    const isChange = on === "workspace" && CHANGES.has(method);
    const kind = isChange || !latest ? null : latest === true ? `${on} ${method}` : `: ${latest}`;
    if (kind !== null) this.#dropOlder(kind);
    if (isChange && this.#restarts) this.#journal.note(method, values);
    const id = this.#ids++;
    const answered = new Promise<unknown>((take, fail) => {
      this.#line.set(id, { on, method, values, kind, onProgress, limit, take, fail, ...(message && { message: message(id) }) });
    });
    const isHeard = signal && this.#until(signal, id);
    const settled = isHeard ? answered.finally(isHeard) : answered;
    this.#line.get(id)!.answered = settled;
    this.#send();
    this.#watch();
    return settled;
  }

  /** Sends the worker a message that needs no answer. */
  tell(message: ToWorker): void {
    if (this.#isOpen) this.#port?.post(message);
  }

  /** Stores changed options, so that later workers begin with these options. */
  set(options: Partial<WorkspaceOptions>): void {
    const given = Object.entries(options).filter(([, value]) => value !== undefined);
    this.#changed = { ...this.#changed, ...Object.fromEntries(given) };
  }

  restart(): void {
    if (this.#isClosed) return;
    this.#starts = 0;
    this.#again("restart", "it was started anew");
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#stop(new WorkerStopped("closed", "the worker was closed"));
  }

  // Returns true if the current worker started the session.
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
    // A change that was sent is not undone: only its answer is ignored.
    if (this.#sent.has(id)) this.tell({ type: "drop", id });
    else if (!CHANGES.has(one.method)) this.#line.delete(id);
    this.#rest();
  }

  /**
   * Sends waiting calls to the worker in their order. Changes of the workspace are sent without
   * waiting for answers. After any other call, nothing is sent until the worker has answered this
   * call. The later calls stay in the client, so they can be cancelled while the worker is busy.
   */
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
        // The call has a value that cannot be sent, such as a function.
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
    // If the caller does not check `ready`, it gets the error with the first call.
    opened.catch(() => {});
    return opened;
  }

  #open(): void {
    this.#starts++;
    try {
      const port = portOf(this.#start(), (why) => this.#port === port && this.#trap("exit", why));
      this.#port = port;
      port.listen((message) => this.#port === port && this.#hear(message));
      port.hold(true);
      port.post({ type: "open", options: this.#options, changed: this.#changed });
    } catch (error) {
      this.#stop(error instanceof Error ? error : new Error(String(error)));
    }
  }

  #hear(message: FromWorker): void {
    this.#pulse.beat();
    this.#take(message);
    this.#watch();
  }

  /**
   * Watches how long the worker takes to answer the oldest call that was sent and has no answer.
   */
  #watch(): void {
    const [id] = this.#sent;
    this.#pulse.watch(id === undefined ? undefined : this.#line.get(id));
  }

  #take(message: FromWorker): void {
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
        this.#trap(message.reason, message.message);
        return;
      default: {
        const one = this.#line.get(message.id);
        this.#line.delete(message.id);
        this.#sent.delete(message.id);
        // An answer to a replayed change does not prove that the worker works.
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

  /**
   * Handles a crash or the end of the worker. Starts a new worker, unless `restarts` is false or
   * the last `MOST_STARTS` workers stopped without an answer. The new worker repeats the changes
   * that are in the journal. A call that was sent to the old worker fails, unless the call is a
   * change.
   */
  #trap(reason: WorkerStopReason, why: string): void {
    if (!this.#restarts) this.#stop(new WorkerStopped(reason, why));
    else if (this.#starts >= MOST_STARTS)
      this.#stop(new WorkerStopped(reason, `the worker stopped ${MOST_STARTS} times without an answer: ${why}`));
    else this.#again(reason, why);
  }

  #end(): void {
    const port = this.#port;
    // In some runtimes the worker reports its end before `end` returns.
    this.#port = null;
    this.#isOpen = false;
    this.#pulse.watch(undefined);
    port?.end();
  }

  #again(reason: WorkerStopReason, why: string): void {
    this.#end();
    if (this.#stopped) this.ready = this.#promise();
    this.#stopped = null;
    this.restarts++;
    const line = [...this.#line];
    const sent = new Set(this.#sent);
    this.#line.clear();
    this.#sent.clear();
    // First the journal rebuilds the tree. Changes without an answer are then made once more, which does not change the result.
    for (const { method, values } of this.#journal.changes())
      this.#line.set(this.#ids++, { on: "workspace", method, values, kind: null, onProgress: undefined, take() {}, fail() {} });
    for (const [id, one] of line) {
      if (this.#isChange(one) || (!sent.has(id) && typeof one.on !== "number")) this.#line.set(id, one);
      else one.fail(new WorkerStopped(reason, `the worker stopped while it had ${one.method}(): ${why}. Another one has the same files`));
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
      // After `close`, the rejections of pending changes need no handler.
      if (this.#isClosed) one.answered?.catch(() => {});
      one.fail(why);
    }
    // `onFailure` is called later, because a worker that cannot be started fails while the client is opened.
    if (!this.#isClosed) queueMicrotask(() => this.#setup.onFailure?.(why));
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
    worker.addEventListener("messageerror", () => failed("a message of the worker could not be read"));
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
    // If the worker has no calls, the program may end.
    hold: (isBusy) => void (isBusy ? thread.ref() : thread.unref()),
  };
}
