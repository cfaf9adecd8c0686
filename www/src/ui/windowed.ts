/** A long list that stays in the worker: the page asks for the rows around those that are in view. */
import { signal } from "@preact/signals";
import type { Signal } from "@preact/signals";
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
    const { from, to } = span.peek();
    if ((first >= from || from === 0) && last < to) return;
    const start = Math.max(0, Math.floor(first / STEP) - 1) * STEP;
    span.value = { from: start, to: Math.max(start + 3 * STEP, (Math.ceil((last + 1) / STEP) + 1) * STEP) };
  }, [first, last]);
}
