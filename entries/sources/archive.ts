/** Reads archives. The first bytes of an archive show its format. */
import { chunksOf, decompression, streamOf } from "./inflate.js";
import { readTar } from "./tar.js";
import type { SourceOptions, SourceTree } from "./tree.js";
import { Collection, SourceError } from "./tree.js";
import type { Slices } from "./zip.js";
import { readZip, slicesOf } from "./zip.js";

/** An archive: a file from a picker, a drop or a download, its bytes, or a stream of its bytes. */
export type ArchiveInput = Blob | Uint8Array | ArrayBuffer | ReadableStream<Uint8Array>;

/** The options for reading an archive. */
export interface ArchiveOptions extends SourceOptions {
  /**
   * The name of the archive. By default, this is the file name if the archive is a `File`, and
   * `"archive"` otherwise.
   */
  readonly label?: string;
}

/**
 * Reads the entries of a zip (`.zip`, `.skill`), a tar, or a tar in gzip. Each file of a zip is
 * unpacked when it is read. All files of a tar are unpacked immediately, because a tar can only be
 * read from start to end. Hostile and damaged entries are in `refused`.
 *
 * Rejects with a `SourceError` if the archive has another format, or if none of its entries can be
 * found.
 */
export async function fromArchive(archive: ArchiveInput, options: ArchiveOptions = {}): Promise<SourceTree> {
  const { signal } = options;
  const found = new Collection(options.label ?? (archive instanceof Blob && "name" in archive ? String(archive.name) : "archive"), options);
  const start = await startOf(archive, signal);
  if (start.isZip) await readZip(start.slices ?? slicesOf(await bytesOf(start.stream(), found.limits.bytes, signal)), found, signal);
  else await readTar(start.isGzip ? start.stream().pipeThrough(decompression("gzip")) : start.stream(), found, signal);
  return found.tree();
}

interface Start {
  isZip: boolean;
  isGzip: boolean;
  /** The archive's bytes, from which any part can be read; null if the archive is a stream. */
  slices: Slices | null;
  stream(): ReadableStream<Uint8Array>;
}

async function startOf(archive: ArchiveInput, signal?: AbortSignal): Promise<Start> {
  if (archive instanceof Blob) {
    const slices = {
      size: archive.size,
      slice: async (from: number, to: number) => new Uint8Array(await archive.slice(from, to).arrayBuffer()),
    };
    return { ...kindOf(await slices.slice(0, 4)), slices, stream: () => archive.stream() as ReadableStream<Uint8Array> };
  }
  if (archive instanceof ReadableStream) {
    const chunks = chunksOf(archive, signal);
    let first = new Uint8Array();
    while (first.length < 4) {
      const { done, value } = await chunks.next();
      if (done) break;
      first = joined([first, value]);
    }
    return { ...kindOf(first), slices: null, stream: () => streamFrom(first, chunks) };
  }
  const bytes = archive instanceof Uint8Array ? archive : new Uint8Array(archive);
  return { ...kindOf(bytes), slices: slicesOf(bytes), stream: () => streamOf(bytes) };
}

function kindOf(first: Uint8Array): { isZip: boolean; isGzip: boolean } {
  const [a, b, c, d] = first;
  // A zip begins with a local file header. An empty zip consists only of the end record.
  const isZip = a === 0x50 && b === 0x4b && ((c === 3 && d === 4) || (c === 5 && d === 6));
  return { isZip, isGzip: a === 0x1f && b === 0x8b };
}

/** Returns a stream that repeats the bytes that were already read from another stream, and then continues with the rest of that stream. */
function streamFrom(first: Uint8Array, rest: AsyncGenerator<Uint8Array, void>): ReadableStream<Uint8Array> {
  let given = false;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (!given && first.length > 0) {
        given = true;
        controller.enqueue(first);
        return;
      }
      const { done, value } = await rest.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await rest.return();
    },
  });
}

/**
 * Returns all bytes of a zip from a stream. The whole zip is needed, because its list of files is
 * at the end. Throws a `SourceError` if the zip has more than `most` bytes.
 */
async function bytesOf(stream: ReadableStream<Uint8Array>, most: number, signal?: AbortSignal): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunksOf(stream, signal)) {
    size += chunk.length;
    if (size > most) throw new SourceError("too-large", `this zip has more than ${most} bytes`);
    chunks.push(chunk);
  }
  return joined(chunks);
}

function joined(chunks: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(chunks.reduce((size, { length }) => size + length, 0));
  let at = 0;
  for (const chunk of chunks) {
    out.set(chunk, at);
    at += chunk.length;
  }
  return out;
}
