/**
 * This module creates the editor of the prompt. The colour of a mentioned skill shows whether the
 * mention selects the skill.
 */
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import type { Extension } from "@codemirror/state";
import { Compartment, EditorState, StateEffect, StateField } from "@codemirror/state";
import type { DecorationSet } from "@codemirror/view";
import { Decoration, drawSelection, EditorView, keymap, placeholder } from "@codemirror/view";
import type { Mention } from "skillglass";
import { appearance } from "../../editor/theme.ts";
import type { Texts } from "../../i18n/index.ts";
import { t } from "../../i18n/index.ts";
import type { Names } from "./name-completion.ts";

const completing = new Compartment();
const worded = new Compartment();

const setMentions = StateEffect.define<readonly Mention[]>();

const mentionMarks = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, transaction) {
    let next = marks.map(transaction.changes);
    for (const effect of transaction.effects) if (effect.is(setMentions)) next = marksOf(effect.value, transaction.state.doc.length);
    return next;
  },
  provide: (field) => EditorView.decorations.from(field),
});

function marksOf(mentions: readonly Mention[], length: number): DecorationSet {
  const ranges = mentions.flatMap(({ range, outcome }) => {
    if (!range || range.end.offset > length || range.start.offset >= range.end.offset) return [];
    const title = outcome.status === "selected" ? t.peek().turn.selects(outcome.path) : outcome.message;
    const mark = Decoration.mark({ class: `mention ${outcome.status}`, attributes: { title } });
    return [mark.range(range.start.offset, range.end.offset)];
  });
  return Decoration.set(ranges, true);
}

export function promptState(text: string, changed: (text: string) => void): EditorState {
  return EditorState.create({
    doc: text,
    extensions: [
      history(),
      drawSelection(),
      keymap.of([...defaultKeymap, ...historyKeymap]),
      mentionMarks,
      completing.of([]),
      appearance,
      worded.of(words(t.peek())),
      EditorView.lineWrapping,
      EditorView.contentAttributes.of({ spellcheck: "false", tabindex: "0" }),
      EditorView.updateListener.of((update) => {
        // The places of mentions refer to the text that the host got, in which lines end with \n.
        if (update.docChanged) changed(update.state.doc.toString());
      }),
    ],
  });
}

function words({ turn }: Texts): Extension {
  return [placeholder(turn.promptPlaceholder), EditorView.contentAttributes.of({ "aria-label": turn.prompt })];
}

/** Changes the editor's placeholder and label to the language of the page. */
export function reword(view: EditorView, texts: Texts): void {
  view.dispatch({ effects: worded.reconfigure(words(texts)) });
}

/** Replaces the whole text of the editor, for example when an example is opened. */
export function replace(view: EditorView, text: string): void {
  view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } });
}

export function markMentions(view: EditorView, mentions: readonly Mention[]): void {
  view.dispatch({ effects: setMentions.of(mentions) });
}

/** Loads the code for completion, and then completes skill names while the visitor types. */
export async function completeNames(view: EditorView, names: () => Promise<Names>): Promise<void> {
  const { completion } = await import("./name-completion.ts");
  view.dispatch({ effects: completing.reconfigure(completion(names)) });
}
