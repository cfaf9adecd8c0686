/** `skillglass/worker`: a `Workspace` in a Web Worker, so that its work does not block the page. */
import type { WorkspaceOptions } from "../../skillglass.js";
import { openWith } from "./open.js";
import type { WorkerSetup, WorkerWorkspace } from "./surface.js";

export type {
  AnyWorker,
  Asked,
  AskOptions,
  NodeWorkerLike,
  Silence,
  WebWorkerLike,
  WorkerSession,
  WorkerSetup,
  WorkerState,
  WorkerStopReason,
  WorkerWorkspace,
} from "./surface.js";
export { ArgumentError, WorkerStopped } from "./surface.js";

/**
 * Opens a workspace in a worker. Calls may be made immediately, and wait until the module runs.
 *
 * If an option is wrong, `ready` and every call reject with an `ArgumentError`.
 */
export function openWorkspace(options: WorkspaceOptions, setup?: WorkerSetup): WorkerWorkspace {
  // Bundlers recognize exactly this expression.
  return openWith(() => new Worker(new URL("./thread.js", import.meta.url), { type: "module" }), options, setup);
}
