/** A file of the visitor's that is read when someone wants it, and its bytes at that time. */
import type { SourceFile } from "skillglass/sources";
import type { Unread } from "../../lib/text.ts";

export class OnDisk implements Unread {
  /** Its bytes when this page last read or wrote it; null before. */
  known: Uint8Array | null = null;

  private reading: Promise<Uint8Array> | null = null;

  constructor(private readonly source: SourceFile) {}

  async size(): Promise<number> {
    return this.source.size ?? (await this.source.blob!()).size;
  }

  /** Fails when the file is gone, may not be read, or is too large. Callers that ask meanwhile get the same bytes. */
  read(): Promise<Uint8Array> {
    return (this.reading ??= this.source
      .read()
      .then((bytes) => (this.known = bytes))
      .finally(() => (this.reading = null)));
  }
}
