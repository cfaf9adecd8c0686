/**
 * Converts the lines and columns that Skillglass reports to positions in an editor. Byte or
 * character offsets are not used, because the editor counts each line end as one character.
 */
import type { Text } from "@codemirror/state";

export function positionOf(doc: Text, place: { line: number; column: number }): number {
  const line = doc.line(Math.min(Math.max(place.line, 1), doc.lines));
  return Math.min(line.from + Math.max(place.column, 1) - 1, line.to);
}
