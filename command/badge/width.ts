// Estimates the width of a text in the fonts of systems. The attribute `textLength` makes viewers use the estimated width.
import { widthOf } from "../print/text.ts";

/** The widths of characters as shares of the font's size, the narrow characters first. All other characters have the width `USUAL`. */
const SHARES: readonly (readonly [RegExp, number])[] = [
  [/[ijl.,:;'|!·]/, 0.28],
  [/[ ftrI()[\]\-/]/, 0.36],
  [/[mwMW@%—…]/, 0.86],
  [/[A-Z]/, 0.66],
];
const USUAL = 0.56;
/** The width of a character that takes two columns of a terminal: the height of a line. */
const WIDE = 1;

/** Returns the width of a line in pixels, in a font of this size. */
export function widthIn(text: string, size: number): number {
  let width = 0;
  for (const sign of text) {
    const columns = widthOf(sign);
    width += columns === 2 ? WIDE : columns === 0 ? 0 : (SHARES.find(([pattern]) => pattern.test(sign))?.[1] ?? USUAL);
  }
  return Math.round(width * size * 10) / 10;
}
