/** A file of the visitor's that is read when someone wants it, and its bytes at that time. */
import type { Unread } from "../../lib/text.ts";
import { MAX_BYTES } from "./collection.ts";

export class OnDisk implements Unread {
  /** Its bytes when this page last read or wrote it; null before. */
  known: Uint8Array | null = null;

  private bytes: number | null = null;
  private reading: Promise<Uint8Array> | null = null;

  constructor(private readonly open: () => Promise<File>) {}

  static file(file: File): OnDisk {
    return new OnDisk(() => Promise.resolve(file));
  }

  static handle(handle: FileSystemFileHandle): OnDisk {
    return new OnDisk(() => handle.getFile());
  }

  static entry(entry: FileSystemFileEntry): OnDisk {
    return new OnDisk(() => new Promise((resolve, reject) => entry.file(resolve, reject)));
  }

  async size(): Promise<number> {
    return (this.bytes ??= (await this.open()).size);
  }

  /** Fails when the file is gone, may not be read, or is larger than all that this page takes. Whoever asks meanwhile gets the same bytes. */
  read(): Promise<Uint8Array> {
    return (this.reading ??= this.readNow().finally(() => (this.reading = null)));
  }

  private async readNow(): Promise<Uint8Array> {
    const file = await this.open();
    if (file.size > MAX_BYTES) throw new RangeError(`larger than ${MAX_BYTES} bytes`);
    const bytes = new Uint8Array(await file.arrayBuffer());
    this.known = bytes;
    return bytes;
  }
}
