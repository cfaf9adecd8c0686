import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { t } from "../i18n/index.ts";
import { first } from "../lib/first.ts";

interface Props<T> {
  all: readonly T[];
  /** The number of items that are shown at first, and the number that each press of "more" adds. */
  step?: number;
  /** Renders the shown items, for example as a list. */
  children: (shown: readonly T[]) => ComponentChildren;
}

/**
 * Shows the first items of a list, and a button that shows more. Thousands of items at once would
 * be slow to lay out.
 */
export function Portion<T>({ all, step = 60, children }: Props<T>) {
  const [most, setMost] = useState(step);
  const { shown, more } = first(all, most);
  const next = more - first(all, most + step).more;
  return (
    <>
      {children(shown)}
      {more > 0 && (
        <button type="button" class="show-more" onClick={() => setMost(most + step)}>
          {t.value.figures.showMore(next)}
        </button>
      )}
    </>
  );
}
