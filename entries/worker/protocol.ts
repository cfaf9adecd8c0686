/**
 * The messages between a page and its worker. Changes and other calls are in one queue. The worker
 * answers them in the order in which the page sent them.
 */
import type { Session, StopReason, Workspace, WorkspaceOptions } from "../../skillglass.js";

/** The names of the methods of a type. */
export type MethodName<T> = { [K in keyof T]: T[K] extends (...values: never[]) => unknown ? K : never }[keyof T] & string;

/** The names of the methods of `Workspace` that a page can call in its worker. */
export type WorkspaceMethod = Exclude<MethodName<Workspace>, "free" | "startSession">;
export type SessionMethod = Exclude<MethodName<Session>, "free">;
export type CodexMethod = Exclude<MethodName<Workspace["codex"]>, "free">;

/** The names of the functions of `skillglass` that a page can call in its worker. */
export type ModuleFunction =
  | "applyFixes"
  | "changelog"
  | "fields"
  | "hosts"
  | "lint"
  | "rules"
  | "schema"
  | "support"
  | "toLsp"
  | "toSarif"
  | "validateStandard"
  | "version";

/**
 * The object whose method is called. `own` has the methods that `serve` adds, and a number is the
 * id of a session.
 */
export type Target = "workspace" | "codex" | "module" | "own" | number;

export interface Call {
  id: number;
  on: Target;
  method: string;
  values: readonly unknown[];
}

export type ToWorker =
  /**
   * The first message to a worker. `options` are the options for `new Workspace`. `changed` has the
   * options that the page changed with `setOptions` before this worker started.
   */
  | { type: "open"; options: WorkspaceOptions; changed: Partial<WorkspaceOptions> }
  | ({ type: "call" } & Call)
  | { type: "start-session"; id: number; session: number; values: readonly unknown[] }
  | { type: "end-session"; session: number }
  /** The caller no longer waits for the answer to the call with this id. */
  | { type: "drop"; id: number };

/** An error, as it is sent in a message. */
export interface Fault {
  name: string;
  message: string;
  /** The wrong argument. Absent if the error is not an `ArgumentError`. */
  argument?: string;
}

export type FromWorker =
  /**
   * The worker has loaded the module and opened the workspace. If this fails, the worker sends
   * `not-open` with the reason.
   */
  | { type: "open" }
  | { type: "not-open"; fault: Fault }
  | { type: "answer"; id: number; answer: unknown }
  | { type: "fault"; id: number; fault: Fault }
  | { type: "progress"; id: number; done: number; total: number }
  /** The module stopped, so its results can no longer be trusted. */
  | { type: "trap"; id: number | null; reason: StopReason; message: string };

/**
 * One end of the connection between a page and its worker. `In` is the type of the messages that
 * this end receives, and `Out` is the type of the messages that it sends.
 */
export interface Port<In, Out> {
  post(message: Out): void;
  listen(heard: (message: In) => void): void;
}
