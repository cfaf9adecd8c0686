/**
 * This module represents a file on the visitor's disk, which is read only when its contents are
 * needed.
 */
import type { SourceFile } from "skillglass/sources";
import type { Unread } from "../../lib/text.ts";

export class OnDisk implements Unread {
  /** The file's bytes when the page read the file last; null if the page has not read it. */
  known: Uint8Array | null = null;

  private reading: Promise<Uint8Array> | null = null;

  constructor(private readonly source: SourceFile) {}

  async size(): Promise<number> {
    return this.source.size ?? (await this.source.blob!()).size;
  }

  /**
   * Reads the file. Rejects if the file is gone, may not be read, or is too large. Calls during one
   * read share its result.
   */
  read(): Promise<Uint8Array> {
    return (this.reading ??= this.source
      .read()
      .then((bytes) => (this.known = bytes))
      .finally(() => (this.reading = null)));
  }
}
