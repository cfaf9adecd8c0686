/** Decompresses bytes with the functions of the platform, up to a limit. */
import { SourceError } from "./tree.js";

/** Returns the chunks of a stream. Throws the signal's reason if the signal aborts. */
export async function* chunksOf(stream: ReadableStream<Uint8Array>, signal?: AbortSignal): AsyncGenerator<Uint8Array, void> {
  const reader = stream.getReader();
  try {
    for (;;) {
      signal?.throwIfAborted();
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    // If the caller stops early, the rest of the stream is not needed.
    await reader.cancel().catch(() => {});
  }
}

/**
 * Decompresses bytes to exactly `size` bytes. Throws a `SourceError` if the bytes are damaged or
 * have another size after unpacking.
 */
export async function inflated(bytes: Uint8Array, size: number, signal?: AbortSignal): Promise<Uint8Array> {
  const out = new Uint8Array(size);
  let at = 0;
  try {
    for await (const chunk of chunksOf(streamOf(bytes).pipeThrough(decompression("deflate-raw")), signal)) {
      if (at + chunk.length > size) throw new SourceError("damaged", `it unpacks to more than the ${size} bytes that the archive declares`);
      out.set(chunk, at);
      at += chunk.length;
    }
  } catch (error) {
    if (error instanceof SourceError || signal?.aborted) throw error;
    throw new SourceError("damaged", "its compressed bytes are damaged", { cause: error });
  }
  if (at < size) throw new SourceError("damaged", `it unpacks to ${at} bytes, and the archive declares ${size}`);
  return out;
}

/** Returns a decompression stream, typed as a stream of bytes. */
export function decompression(format: CompressionFormat): ReadableWritablePair<Uint8Array, Uint8Array> {
  return new DecompressionStream(format) as unknown as ReadableWritablePair<Uint8Array, Uint8Array>;
}

export function streamOf(bytes: Uint8Array): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>({
    start(controller) {
      if (bytes.length > 0) controller.enqueue(bytes);
      controller.close();
    },
  });
}
