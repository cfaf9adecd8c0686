/**
 * This module chooses which rows of a long list the page requests from the worker: those around the
 * visible rows.
 */
import type { Signal } from "@preact/signals";
import { signal } from "@preact/signals";
import { useLayoutEffect } from "preact/hooks";

export interface Span {
  from: number;
  to: number;
}

/**
 * The number of rows in a step. Each requested range of rows begins at a multiple of this number,
 * and has at least three steps, so that scrolling rarely needs a new request.
 */
const STEP = 40;

export function span(): Signal<Span> {
  return signal({ from: 0, to: 3 * STEP });
}

/** Requests other rows when the visible rows leave the range that was requested last. */
export function useSpan(span: Signal<Span>, inView: readonly { index: number }[]): void {
  const [first, last] = [inView[0]?.index ?? 0, inView.at(-1)?.index ?? 0];
  useLayoutEffect(() => {
    span.value = spanAround(span.peek(), first, last);
  }, [first, last]);
}

/**
 * Returns the range of rows to request. If the former range contains the visible rows, returns the
 * former range. Otherwise returns a new range with more rows before and after the visible rows.
 */
export function spanAround(former: Span, first: number, last: number): Span {
  if ((first >= former.from || former.from === 0) && last < former.to) return former;
  const from = Math.max(0, Math.floor(first / STEP) - 1) * STEP;
  return { from, to: Math.max(from + 3 * STEP, (Math.ceil((last + 1) / STEP) + 1) * STEP) };
}
