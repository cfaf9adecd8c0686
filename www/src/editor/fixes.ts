/**
 * This module applies fixes in the editor. A fix is one step in the undo history of the open file,
 * even if the fix also changes other files or renames some.
 */
import { invertedEffects, isolateHistory } from "@codemirror/commands";
import type { ChangeSpec, Extension } from "@codemirror/state";
import { StateEffect, Text } from "@codemirror/state";
import { EditorView, keymap } from "@codemirror/view";
import type { FileRename, Fix, TextEdit } from "skillglass";
import type { Problem } from "skillglass/codemirror";
import { frontmatter, placeAt, positionOf } from "skillglass/codemirror";
import { ask } from "../engine/client.ts";
import { readOnly } from "../lib/embedding.ts";
import { beforeRenames } from "../lib/paths.ts";
import { edited } from "../lib/text.ts";
import { edit, move, textOf } from "../state/files.ts";
import { difference } from "./difference.ts";
import { filePath } from "./facets.ts";
import { judges } from "./judges.ts";
import { viewOf } from "./view.ts";

/**
 * The changes that a fix makes outside of the open file: new texts of other files, and renames.
 * `undone` is true if the visitor has undone the fix.
 */
interface Beside {
  texts: { path: string; before: string; after: string }[];
  renames: FileRename[];
  undone: boolean;
}

const beside = StateEffect.define<Beside>();

async function happen({ texts, renames, undone }: Beside): Promise<void> {
  if (undone) for (const { from, to } of renames.toReversed()) await move(to, from);
  for (const { path, before, after } of texts) edit(path, undone ? before : after);
  if (!undone) for (const { from, to } of renames) await move(from, to);
}

export function applyFix(view: EditorView, { edits, renames }: Pick<Fix, "edits" | "renames">): void {
  const open = view.state.facet(filePath);
  const { doc } = view.state;
  const changes = edits
    .filter(({ path }) => path === open)
    .map(
      ({ range, text }): ChangeSpec => ({
        from: positionOf(doc, range.start),
        to: positionOf(doc, range.end),
        insert: linesOf(text),
      }),
    );
  amend(view, changes, editedTexts(edits.filter(({ path }) => path !== open)), [...renames]);
}

/**
 * Applies the safe fixes of the file at `path` and of its skill. Repeats this until no safe fix is
 * left.
 */
export async function applySafeFixes(path: string): Promise<void> {
  if (readOnly) return;
  const doc = viewOf(path)?.state.doc;
  const done = await ask("mended", { path, hosts: judges.peek() });
  const view = viewOf(path);
  // If the visitor went on typing while the engine searched for fixes, the fixes are for another text.
  if (!done || !view || view.state.doc !== doc) return;
  const texts = Object.entries(done.files).map(([path, text]) => [beforeRenames(path, done.renames), text] as const);
  const own = texts.find(([one]) => one === path)?.[1];
  const changes = own === undefined ? null : difference(view.state.doc, linesOf(own));
  const others = texts.flatMap(([one, after]) => {
    const before = one === path ? null : textOf(one);
    return before === null ? [] : [{ path: one, before, after }];
  });
  amend(view, changes ?? [], others, done.renames);
}

function amend(view: EditorView, changes: ChangeSpec, texts: Beside["texts"], renames: FileRename[]): void {
  view.dispatch({
    changes,
    effects: texts.length + renames.length > 0 ? beside.of({ texts, renames, undone: false }) : [],
    annotations: isolateHistory.of("full"),
    userEvent: "input.fix",
    scrollIntoView: true,
  });
  view.focus();
}

function linesOf(text: string): Text {
  return Text.of(text.split(/\r\n?|\n/));
}

function editedTexts(edits: readonly TextEdit[]): Beside["texts"] {
  return [...new Set(edits.map(({ path }) => path))].flatMap((path) => {
    const before = textOf(path);
    if (before === null) return [];
    return [
      {
        path,
        before,
        after: edited(
          before,
          edits.filter((edit) => edit.path === path),
        ),
      },
    ];
  });
}

export const fixing: Extension = [
  // The changes outside of the text are undone and repeated together with those in the text.
  invertedEffects.of(({ effects }) =>
    effects.flatMap((effect) => (effect.is(beside) ? [beside.of({ ...effect.value, undone: !effect.value.undone })] : [])),
  ),
  EditorView.updateListener.of(({ transactions }) => {
    // A moved file gets another state. This has to wait until the current update is over.
    for (const { effects } of transactions)
      for (const effect of effects) if (effect.is(beside)) queueMicrotask(() => void happen(effect.value));
  }),
  keymap.of([
    {
      key: "Shift-Alt-f",
      run: (view) => {
        void applySafeFixes(view.state.facet(filePath));
        return true;
      },
    },
  ]),
];

/**
 * Adds an ignore comment to the file, so that a problem is no longer reported. The comment names
 * the problem's rule, and applies to the problem's line. If that line cannot have a comment, the
 * comment applies to the whole file.
 */
export function ignore(view: EditorView, { from, of: { code } }: Problem): void {
  const { doc } = view.state;
  const path = view.state.facet(filePath);
  const line = doc.lineAt(from);
  const isMarkdown = /\.md$/i.test(path);
  const block = isMarkdown ? frontmatter(doc) : null;
  const indent = /^\s*/.exec(line.text)![0];
  const put = (at: number, insert: string) => amend(view, { from: at, insert: linesOf(insert) }, [], []);
  if (isMarkdown && (!block || line.number > block.last + 1)) put(line.to, ` <!-- skillglass-ignore ${code} -->`);
  else if (!block) put(line.from, `${indent}${/\.[cm]?[jt]sx?$/.test(path) ? "//" : "#"} skillglass-ignore ${code}\n`);
  // Within a text of several lines, a comment would be part of the text.
  else if (placeAt(view.state, block, line.from + indent.length)) put(line.from, `${indent}# skillglass-ignore ${code}\n`);
  else put(doc.line(block.first).from, `# skillglass-ignore-file ${code}\n`);
}
