/** A long list that stays in the worker: the page asks for the rows around those that are in view. */
import type { Signal } from "@preact/signals";
import { signal } from "@preact/signals";
import { useLayoutEffect } from "preact/hooks";

export interface Span {
  from: number;
  to: number;
}

/** Windows begin at multiples of a step and reach over several, so that scrolling seldom asks. */
const STEP = 40;

export function span(): Signal<Span> {
  return signal({ from: 0, to: 3 * STEP });
}

/** Moves the window when what is in view comes near its ends. */
export function useSpan(span: Signal<Span>, inView: readonly { index: number }[]): void {
  const [first, last] = [inView[0]?.index ?? 0, inView.at(-1)?.index ?? 0];
  useLayoutEffect(() => {
    span.value = spanAround(span.peek(), first, last);
  }, [first, last]);
}

/** Returns the window for these rows: the former window while it contains them, or else one with room before and after them. */
export function spanAround(former: Span, first: number, last: number): Span {
  if ((first >= former.from || former.from === 0) && last < former.to) return former;
  const from = Math.max(0, Math.floor(first / STEP) - 1) * STEP;
  return { from, to: Math.max(from + 3 * STEP, (Math.ceil((last + 1) / STEP) + 1) * STEP) };
}
