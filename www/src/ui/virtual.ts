/**
 * This module wraps @tanstack/virtual-core as a Preact hook. With it, only the rows in view of a
 * long list are in the document.
 */
import type { VirtualizerOptions } from "@tanstack/virtual-core";
import { elementScroll, observeElementOffset, observeElementRect, Virtualizer } from "@tanstack/virtual-core";
import { useLayoutEffect, useReducer, useState } from "preact/hooks";

type Given = "count" | "getScrollElement" | "estimateSize";
type Optional = "getItemKey" | "rangeExtractor" | "overscan" | "paddingEnd" | "scrollPaddingStart" | "scrollPaddingEnd";
type Options = Pick<VirtualizerOptions<HTMLElement, HTMLElement>, Given> &
  Partial<Pick<VirtualizerOptions<HTMLElement, HTMLElement>, Optional>>;

export function useVirtualizer(options: Options): Virtualizer<HTMLElement, HTMLElement> {
  const [, redraw] = useReducer((drawn: number) => drawn + 1, 0);
  const all: VirtualizerOptions<HTMLElement, HTMLElement> = {
    observeElementRect,
    observeElementOffset,
    scrollToFn: elementScroll,
    onChange: () => redraw(undefined),
    ...options,
  };
  const [virtualizer] = useState(() => new Virtualizer(all));
  virtualizer.setOptions(all);
  useLayoutEffect(() => virtualizer._didMount(), []);
  useLayoutEffect(() => virtualizer._willUpdate());
  return virtualizer;
}
