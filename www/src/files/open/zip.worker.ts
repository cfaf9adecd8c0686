/** Packs and unpacks zips off the page's thread, one job at a time. */
import { cutOff } from "../../lib/no-network.ts";
import { Collection } from "./collection.ts";
import { Stopped } from "./reasons.ts";
import { isZip, readZip, writeZip } from "./zip.ts";
import type { FromZip, ToZip } from "./zip-messages.ts";

cutOff();

/** Jobs that the page gave up; looked at between two portions. */
const stopped = new Set<number>();

addEventListener("message", ({ data }: MessageEvent<ToZip>) => {
  if (data.type === "stop") return void stopped.add(data.job);
  const { job } = data;
  (data.type === "unpack" ? unpack(job, data.file, data.whole) : pack(job, data.files)).catch((error: unknown) => {
    if (error instanceof Stopped) post({ job, type: "stopped", because: error.because });
    else post({ job, type: "failed", message: error instanceof Error ? error.message : String(error) });
  });
});

async function unpack(job: number, file: Blob, whole: boolean): Promise<void> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (!isZip(bytes)) return post({ job, type: "no-zip" });
  const found = new Collection<Uint8Array>(whole);
  for (const { files, done, total } of readZip(bytes, found)) {
    post(
      { job, type: "files", files, done, total },
      files.map(([, contents]) => contents.buffer as ArrayBuffer),
    );
    // The message that stops it is heard only between tasks.
    await new Promise((resolve) => setTimeout(resolve));
    if (stopped.delete(job)) return;
  }
  post({ job, type: "unpacked", folders: [...found.folders], refused: found.refused, skipped: [...found.skipped] });
}

async function pack(job: number, files: [string, Uint8Array][]): Promise<void> {
  const zip = writeZip(files);
  post({ job, type: "packed", zip }, [zip.buffer as ArrayBuffer]);
}

function post(message: FromZip, transfer: Transferable[] = []): void {
  (self as unknown as Worker).postMessage(message, transfer);
}
