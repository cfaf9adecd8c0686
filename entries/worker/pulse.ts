/**
 * Watches whether a worker responds while it computes an answer. Only answers and reports of
 * progress count as responses. The worker cannot respond to other messages, because it receives
 * none while it computes.
 */

import type { WorkerSetup } from "./surface.js";

/** The call that a worker is answering. */
interface Asked {
  readonly method: string;
  readonly limit?: number | undefined;
}

type Timer = ReturnType<typeof setTimeout>;

/** The default time without a response after which `onSilence` is called, in milliseconds. */
const SILENCE = 10_000;
/** The number of steps into which a time limit is divided. */
const STEPS = 4;

export class Pulse {
  readonly #setup: WorkerSetup;
  readonly #over: (method: string, limit: number) => void;
  #asked: Asked | undefined;
  #beats = 0;
  #lastBeat = 0;
  readonly #timers = new Set<Timer>();

  /**
   * `over` is called if the worker does not respond to a call within the call's time limit. Its
   * arguments are the name of the called method and the limit in milliseconds.
   */
  constructor(setup: WorkerSetup, over: (method: string, limit: number) => void) {
    this.#setup = setup;
    this.#over = over;
  }

  /** Records a response of the worker, so that the time without a response starts again. */
  beat(): void {
    this.#beats++;
    this.#asked = undefined;
  }

  /** Sets the call that the worker is answering; undefined if the worker has no call to answer. */
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

  /**
   * Calls `then` if the worker does not respond for this time. The time is counted in several
   * steps. If the machine sleeps, or the browser pauses the timers of the page, the whole pause
   * counts as one step at most.
   */
  #after(milliseconds: number, then: () => void): void {
    const beats = this.#beats;
    // Timers ignore fractions of a millisecond, and may fire one millisecond early.
    const step = Math.ceil(milliseconds / STEPS) + 1;
    const wait = (steps: number) => {
      // At the end, one more turn of the event loop: if this thread was blocked, a response may be waiting.
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
