// Estimates the width of a text in the fonts of systems. The attribute `textLength` makes viewers use the estimated width.
import { widthOf } from "../print/text.ts";

/**
 * The estimated widths of characters in ems. The first pattern that matches decides; other
 * characters have the width `USUAL`.
 */
const SHARES: readonly (readonly [RegExp, number])[] = [
  [/[ijl.,:;'|!·]/, 0.28],
  [/[ ftrI()[\]\-/]/, 0.36],
  [/[mwMW@%—…]/, 0.86],
  [/[A-Z]/, 0.66],
];
const USUAL = 0.56;
/** The estimated width of a wide character, such as a Chinese one, in ems. */
const WIDE = 1;

/** Returns the estimated width of a line of text in pixels. `size` is the font size in pixels. */
export function widthIn(text: string, size: number): number {
  let width = 0;
  for (const sign of text) {
    const columns = widthOf(sign);
    width += columns === 2 ? WIDE : columns === 0 ? 0 : (SHARES.find(([pattern]) => pattern.test(sign))?.[1] ?? USUAL);
  }
  return Math.round(width * size * 10) / 10;
}
