/** Fixes into the text. All that one does, in other files and to paths too, is one step of the open file's history. */
import { invertedEffects, isolateHistory } from "@codemirror/commands";
import { StateEffect, Text } from "@codemirror/state";
import type { ChangeSpec, Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import type { FileRename, Fix, TextEdit } from "../engine/protocol.ts";
import { filePath } from "./file.ts";
import { positionOf } from "./places.ts";
import type { Problem } from "./problems.ts";
import { textOf, writeFile } from "./states.ts";
import { moveAll } from "./treeVerbs.ts";

/** Whether the text has changed since the problem was found: a moment later it is found anew, or gone. */
export function isStale(view: EditorView, { doc }: Problem): boolean {
  return view.state.doc !== doc;
}

/** What happens beside the open text. */
interface Beside {
  texts: { path: string; before: string; after: string }[];
  renames: FileRename[];
  undone: boolean;
}

const beside = StateEffect.define<Beside>();

/** Undoes and repeats with the text what happened beside it. */
export const besideText: Extension = [
  invertedEffects.of((transaction) => transaction.effects.filter((effect) => effect.is(beside)).map(({ value }) => beside.of({ ...(value as Beside), undone: !(value as Beside).undone }))),
  EditorView.updateListener.of(({ transactions }) => {
    // A moved file gets another state, which must wait until this update is over.
    for (const { effects } of transactions) for (const effect of effects) if (effect.is(beside)) queueMicrotask(() => void happen(effect.value));
  }),
];

async function happen({ texts, renames, undone }: Beside): Promise<void> {
  if (undone) await moveAll(renames.map(({ from, to }) => ({ from: to, to: from })).reverse());
  for (const { path, before, after } of texts) writeFile(path, undone ? before : after);
  if (!undone) await moveAll(renames);
}

export function applyFix(view: EditorView, { edits, renames }: Pick<Fix, "edits" | "renames">): void {
  const open = view.state.facet(filePath);
  const { doc } = view.state;
  const changes = edits.filter(({ path }) => path === open).map(({ range, text }): ChangeSpec => ({
    from: positionOf(doc, range.start),
    to: positionOf(doc, range.end),
    insert: Text.of(text.split(/\r\n?|\n/)),
  }));
  const texts = editedTexts(edits.filter(({ path }) => path !== open));
  view.dispatch({
    changes,
    effects: texts.length + renames.length > 0 ? beside.of({ texts, renames, undone: false }) : [],
    annotations: isolateHistory.of("full"),
    userEvent: "input.fix",
    scrollIntoView: true,
  });
  view.focus();
}

function editedTexts(edits: readonly TextEdit[]): Beside["texts"] {
  return [...Map.groupBy(edits, ({ path }) => path)].flatMap(([path, of]) => {
    const before = textOf(path);
    if (before === null) return [];
    let after = before;
    for (const { range, text } of of.toSorted((a, b) => b.range.start.offset - a.range.start.offset)) after = after.slice(0, range.start.offset) + text + after.slice(range.end.offset);
    return [{ path, before, after }];
  });
}

/** Puts a comment into the file that has the rule keep silent about it. */
export const ignore: ((view: EditorView, problem: Problem) => void) | null = null;
