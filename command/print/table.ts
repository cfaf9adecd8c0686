// Prints tables.
import { stripVTControlCharacters } from "node:util";
import { colour } from "./colour.ts";
import { columns, cropped, padded, widthOf } from "./text.ts";

/** The minimum width of a column, in columns of the terminal. */
const LEAST = 8;

/**
 * Returns a table as text. Titles are shown if one of them is not empty. If the terminal is too
 * narrow, cells in the widest columns are cut.
 */
export function table(head: readonly string[], rows: readonly (readonly string[])[], indent = "  "): string {
  const widths = head.map((title, column) => Math.max(widthOf(title), ...rows.map((row) => widthOf(row[column] ?? ""))));
  const gaps = indent.length + 2 * (head.length - 1);
  const most = columns();
  for (let width = widths.reduce((sum, one) => sum + one, gaps); width > most && Math.max(...widths) > LEAST; width--) {
    widths[widths.indexOf(Math.max(...widths))]! -= 1;
  }
  const line = (row: readonly string[]) => {
    const cells = row.map((cell, column) =>
      padded(widthOf(cell) > widths[column]! ? cropped(stripVTControlCharacters(cell), widths[column]!) : cell, widths[column]!),
    );
    return indent + cells.join("  ").trimEnd();
  };
  const titles = head.some((title) => title !== "") ? [line(head.map((title) => colour.dim(title)))] : [];
  return [...titles, ...rows.map(line)].join("\n");
}
