/** Places of the engine in an editor. By line and column, as the editor counts each end of a line as one. */
import type { Text } from "@codemirror/state";

export function positionOf(doc: Text, place: { line: number; column: number }): number {
  const line = doc.line(Math.min(Math.max(place.line, 1), doc.lines));
  return Math.min(line.from + Math.max(place.column, 1) - 1, line.to);
}
