/** This module packs zips in a worker. */
import { startWorker } from "../../lib/scripts.ts";
import type { Task } from "./progress.ts";
import address from "./zip.worker.ts?worker&url";

let worker: Worker | undefined;
let jobs = 0;

/**
 * Starts the worker for zips and returns the worker. A page that starts the worker early needs no
 * network later.
 */
export function preparePacking(): Worker {
  return (worker ??= startWorker(address));
}

/** Packs files into a zip. Rejects if the task is stopped, or if the worker fails. */
export function pack(files: [path: string, contents: Uint8Array][], { signal }: Task): Promise<Uint8Array> {
  const zips = preparePacking();
  const job = ++jobs;
  const listening = new AbortController();
  return new Promise<Uint8Array>((resolve, reject) => {
    const options = { signal: listening.signal };
    signal.addEventListener("abort", () => reject(signal.reason as Error), options);
    zips.addEventListener("error", ({ message }) => reject(new Error(message || "the worker could not be started")), options);
    zips.addEventListener(
      "message",
      ({ data }: MessageEvent<{ job: number; zip: Uint8Array }>) => data.job === job && resolve(data.zip),
      options,
    );
    zips.postMessage({ job, files });
  }).finally(() => listening.abort());
}
