/**
 * Notices a worker that has stood still without a word: while it has work it is asked for a sign of life at each beat, and any message is
 * one. Beats are counted, not time: a machine that slept, or a tab whose timers were held, missed one beat and no more.
 */

/** In milliseconds. */
export const BEAT = 5_000;
/** Beats without a sign of life, after which the worker counts as silent: 20 seconds, far longer than any answer takes. */
export const MISSED = 4;

export interface Heartbeat {
  /** Begins to listen, or goes on: the worker has work. */
  begin(): void;
  /** The worker has nothing to do. */
  end(): void;
  /** Takes a sign of life. */
  heard(): void;
}

/** `ask` asks for a sign of life; `silent` is told when none comes for long, and again after each such time. */
export function heartbeat(ask: () => void, silent: () => void): Heartbeat {
  let timer: ReturnType<typeof setInterval> | undefined;
  let missed = 0;
  return {
    begin() {
      if (timer !== undefined) return;
      missed = 0;
      timer = setInterval(() => {
        if (++missed % MISSED === 0) silent();
        ask();
      }, BEAT);
    },
    end() {
      clearInterval(timer);
      timer = undefined;
    },
    heard() {
      missed = 0;
    },
  };
}
