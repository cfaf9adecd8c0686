/** The page's side of the worker for zips. */
import { Collection } from "./collect.ts";
import type { Task } from "./progress.ts";
import { Stopped } from "./reasons.ts";
import type { GivenUp, Refused } from "./reasons.ts";

export type ToZip = { type: "unpack"; file: Blob; whole: boolean } | { type: "pack"; files: [string, Uint8Array][] };

export type FromZip =
  | { type: "no-zip" }
  | { type: "progress"; done: number; total: number | null }
  | { type: "files"; files: [string, Uint8Array][] }
  | { type: "unpacked"; folders: string[]; refused: { path: string; reason: Refused }[]; skipped: string[] }
  | { type: "packed"; zip: Uint8Array }
  | { type: "stopped"; because: GivenUp };

/** What the zip holds; null if the file is none. */
export async function unpack(file: Blob, task: Task, whole: boolean): Promise<Collection<Uint8Array> | null> {
  const found = new Collection<Uint8Array>(whole);
  const end = await work({ type: "unpack", file, whole }, [], task.signal, (message) => {
    if (message.type === "progress") task.report(message.done, message.total);
    if (message.type === "files") for (const [path, contents] of message.files) found.files.set(path, contents);
  });
  if (end.type !== "unpacked") return null;
  for (const folder of end.folders) found.folders.add(folder);
  for (const path of end.skipped) found.skipped.add(path);
  found.refused.push(...end.refused);
  return found;
}

export async function pack(files: [string, Uint8Array][], task: Task): Promise<Uint8Array> {
  const end = await work({ type: "pack", files }, [], task.signal, () => {});
  if (end.type !== "packed") throw new Error(end.type);
  return end.zip;
}

type End = Extract<FromZip, { type: "no-zip" | "unpacked" | "packed" }>;

/** Runs a worker for one job. The worker ends with it: cancelling must stop the work, and an archive's memory must not stay. */
function work(job: ToZip, transfer: Transferable[], signal: AbortSignal, heard: (message: FromZip) => void): Promise<End> {
  const worker = new Worker(new URL("./zip.worker.ts", import.meta.url), { type: "module" });
  return new Promise<End>((resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason as Error));
    worker.addEventListener("error", (event) => reject(new Error(event.message || "the worker could not be started")));
    worker.addEventListener("message", ({ data }: MessageEvent<FromZip>) => {
      if (data.type === "stopped") reject(new Stopped(data.because));
      else if (data.type === "no-zip" || data.type === "unpacked" || data.type === "packed") resolve(data);
      else heard(data);
    });
    worker.postMessage(job, transfer);
  }).finally(() => worker.terminate());
}
