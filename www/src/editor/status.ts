/**
 * This module computes the figures below the editor: the position of the cursor, and the size of
 * the open text.
 */
import type { EditorState, Text } from "@codemirror/state";
import { signal } from "@preact/signals";
import { frontmatter, valueOf } from "skillglass/codemirror";
import { filePath } from "./facets.ts";

/** The pause in typing, in milliseconds, after which the size of the text is counted again. */
const PAUSE = 150;

export interface Figures {
  path: string;
  characters: number;
  tokens: number;
  /**
   * The length of the skill's description in Unicode characters; null if the file has no
   * description.
   */
  description: number | null;
}

export const cursor = signal({ line: 1, column: 1, selected: 0 });
export const figures = signal<Figures | null>(null);

let counted: { doc: Text; path: string } | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Updates the status line below the editor after a change of the text or the cursor. The status
 * line shows the position of the cursor and the size of the text.
 */
export function follow(state: EditorState): void {
  const { main } = state.selection;
  const line = state.doc.lineAt(main.head);
  const next = { line: line.number, column: main.head - line.from + 1, selected: main.to - main.from };
  const { line: wasLine, column, selected } = cursor.peek();
  if (next.line !== wasLine || next.column !== column || next.selected !== selected) cursor.value = next;
  const path = state.facet(filePath);
  if (counted?.doc === state.doc && counted.path === path) return;
  const isNew = counted?.path !== path;
  counted = { doc: state.doc, path };
  clearTimeout(timer);
  timer = setTimeout(() => (figures.value = count(state)), isNew ? 0 : PAUSE);
}

function count(state: EditorState): Figures {
  const { doc } = state;
  let [characters, bytes] = [doc.lines - 1, doc.lines - 1];
  for (let lines = doc.iterLines(); !lines.next().done; ) {
    for (const character of lines.value) {
      const code = character.codePointAt(0)!;
      characters++;
      bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x1_0000 ? 3 : 4;
    }
  }
  const path = state.facet(filePath);
  const block = /\.md$/i.test(path) ? frontmatter(doc) : null;
  const description = block && valueOf(doc, block, "description");
  // A token for each four bytes, as in the budgets of the hosts that count tokens.
  return { path, characters, tokens: Math.ceil(bytes / 4), description: description === null ? null : [...description].length };
}
