// How far a long command is: on a terminal, and only when it takes a while.

/** Nobody misses a bar that would be gone at once, in milliseconds. */
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

  /** Shows the current work, perhaps with how much of how much is done. */
  show(what: string, done?: number, total?: number): void {
    const now = performance.now();
    if (!this.isShown || now - this.#started < PATIENCE || now - this.#last < BETWEEN_FRAMES) return;
    this.#last = now;
    this.#isThere = true;
    process.stderr.write(`\r\x1b[K${total ? `${bar(done ?? 0, total)} ` : ""}${what}${total ? ` ${done} of ${total}` : ""} …`);
  }

  /** Leaves the line empty. */
  clear(): void {
    if (this.#isThere) process.stderr.write("\r\x1b[K");
    this.#isThere = false;
  }
}

function bar(done: number, total: number): string {
  const full = Math.round((Math.min(done, total) / total) * BAR_WIDTH);
  return `${"━".repeat(full)}${"─".repeat(BAR_WIDTH - full)}`;
}
