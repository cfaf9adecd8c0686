/** The line of calls: they are sent in their order, and another worker is started after a trap. */

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
  /** Its message, when it is no plain call. */
  message?: ToWorker;
  onProgress: AskOptions["onProgress"];
  limit?: number | undefined;
  take(answer: unknown): void;
  fail(reason: unknown): void;
  answered?: Promise<unknown>;
}

/** Starts in a row without an answer, after which the worker is given up. */
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
    this.#again("restart", "it was started anew");
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#stop(new WorkerStopped("closed", "the worker was closed"));
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

  /** Sends what waits, in order, up to the second question: while one is answered, those after it can still be dropped. */
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
    // Callers that do not check it get the error with the first call.
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

  /** Watches over the question that the worker has: the first that was sent. */
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
    // First the tree as it was handed over. Changes that have no answer yet are made once more, which is the same.
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
      // A caller that closes it need not wait for changes that nobody will see.
      if (this.#isClosed) one.answered?.catch(() => {});
      one.fail(why);
    }
    // Later, as a worker that cannot even be started fails while it is opened.
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
    // A program that waits for nothing may end.
    hold: (isBusy) => void (isBusy ? thread.ref() : thread.unref()),
  };
}
