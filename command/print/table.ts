// Columns side by side.
import { stripVTControlCharacters } from "node:util";
import { colour } from "./colour.ts";
import { columns, cropped, padded, widthOf } from "./text.ts";

/** Rows below a head, if one of its titles says something. On a terminal that is too narrow, the widest column gives way. */
export function table(head: readonly string[], rows: readonly (readonly string[])[], indent = "  "): string {
  const widths = head.map((title, column) => Math.max(widthOf(title), ...rows.map((row) => widthOf(row[column] ?? ""))));
  const gaps = indent.length + 2 * (head.length - 1);
  const excess = widths.reduce((sum, width) => sum + width, gaps) - columns();
  if (excess > 0) {
    const widest = widths.indexOf(Math.max(...widths));
    widths[widest] = Math.max(8, widths[widest]! - excess);
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
