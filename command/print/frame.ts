// Shows a place in a source with its line.
import type { Range } from "skillglass";
import { colour } from "./colour.ts";
import { columns, plain, widthOf } from "./text.ts";

/** The maximum width of a shown line of code, in columns of the terminal. */
const USUAL_WIDTH = 120;
/** The minimum number of characters that are shown of a long line, even on a narrow terminal. */
const LEAST = 6;
const TAB = "    ";

/**
 * Returns the first line of code of a range, and a line with marks below it. Returns an empty list
 * if the range is about the whole file.
 */
export function frame(text: string, range: Range, indent: string): string[] {
  const isWhole = range.start.offset === range.end.offset && range.start.offset === 0;
  const line = text.split("\n")[range.start.line - 1];
  if (isWhole || line === undefined) return [];
  const number = String(range.start.line);
  const gutter = `${indent}${colour.dim(`${number} │`)} `;
  const room = Math.min(columns(), USUAL_WIDTH) - indent.length - number.length - 4;
  const isOneLine = range.end.line === range.start.line;
  const clean = plain(line.replace(/\r$/, ""));
  const from = Math.min(range.start.column - 1, clean.length);
  const to = isOneLine ? Math.min(range.end.column - 1, clean.length) : clean.length;
  const shown = window(clean, from, to, room);
  const before = expand(shown.text.slice(0, shown.from));
  const marked = expand(shown.text.slice(shown.from, shown.to));
  const marks = `${" ".repeat(widthOf(before))}${colour.yellow("^".repeat(Math.max(1, widthOf(marked))))}`;
  const more = isOneLine ? "" : colour.dim(` … to line ${range.end.line}`);
  return [`${gutter}${expand(shown.text)}`.trimEnd(), `${indent}${colour.dim(`${" ".repeat(number.length)} │`)} ${marks}${more}`];
}

function expand(text: string): string {
  return text.replaceAll("\t", TAB);
}

/**
 * Returns the part of a long line that surrounds a range, and the position of the range in this
 * part. If the line is at most `room` columns wide, the whole line is returned. The part does not
 * begin or end in the middle of a surrogate pair.
 */
function window(line: string, from: number, to: number, room: number): { text: string; from: number; to: number } {
  if (widthOf(expand(line)) <= room) return { text: line, from, to };
  const units = Math.max(LEAST, Math.floor(room / (widthOf(expand(line)) / line.length)) - 2);
  let start = Math.max(0, Math.min(from - Math.floor(units / 3), line.length - units));
  if (/[\udc00-\udfff]/.test(line[start] ?? "")) start += 1;
  let end = Math.min(line.length, start + units);
  if (/[\udc00-\udfff]/.test(line[end] ?? "")) end -= 1;
  const head = start > 0 ? "…" : "";
  const tail = end < line.length ? "…" : "";
  const shift = head.length - start;
  return { text: head + line.slice(start, end) + tail, from: from + shift, to: Math.min(to, end) + shift };
}
