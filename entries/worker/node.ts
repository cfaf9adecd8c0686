/** `skillglass/worker` in Node, Deno and Bun: a worker of `node:worker_threads`. */
import { Worker } from "node:worker_threads";
import type { WorkspaceOptions } from "../../skillglass.js";
import { openWith } from "./open.js";
import type { WorkerSetup, WorkerWorkspace } from "./surface.js";

export { ArgumentError, WorkerStopped } from "./surface.js";

export function openWorkspace(options: WorkspaceOptions, setup?: WorkerSetup): WorkerWorkspace {
  return openWith(() => new Worker(new URL("./node-thread.js", import.meta.url)), options, setup);
}
