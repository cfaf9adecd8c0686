import type { RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { reportAttention } from "../../state/comparing.ts";

/**
 * The value of `reportAttention` when a report's heading last got the focus. `reportAttention` is a
 * counter that increases when another view opens a report.
 */
let served = 0;

/**
 * Moves the focus to a report's heading when another view has opened the report. Returns the
 * reference for the heading element.
 */
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
