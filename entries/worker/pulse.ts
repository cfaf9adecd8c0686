/**
 * Watches whether a worker responds while it has a question. A worker that computes receives no messages, so only its answers
 * and its progress count.
 */

import type { WorkerSetup } from "./surface.js";

/** The question that a worker has. */
interface Asked {
  readonly method: string;
  readonly limit?: number | undefined;
}

type Timer = ReturnType<typeof setTimeout>;

/** Milliseconds of silence that are reported, unless the caller sets another number. */
const SILENCE = 10_000;
/** The parts in which time is counted. */
const STEPS = 4;

export class Pulse {
  readonly #setup: WorkerSetup;
  readonly #over: (method: string, limit: number) => void;
  #asked: Asked | undefined;
  #beats = 0;
  #lastBeat = 0;
  readonly #timers = new Set<Timer>();

  /** `over` is called when the worker was silent for as long as the question's limit. */
  constructor(setup: WorkerSetup, over: (method: string, limit: number) => void) {
    this.#setup = setup;
    this.#over = over;
  }

  /** Notes a response: time counts again from it. */
  beat(): void {
    this.#beats++;
    this.#asked = undefined;
  }

  /** The question that the worker has now; none when it waits. */
  watch(asked: Asked | undefined): void {
    if (asked === this.#asked && asked !== undefined) return;
    this.#asked = asked;
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
    if (!asked) return;
    this.#lastBeat = performance.now();
    const { method, limit } = asked;
    if (limit !== undefined) this.#after(limit, () => this.#over(method, limit));
    if (this.#setup.onSilence) this.#tellOf(method);
  }

  #tellOf(method: string): void {
    this.#after(this.#setup.silence ?? SILENCE, () => {
      this.#setup.onSilence?.({ method, milliseconds: Math.round(performance.now() - this.#lastBeat) });
      if (this.#asked) this.#tellOf(method);
    });
  }

  /** Calls `then` after so long without a response. A machine that slept, or a page whose timers were held, missed one step and no more. */
  #after(milliseconds: number, then: () => void): void {
    const beats = this.#beats;
    // Timers leave out parts of a millisecond, and may come one early.
    const step = Math.ceil(milliseconds / STEPS) + 1;
    const wait = (steps: number) => {
      // At the end one turn more: if this thread was blocked, a response may be waiting for it.
      const timer = setTimeout(
        () => {
          this.#timers.delete(timer);
          if (this.#beats !== beats) return;
          if (steps > 0) wait(steps - 1);
          else then();
        },
        steps > 0 ? step : 0,
      );
      this.#timers.add(timer);
    };
    wait(STEPS);
  }
}
