// How wide a text is in the fonts that systems have for their own words. It is a guess: `textLength` has the viewer keep to it.
import { widthOf } from "../print/text.ts";

/** Parts of the font's size that a character takes, the narrow ones first; all others take `USUAL`. */
const SHARES: readonly (readonly [RegExp, number])[] = [
  [/[ijl.,:;'|!·]/, 0.28],
  [/[ ftrI()[\]\-/]/, 0.36],
  [/[mwMW@%—…]/, 0.86],
  [/[A-Z]/, 0.66],
];
const USUAL = 0.56;
/** Two columns of a terminal are as wide as one line is high. */
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
