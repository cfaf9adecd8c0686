// Text for a terminal: its width and its line breaks.
import { stripVTControlCharacters } from "node:util";

export { counted, grouped, listed, percent, plain, plainLine } from "./plain.ts";

/**
 * The minimum width of the output, in columns. In a narrower terminal, lines are nevertheless
 * broken at this width, because otherwise each line would have a single word.
 */
const LEAST = 20;

/**
 * Returns the width of the terminal in columns. Returns infinity if the output is not a terminal.
 */
export function columns(): number {
  return process.stdout.isTTY ? Math.max(LEAST, process.stdout.columns || 80) : Number.POSITIVE_INFINITY;
}

const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}|[\u{20000}-\u{3fffd}]/u;

/** Returns the width of a text in columns of the terminal. Colour codes have no width. */
export function widthOf(text: string): number {
  const shown = stripVTControlCharacters(text);
  if (/^[\x20-\x7e]*$/.test(shown)) return shown.length;
  let width = 0;
  for (const sign of shown) width += /\p{Mn}|\u200d|\ufe0f/u.test(sign) ? 0 : WIDE.test(sign) ? 2 : 1;
  return width;
}

export function padded(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - widthOf(text)));
}

/** Returns a text that fits into `width` columns. A longer text is cut and ends with `…`. */
export function cropped(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  let kept = "";
  let used = 0;
  for (const sign of text) {
    used += widthOf(sign);
    if (used > width - 1) break;
    kept += sign;
  }
  return `${kept}…`;
}

/**
 * Returns `lead` and a text, broken at spaces so that lines fit the terminal. Lines after the first
 * begin with `indent`.
 */
export function wrapped(lead: string, text: string, indent: string): string {
  const room = columns();
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const line = lines.at(-1);
    const used = widthOf(lines.length === 1 ? lead : indent);
    if (line === undefined || used + widthOf(line) + 1 + widthOf(word) > room) lines.push(word);
    else lines[lines.length - 1] = `${line} ${word}`;
  }
  return lead + lines.join(`\n${indent}`);
}
