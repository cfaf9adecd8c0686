/** Packs and unpacks zips off the page's thread. Whoever wants it to stop ends the worker. */
import { Stopped } from "./reasons.ts";
import type { FromZip, ToZip } from "./archive.ts";
import { entriesOf, isZip, readZip, writeZip } from "./zip.ts";

/** Files in one message: receiving them is one task of the page's. */
const PORTION = 500;

addEventListener("message", ({ data }: MessageEvent<ToZip>) => {
  void (data.type === "unpack" ? unpack(data.file, data.whole) : pack(data.files)).catch((error: unknown) => {
    if (error instanceof Stopped) post({ type: "stopped", because: error.because });
    else post({ type: "stopped", because: { code: "broken-zip", why: error instanceof Error ? error.message : String(error) } });
  });
});

async function unpack(file: Blob, whole: boolean): Promise<void> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (!isZip(bytes)) return post({ type: "no-zip" });
  const total = entriesOf(bytes);
  const { files, folders, refused, skipped } = readZip(bytes, whole, (done) => {
    if (done % 100 === 0) post({ type: "progress", done, total });
  });
  let portion: [string, Uint8Array][] = [];
  for (const file of files) {
    portion.push(file);
    if (portion.length === PORTION) {
      send(portion);
      portion = [];
    }
  }
  send(portion);
  post({ type: "unpacked", folders: [...folders], refused, skipped: [...skipped] });
}

async function pack(files: [string, Uint8Array][]): Promise<void> {
  const zip = writeZip(files);
  post({ type: "packed", zip }, [zip.buffer as ArrayBuffer]);
}

function send(files: [string, Uint8Array][]): void {
  post({ type: "files", files }, files.map(([, contents]) => contents.buffer as ArrayBuffer));
}

function post(message: FromZip, transfer: Transferable[] = []): void {
  (self as unknown as Worker).postMessage(message, transfer);
}
