/** A file of the visitor that is read when it is needed, and its bytes at that time. */
import type { SourceFile } from "skillglass/sources";
import type { Unread } from "../../lib/text.ts";

export class OnDisk implements Unread {
  /** The bytes when this page last read or wrote the file; null before that. */
  known: Uint8Array | null = null;

  private reading: Promise<Uint8Array> | null = null;

  constructor(private readonly source: SourceFile) {}

  async size(): Promise<number> {
    return this.source.size ?? (await this.source.blob!()).size;
  }

  /** Reads the file. Rejects if the file is gone, may not be read, or is too large. Calls during the reading get the same bytes. */
  read(): Promise<Uint8Array> {
    return (this.reading ??= this.source
      .read()
      .then((bytes) => (this.known = bytes))
      .finally(() => (this.reading = null)));
  }
}
