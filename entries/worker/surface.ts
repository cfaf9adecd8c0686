/** The types with which callers use a workspace that runs in a worker. */

import type * as skillglass from "../../skillglass.js";
import type { Session, SessionOptions, StopReason, Workspace } from "../../skillglass.js";
import type { CodexMethod, ModuleFunction, SessionMethod, WorkspaceMethod } from "./protocol.js";

/**
 * The options that a caller may pass to any method of a worker's workspace, as the last argument.
 */
export interface AskOptions {
  /**
   * A signal that cancels the call. The call's promise then rejects immediately with the signal's
   * reason.
   */
  readonly signal?: AbortSignal | undefined;
  /**
   * If set, this call cancels an older call that has no answer yet. The promise of the cancelled
   * call rejects with an `AbortError`. If the value is `true`, the older call must be a call of the
   * same method that also has `true`. If the value is a text, the older call must have the same
   * text.
   */
  readonly latest?: boolean | string | undefined;
  /** Receives how many skills a `lint` or `compare` of all skills has checked. */
  readonly onProgress?: ((progress: { done: number; total: number }) => void) | undefined;
  /**
   * The maximum time without a response (an answer or progress) to this call, in milliseconds.
   * After this time, the worker is ended, the call rejects with a `WorkerStopped` for
   * `"time-limit"`, and another worker starts with the same files. The time during which the call
   * waits for other calls is not included. By default there is no limit.
   */
  readonly limit?: number | undefined;
}

/** A period in which a worker has not responded, because the worker is busy or hangs. */
export interface Silence {
  /** The method of the worker that was called. */
  readonly method: string;
  /** The time since the worker's last response, in milliseconds. */
  readonly milliseconds: number;
}

/**
 * The methods of `T` whose names are in `Name`, each as a method that returns a promise. Each
 * method accepts `AskOptions` after its own arguments.
 */
export type Asked<T, Name extends keyof T> = {
  [K in keyof T as K extends Name ? K : never]: T[K] extends (...values: infer Values) => infer Answer
    ? (...values: [...Values, ask?: AskOptions]) => Promise<Answer>
    : never;
};

/**
 * A conversation in the workspace of a worker. If the worker stops, for example after a crash, the
 * conversation ends. Its methods then reject, and the caller has to start a new conversation.
 */
export interface WorkerSession extends Asked<Session, SessionMethod> {
  /** Ends the conversation. */
  free(): void;
  [Symbol.dispose](): void;
}

/**
 * The state of a worker: loading the module, waiting, answering, stopped permanently, or closed.
 */
export type WorkerState = "starting" | "idle" | "busy" | "failed" | "closed";

/** A workspace in a worker. Each method returns a promise, and accepts `AskOptions` after its own arguments. */
export interface WorkerWorkspace extends Asked<Workspace, WorkspaceMethod> {
  /** Methods for Codex only. With another host, these methods reject with an `ArgumentError`. */
  readonly codex: Asked<Workspace["codex"], CodexMethod>;
  /** The functions of the module: `module.rules()`, `module.hosts()` and the like. */
  readonly module: Asked<typeof skillglass, ModuleFunction>;
  /** Calls a method of your own that was passed to `serve` in the worker. */
  call(method: string, values?: readonly unknown[], ask?: AskOptions): Promise<unknown>;
  /** Starts a conversation in this workspace. */
  startSession(options?: SessionOptions, ask?: AskOptions): Promise<WorkerSession>;
  /** The current state of the worker. */
  readonly state: WorkerState;
  /**
   * Resolves when the worker has loaded the package and opened the workspace. Rejects if the
   * package cannot be loaded or an option is wrong.
   */
  readonly ready: Promise<void>;
  /** The number of restarts of the worker, after a crash or by `restart`. */
  readonly restarts: number;
  /**
   * Ends the worker, even if the worker hangs, and starts another worker with the same files and
   * options. Questions without an answer reject with a `WorkerStopped`.
   */
  restart(): void;
  /** Ends the worker for good. Questions without an answer reject with a `WorkerStopped`. */
  close(): void;
  [Symbol.dispose](): void;
}

/**
 * The error for a wrong argument. `skillglass` has another class with the same name and members.
 */
export class ArgumentError extends Error {
  override readonly name = "ArgumentError";
  /** The position in the arguments, such as `hosts[0].edition`. The message begins with this position. */
  readonly argument: string;
  constructor(argument: string, message: string) {
    super(message);
    this.argument = argument;
  }
}

/**
 * The reason why a worker stopped:
 * - `"trap"`, `"stack"` or `"out-of-memory"`: the worker's module stopped.
 * - `"exit"`: the worker ended or could not be started.
 * - `"time-limit"`: the worker did not respond within a call's `limit`.
 * - `"restart"` or `"closed"`: `restart` or `close` was called.
 */
export type WorkerStopReason = StopReason | "exit" | "time-limit" | "restart" | "closed";

/**
 * The error with which a call rejects if the worker stops before it answers the call. A new worker
 * answers later calls, unless the workspace has failed.
 */
export class WorkerStopped extends Error {
  override readonly name = "WorkerStopped";
  readonly reason: WorkerStopReason;
  constructor(reason: WorkerStopReason, message: string) {
    super(message);
    this.reason = reason;
  }
}

/** The options for starting a worker. */
export interface WorkerSetup {
  /** Starts a worker that calls `serve`. The default is the package's own worker. */
  readonly worker?: () => AnyWorker;
  /**
   * A function that is called if the worker is working on a call and has sent neither an answer nor
   * progress for `silence` milliseconds. It is called again after every further `silence`
   * milliseconds without a response. The function decides whether to wait or to call `restart`.
   */
  readonly onSilence?: ((silence: Silence) => void) | undefined;
  /** The time before `onSilence` is called, in milliseconds; 10,000 by default. */
  readonly silence?: number | undefined;
  /**
   * True (the default) if a new worker starts after a worker has stopped. If false, the workspace
   * fails when its worker stops, and no files are stored for a new worker. Use false if you open a
   * new workspace yourself.
   */
  readonly restarts?: boolean | undefined;
  /** Is called with the reason if the workspace fails, even if no call waits for an answer. */
  readonly onFailure?: ((why: Error) => void) | undefined;
}

/** A Web Worker, or a worker of `node:worker_threads`. */
export type AnyWorker = WebWorkerLike | NodeWorkerLike;

/** The members of a Web Worker that the package uses. */
export interface WebWorkerLike {
  postMessage(message: unknown): void;
  terminate(): unknown;
  addEventListener(type: "message", heard: (event: { data: unknown }) => void): void;
  addEventListener(type: "error", heard: (event: { message?: string }) => void): void;
  addEventListener(type: "messageerror", heard: () => void): void;
}

/** The members of a `node:worker_threads` worker that the package uses. */
export interface NodeWorkerLike {
  postMessage(message: unknown): void;
  terminate(): unknown;
  on(type: "message", heard: (data: unknown) => void): unknown;
  on(type: "error", heard: (error: unknown) => void): unknown;
  on(type: "exit", heard: (code: number) => void): unknown;
  ref(): unknown;
  unref(): unknown;
}
