/**
 * This module creates the editor state of a file. Large parts are loaded later, from `language.ts`
 * and `assistance.ts`.
 */
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { indentUnit } from "@codemirror/language";
import { lintGutter } from "@codemirror/lint";
import type { Extension } from "@codemirror/state";
import { Compartment, EditorState } from "@codemirror/state";
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from "@codemirror/view";
import { firstAnswer } from "../engine/client.ts";
import { t } from "../i18n/index.ts";
import { lineSeparator } from "../lib/text.ts";
import type { EditorListener } from "./facets.ts";
import { elsewhere, filePath } from "./facets.ts";
import { fixing } from "./fixes.ts";
import { problemMarks } from "./problems.ts";
import { appearance } from "./theme.ts";

const identity = new Compartment();
const phrases = new Compartment();
/**
 * The parts of the editor that are loaded later: the highlighting of a language, and the writing
 * assistance, such as completion.
 */
const later = { language: new Compartment(), assistance: new Compartment() };

/** Returns the state of an editor without a file. */
export function blankState(): EditorState {
  return EditorState.create({ extensions: [appearance] });
}

export function fileState(path: string, text: string, editable: boolean, listener: EditorListener): EditorState {
  const separator = lineSeparator(text);
  const extensions: Extension[] = [
    identity.of(filePath.of(path)),
    phrases.of([]),
    lineNumbers(),
    highlightActiveLine(),
    highlightActiveLineGutter(),
    highlightSpecialChars(),
    history(),
    drawSelection(),
    lintGutter(),
    problemMarks,
    fixing,
    indentUnit.of("  "),
    later.assistance.of([]),
    keymap.of([...defaultKeymap, ...historyKeymap, indentWithTab]),
    later.language.of([]),
    appearance,
    EditorView.lineWrapping,
    EditorView.contentAttributes.of((view) => ({
      "aria-label": t.peek().editor.contentsOf(view.state.facet(filePath)),
      "aria-describedby": "editor-help",
      spellcheck: "false",
      // A read-only text can also be scrolled by keyboard.
      tabindex: "0",
    })),
    EditorState.readOnly.of(!editable),
    EditorView.updateListener.of((update) => {
      if (update.docChanged && !update.transactions.some((one) => one.annotation(elsewhere)))
        listener.changed(update.state.facet(filePath), update.state.sliceDoc());
      if (update.docChanged || update.selectionSet) listener.moved(update.state);
    }),
  ];
  if (separator) extensions.push(EditorState.lineSeparator.of(separator));
  return EditorState.create({ doc: text, extensions });
}

/**
 * Returns an editor state with the same text and undo history for a file that was moved to another
 * path.
 */
export function renamedState(state: EditorState, path: string): EditorState {
  return state.update({ effects: identity.reconfigure(filePath.of(path)) }).state;
}

let arrived: Extension | undefined;

/**
 * Adds the writing assistance, such as completion, to an editor state if the assistance is loaded.
 * A completion that was waiting for the assistance starts again.
 */
export function assisted(state: EditorState): EditorState {
  return arrived ? state.update({ effects: later.assistance.reconfigure(arrived) }).state : state;
}

/**
 * Adds the parts that a view lacks: the texts in the page's language, the writing assistance, and
 * the highlighting of the file.
 */
export async function complete(view: EditorView): Promise<void> {
  speak(view);
  const path = view.state.facet(filePath);
  // In the meantime another file may have been opened, which gets its own parts.
  const isOpen = () => view.state.facet(filePath) === path;
  // The first view is loaded first, unless the visitor begins to write.
  await Promise.race([firstAnswer, focused(view)]);
  const { assistance } = await import("./assistance.ts");
  arrived = assistance;
  if (isOpen()) view.dispatch({ effects: later.assistance.reconfigure(assistance) });
  await firstAnswer;
  const { languageOf } = await import("./language.ts");
  const language = await languageOf(path);
  if (isOpen()) view.dispatch({ effects: later.language.reconfigure(language ?? []) });
}

async function focused({ contentDOM, hasFocus }: EditorView): Promise<unknown> {
  return hasFocus || new Promise((resolve) => contentDOM.addEventListener("focus", resolve, { once: true }));
}

/**
 * Sets the language of the editor's own labels, such as the labels of the search panel, to the
 * language of the page.
 */
export function speak(view: EditorView): void {
  view.dispatch({ effects: phrases.reconfigure(EditorState.phrases.of(t.peek().editor.phrases)) });
}
