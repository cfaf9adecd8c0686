/** `skillglass/worker` in Node, Deno and Bun: a worker of `node:worker_threads`. */
import { Worker } from "node:worker_threads";
import type { WorkspaceOptions } from "../../skillglass.js";
import type { WorkerSetup, WorkerWorkspace } from "./client.js";
import { openWith } from "./client.js";

export { ArgumentError, WorkerStopped } from "./client.js";

export function openWorkspace(options: WorkspaceOptions, setup?: WorkerSetup): WorkerWorkspace {
  return openWith(() => new Worker(new URL("./node-thread.js", import.meta.url)), options, setup);
}
