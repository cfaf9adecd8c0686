import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { upkeep } from "../../i18n/upkeep.ts";

/** The items that are shown at first, and with each further step. */
const STEP = 60;

/** The first items of a list, and a button for more, because thousands would be slow to lay out. */
export function Portion<T>({ all, children }: { all: readonly T[]; children: (item: T) => ComponentChildren }) {
  const [most, setMost] = useState(STEP);
  const more = all.length - most;
  return (
    <>
      {all.slice(0, most).map(children)}
      {more > 0 && (
        <button type="button" class="more" onClick={() => setMost(most + STEP)}>
          {upkeep.value.more(Math.min(more, STEP))}
        </button>
      )}
    </>
  );
}
