// The progress of a long command. It is shown only on a terminal, and only after a while.

/** The time before the bar appears, in milliseconds. A bar that disappears at once would not help. */
const PATIENCE = 500;
const BETWEEN_FRAMES = 80;
const BAR_WIDTH = 24;

/** The progress bar. All work of the command is synchronous, so the work itself reports its progress. */
export class Progress {
  readonly #started = performance.now();
  /** True if a user can see the progress bar. */
  readonly isShown: boolean;
  #last = 0;
  #isThere = false;

  constructor(isWanted: boolean) {
    this.isShown = isWanted && process.stderr.isTTY === true;
  }

  /** Shows the current work. With `done` and `total`, also shows its progress. */
  show(what: string, done?: number, total?: number): void {
    const now = performance.now();
    if (!this.isShown || now - this.#started < PATIENCE || now - this.#last < BETWEEN_FRAMES) return;
    this.#last = now;
    this.#isThere = true;
    process.stderr.write(`\r\x1b[K${total ? `${bar(done ?? 0, total)} ` : ""}${what}${total ? ` ${done} of ${total}` : ""} …`);
  }

  /** Clears the line. */
  clear(): void {
    if (this.#isThere) process.stderr.write("\r\x1b[K");
    this.#isThere = false;
  }
}

function bar(done: number, total: number): string {
  const full = Math.round((Math.min(done, total) / total) * BAR_WIDTH);
  return `${"━".repeat(full)}${"─".repeat(BAR_WIDTH - full)}`;
}
