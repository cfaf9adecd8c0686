/** A long list that stays in the worker. The page requests the rows around the visible rows. */
import type { Signal } from "@preact/signals";
import { signal } from "@preact/signals";
import { useLayoutEffect } from "preact/hooks";

export interface Span {
  from: number;
  to: number;
}

/** The step of windows. A window begins at a multiple of the step and has several steps, so that scrolling rarely needs a request. */
const STEP = 40;

export function span(): Signal<Span> {
  return signal({ from: 0, to: 3 * STEP });
}

/** Moves the window when the visible rows come near its ends. */
export function useSpan(span: Signal<Span>, inView: readonly { index: number }[]): void {
  const [first, last] = [inView[0]?.index ?? 0, inView.at(-1)?.index ?? 0];
  useLayoutEffect(() => {
    span.value = spanAround(span.peek(), first, last);
  }, [first, last]);
}

/**
 * Returns the window for these rows: the former window if it contains the rows, or else a new window with more rows before and after them.
 */
export function spanAround(former: Span, first: number, last: number): Span {
  if ((first >= former.from || former.from === 0) && last < former.to) return former;
  const from = Math.max(0, Math.floor(first / STEP) - 1) * STEP;
  return { from, to: Math.max(from + 3 * STEP, (Math.ceil((last + 1) / STEP) + 1) * STEP) };
}
