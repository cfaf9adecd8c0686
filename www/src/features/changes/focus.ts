import type { RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { reportAttention } from "../../state/comparing.ts";

/** The number of the last opened report whose heading got the focus. */
let served = 0;

/** Moves the focus to the heading of a report that was opened from elsewhere, as soon as the heading is rendered. */
export function useReportFocus(): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  const asked = reportAttention.value;
  useLayoutEffect(() => {
    if (asked === served || !heading.current) return;
    served = asked;
    heading.current.focus();
  });
  return heading;
}
