/** The page's side of the worker for zips. */
import { startWorker } from "../../lib/scripts.ts";
import { Collection } from "./collection.ts";
import type { Task } from "./progress.ts";
import { Stopped } from "./reasons.ts";
import address from "./zip.worker.ts?worker&url";
import type { FromZip, Job, ToZip } from "./zip-messages.ts";

let worker: Worker | undefined;
let jobs = 0;

/** Starts the worker, so that nothing is fetched when it is needed. */
export function prepareArchives(): Worker {
  return (worker ??= startWorker(address));
}

/** The entries of the zip; null if the file is none. */
export async function unpack(file: Blob, task: Task, whole: boolean): Promise<Collection<Uint8Array> | null> {
  const found = new Collection<Uint8Array>(whole);
  const end = await run({ type: "unpack", file, whole }, task, (message) => {
    for (const [path, contents] of message.files) found.files.set(path, contents);
    task.report(message.done, message.total);
  });
  if (end.type !== "unpacked") return null;
  for (const folder of end.folders) found.folders.add(folder);
  for (const path of end.skipped) found.skipped.add(path);
  found.refused.push(...end.refused);
  return found;
}

export async function pack(files: [string, Uint8Array][], task: Task): Promise<Uint8Array> {
  const end = await run({ type: "pack", files }, task, () => {});
  if (end.type !== "packed") throw new Error(end.type);
  return end.zip;
}

type End = Extract<FromZip, { type: "no-zip" | "unpacked" | "packed" }>;

function run(what: Job, task: Task, took: (message: Extract<FromZip, { type: "files" }>) => void): Promise<End> {
  const zips = prepareArchives();
  const job = ++jobs;
  const listening = new AbortController();
  return new Promise<End>((resolve, reject) => {
    const options = { signal: listening.signal };
    task.signal.addEventListener(
      "abort",
      () => {
        zips.postMessage({ job, type: "stop" } satisfies ToZip);
        reject(task.signal.reason as Error);
      },
      options,
    );
    zips.addEventListener("error", (event) => reject(new Error(event.message || "the worker could not be started")), options);
    zips.addEventListener(
      "message",
      ({ data }: MessageEvent<FromZip>) => {
        if (data.job !== job) return;
        if (data.type === "files") took(data);
        else if (data.type === "stopped") reject(new Stopped(data.because));
        else if (data.type === "failed") reject(new Error(data.message));
        else resolve(data);
      },
      options,
    );
    zips.postMessage({ job, ...what } satisfies ToZip);
  }).finally(() => listening.abort());
}
