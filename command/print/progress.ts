// The progress of a long command. It is shown only on a terminal, and only after a while.

/**
 * The time in milliseconds before the progress bar appears. Work that ends sooner shows no progress
 * bar.
 */
const PATIENCE = 500;
const BETWEEN_FRAMES = 80;
const BAR_WIDTH = 24;

/**
 * A progress bar on the error stream. Commands run synchronously, so their code calls `show` now
 * and then.
 */
export class Progress {
  readonly #started = performance.now();
  /**
   * True if the progress bar can appear, because it is wanted and the error stream is a terminal.
   */
  readonly isShown: boolean;
  #last = 0;
  #isThere = false;

  constructor(isWanted: boolean) {
    this.isShown = isWanted && process.stderr.isTTY === true;
  }

  /** Shows what the command is doing. With `done` and `total`, also shows a bar. */
  show(what: string, done?: number, total?: number): void {
    const now = performance.now();
    if (!this.isShown || now - this.#started < PATIENCE || now - this.#last < BETWEEN_FRAMES) return;
    this.#last = now;
    this.#isThere = true;
    process.stderr.write(`\r\x1b[K${total ? `${bar(done ?? 0, total)} ` : ""}${what}${total ? ` ${done} of ${total}` : ""} …`);
  }

  /** Removes the progress bar from the terminal. */
  clear(): void {
    if (this.#isThere) process.stderr.write("\r\x1b[K");
    this.#isThere = false;
  }
}

function bar(done: number, total: number): string {
  const full = Math.round((Math.min(done, total) / total) * BAR_WIDTH);
  return `${"━".repeat(full)}${"─".repeat(BAR_WIDTH - full)}`;
}
