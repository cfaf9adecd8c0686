/** The messages between a page and its worker. Changes and questions are in one queue, and the worker answers them in this order. */
import type { Session, StopReason, Workspace, WorkspaceOptions } from "../../skillglass.js";

/** The methods of a type. */
export type MethodName<T> = { [K in keyof T]: T[K] extends (...values: never[]) => unknown ? K : never }[keyof T] & string;

/** The methods of a workspace that the worker answers. */
export type WorkspaceMethod = Exclude<MethodName<Workspace>, "free" | "startSession">;
export type SessionMethod = Exclude<MethodName<Session>, "free">;
export type CodexMethod = Exclude<MethodName<Workspace["codex"]>, "free">;

/** The functions of the module that the worker answers. */
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

/** The object of a call. `own` are the additional methods of `serve`; a number is a session. */
export type Target = "workspace" | "codex" | "module" | "own" | number;

export interface Call {
  id: number;
  on: Target;
  method: string;
  values: readonly unknown[];
}

export type ToWorker =
  /** The first message: the options that `new Workspace` takes, and those that were set later. */
  | { type: "open"; options: WorkspaceOptions; changed: Partial<WorkspaceOptions> }
  | ({ type: "call" } & Call)
  | { type: "start-session"; id: number; session: number; values: readonly unknown[] }
  | { type: "end-session"; session: number }
  /** The caller no longer waits for this answer. */
  | { type: "drop"; id: number };

/** An error in a message. */
export interface Fault {
  name: string;
  message: string;
  /** The argument of an `ArgumentError`. */
  argument?: string;
}

export type FromWorker =
  /** The module runs and the workspace is open. `not-open` has the reason why the workspace is not open. */
  | { type: "open" }
  | { type: "not-open"; fault: Fault }
  | { type: "answer"; id: number; answer: unknown }
  | { type: "fault"; id: number; fault: Fault }
  | { type: "progress"; id: number; done: number; total: number }
  /** The module stopped, so its results can no longer be trusted. */
  | { type: "trap"; id: number | null; reason: StopReason; message: string };

/** The connection to the other side. */
export interface Port<In, Out> {
  post(message: Out): void;
  listen(heard: (message: In) => void): void;
}
