/** The interface of a workspace in a worker, for callers. */

import type * as skillglass from "../../skillglass.js";
import type { Session, SessionOptions, StopReason, Workspace } from "../../skillglass.js";
import type { CodexMethod, ModuleFunction, SessionMethod, WorkspaceMethod } from "./protocol.js";

/** The options of a call. */
export interface AskOptions {
  /** Ends the question: its promise rejects with the signal's reason at once. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Drops an older question of the same kind that was asked with this and has no answer yet: its promise rejects with an
   * `AbortError`. `true` makes all questions of the method one kind; a text makes a kind of its own.
   */
  readonly latest?: boolean | string | undefined;
  /** Receives how many skills a `lint` or `compare` of all skills has checked. */
  readonly onProgress?: ((progress: { done: number; total: number }) => void) | undefined;
  /**
   * Milliseconds that the worker may have this question without a response, which is an answer or progress: then it is
   * ended, the question rejects with a `WorkerStopped` for `"time-limit"`, and another worker starts with the same files. The
   * time that a question waits for others does not count. No limit without one.
   */
  readonly limit?: number | undefined;
}

/** A worker that has not responded for a while, because it is busy or hangs. */
export interface Silence {
  /** The method that was called. */
  readonly method: string;
  /** Milliseconds since its last response. */
  readonly milliseconds: number;
}

/** Methods as promises, each with one more argument after its own. */
export type Asked<T, Name extends keyof T> = {
  [K in keyof T as K extends Name ? K : never]: T[K] extends (...values: infer Values) => infer Answer
    ? (...values: [...Values, ask?: AskOptions]) => Promise<Answer>
    : never;
};

/** A conversation. It ends with its worker: after a trap its methods reject, and a new conversation has to be started. */
export interface WorkerSession extends Asked<Session, SessionMethod> {
  /** Ends it. */
  free(): void;
  [Symbol.dispose](): void;
}

/** The state of a worker: it loads the module, waits, answers, has stopped permanently, or was closed. */
export type WorkerState = "starting" | "idle" | "busy" | "failed" | "closed";

/** A workspace in a worker. Each method returns a promise, and accepts `AskOptions` after its own arguments. */
export interface WorkerWorkspace extends Asked<Workspace, WorkspaceMethod> {
  /** Methods for Codex only. With another host they reject with an `ArgumentError`. */
  readonly codex: Asked<Workspace["codex"], CodexMethod>;
  /** The functions of the module: `module.rules()`, `module.hosts()` and the like. */
  readonly module: Asked<typeof skillglass, ModuleFunction>;
  /** Calls a method of your own, one of those that `serve` was given in the worker. */
  call(method: string, values?: readonly unknown[], ask?: AskOptions): Promise<unknown>;
  /** Starts a conversation in this workspace. */
  startSession(options?: SessionOptions, ask?: AskOptions): Promise<WorkerSession>;
  /** The current state of the worker. */
  readonly state: WorkerState;
  /** Resolves when the module runs; rejects when it cannot be loaded or an option is wrong. */
  readonly ready: Promise<void>;
  /** The number of restarts of the worker, after a trap or by `restart`. */
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
  /** The position in the arguments, such as `hosts[0].edition`. The message begins with it. */
  readonly argument: string;
  constructor(argument: string, message: string) {
    super(message);
    this.argument = argument;
  }
}

/**
 * Why a worker stopped: its module did (`"trap"`, `"stack"`, `"out-of-memory"`), it ended or could not be started (`"exit"`), it
 * did not respond for as long as a question's `limit` (`"time-limit"`), or `restart` or `close` was called.
 */
export type WorkerStopReason = StopReason | "exit" | "time-limit" | "restart" | "closed";

/** The worker stopped while it had this question. The next ones are answered by another, unless it has stopped for good. */
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
  /** Starts a worker that calls `serve`; that of the package without it. */
  readonly worker?: () => AnyWorker;
  /**
   * Receives a worker that has a question and has not responded, with an answer or progress, for `silence`
   * milliseconds; again after as long. What to do is the caller's: to wait, or to call `restart`.
   */
  readonly onSilence?: ((silence: Silence) => void) | undefined;
  /** Milliseconds before `onSilence` is called: 10,000 without it. */
  readonly silence?: number | undefined;
  /**
   * False leaves a worker that stopped at that: the workspace has failed, and its files are not retained for another. For callers
   * that open a workspace anew themselves.
   */
  readonly restarts?: boolean | undefined;
  /** Hears why the workspace has failed, even while the worker had no question. */
  readonly onFailure?: ((why: Error) => void) | undefined;
}

/** A Web Worker, or one of `node:worker_threads`. */
export type AnyWorker = WebWorkerLike | NodeWorkerLike;

/** The part of a Web Worker that is used. */
export interface WebWorkerLike {
  postMessage(message: unknown): void;
  terminate(): unknown;
  addEventListener(type: "message", heard: (event: { data: unknown }) => void): void;
  addEventListener(type: "error", heard: (event: { message?: string }) => void): void;
  addEventListener(type: "messageerror", heard: () => void): void;
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
