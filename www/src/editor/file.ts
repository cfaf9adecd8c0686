/** The editor of one file: its state, its language, and the errors marked in it. */
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { indentUnit } from "@codemirror/language";
import { lintGutter, setDiagnostics } from "@codemirror/lint";
import type { Diagnostic } from "@codemirror/lint";
import { Compartment, EditorState, Facet } from "@codemirror/state";
import type { Extension } from "@codemirror/state";
import { EditorView, drawSelection, highlightActiveLine, highlightActiveLineGutter, highlightSpecialChars, keymap, lineNumbers } from "@codemirror/view";
import type { SkillError } from "../engine/protocol.ts";
import { lineSeparator } from "../text.ts";
import { t } from "../texts/index.ts";
import { appearance } from "./theme.ts";

const language = new Compartment();

/** The file that a state is of. */
export const filePath = Facet.define<string, string>({ combine: (paths) => paths[0] ?? "" });

export interface FileEditor {
  path: string;
  text: string;
  editable: boolean;
  changed(path: string, text: string): void;
}

/** Before any file; it has the appearance already, as the first state decides about the nonce of the styles. */
export function blankState(): EditorState {
  return EditorState.create({ extensions: [appearance] });
}

export function fileState({ path, text, editable, changed }: FileEditor): EditorState {
  const separator = lineSeparator(text);
  const extensions: Extension[] = [
    filePath.of(path),
    lineNumbers(),
    highlightActiveLine(),
    highlightActiveLineGutter(),
    highlightSpecialChars(),
    history(),
    drawSelection(),
    lintGutter(),
    indentUnit.of("  "),
    keymap.of([...defaultKeymap, ...historyKeymap, indentWithTab]),
    language.of([]),
    appearance,
    EditorView.lineWrapping,
    EditorView.contentAttributes.of({ "aria-label": t.peek().editor.contentsOf(path), "aria-describedby": "editor-help", spellcheck: "false" }),
    EditorState.readOnly.of(!editable),
    EditorView.updateListener.of((update) => {
      if (update.docChanged) changed(path, update.state.sliceDoc());
    }),
  ];
  if (separator) extensions.push(EditorState.lineSeparator.of(separator));
  return EditorState.create({ doc: text, extensions });
}

/** Highlights the file by its name, as soon as the languages are there. */
export async function highlight(view: EditorView, path: string): Promise<void> {
  const { languageOf } = await import("./language.ts");
  // Meanwhile another file may have been opened, which is highlighted by its own call.
  if (view.state.facet(filePath) === path) view.dispatch({ effects: language.reconfigure(languageOf(path)) });
}

export function markErrors(view: EditorView, errors: readonly SkillError[]): void {
  const diagnostics = errors.map((error): Diagnostic => {
    const [from, to] = rangeAt(view.state, error.place ?? { line: 1, column: 1 });
    return { from, to, severity: "error", message: error.message };
  });
  view.dispatch(setDiagnostics(view.state, diagnostics));
}

export function reveal(view: EditorView, place: { line: number; column: number }): void {
  const [from] = rangeAt(view.state, place);
  view.dispatch({ selection: { anchor: from }, effects: EditorView.scrollIntoView(from, { y: "center" }) });
  view.focus();
}

/** From a place to the end of its line; the whole line if nothing is left of it. By line, as `\r\n` counts as one here. */
function rangeAt(state: EditorState, place: { line: number; column: number }): [number, number] {
  const line = state.doc.line(Math.min(Math.max(place.line, 1), state.doc.lines));
  const from = Math.min(line.from + place.column - 1, line.to);
  return from < line.to ? [from, line.to] : [line.from, line.to];
}
