/** Diagnostics in the text: marked, gone through by keyboard, and shown in cards with what mends them. */
import { forEachDiagnostic, linter, setDiagnostics } from "@codemirror/lint";
import type { EditorState, Extension, Text } from "@codemirror/state";
import { EditorSelection, Prec, StateEffect, StateField } from "@codemirror/state";
import type { Command } from "@codemirror/view";
import { EditorView, keymap, showTooltip } from "@codemirror/view";
import { h, render } from "preact";
import type { Fix } from "skillglass";
import type { OpenProblems } from "../engine/protocol/open-file.ts";
import { t } from "../i18n/index.ts";
import { applyFix, ignore, isStale } from "./fixes.ts";
import { ProblemCard } from "./ProblemCard.tsx";
import { positionOf } from "./places.ts";
import type { Problem } from "./problem.ts";

/** Marks diagnostics of the present text; those of an earlier text are dropped, as the next are on their way. */
export function markProblems(view: EditorView, { length, diagnostics }: OpenProblems): void {
  const { doc } = view.state;
  if (length !== null && length !== doc.length + (doc.lines - 1) * (view.state.lineBreak.length - 1)) return;
  const marks = diagnostics.map((of): Problem => {
    const [from, to] = visible(doc, positionOf(doc, of.range.start), positionOf(doc, of.range.end));
    const problem: Problem = {
      from,
      to,
      severity: of.severity,
      message: of.message,
      of,
      doc,
      renderMessage: (view) => cardOf(view, problem),
    };
    return problem;
  });
  view.dispatch(setDiagnostics(view.state, marks));
}

/** A mark of no length would hardly be seen: it goes on to the end of its line, or takes all of it. */
function visible(doc: Text, from: number, to: number): [number, number] {
  if (from < to) return [from, to];
  const line = doc.lineAt(from);
  return from < line.to ? [from, line.to] : [line.from, line.to];
}

function cardOf(view: EditorView, problem: Problem): HTMLElement {
  const place = document.createElement("div");
  const unlessStale = (verb: () => void) => () => {
    if (isStale(view, problem)) return;
    closeCard(view);
    verb();
  };
  const onFix = (fix: Fix) => unlessStale(() => applyFix(view, fix))();
  render(h(ProblemCard, { problem, onFix, onIgnore: unlessStale(() => ignore(view, problem)), texts: t.peek() }), place);
  return place;
}

function problemsIn(state: EditorState): Problem[] {
  const problems: Problem[] = [];
  forEachDiagnostic(state, (mark, from, to) => problems.push({ ...(mark as Problem), from, to }));
  return problems.sort((a, b) => a.from - b.from || a.to - b.to);
}

/** Those at a position; else those of its line. */
function problemsAt(state: EditorState, position: number): Problem[] {
  const all = problemsIn(state);
  const at = all.filter(({ from, to }) => from <= position && position <= to);
  if (at.length > 0) return at;
  const line = state.doc.lineAt(position);
  return all.filter(({ from, to }) => from <= line.to && line.from <= to);
}

// ---- the card at the cursor ----------------------------------------------------------------------------------------

const setCard = StateEffect.define<number | null>();

/** The position of the open card, until the text or the selection changes. */
const card = StateField.define<number | null>({
  create: () => null,
  update(at, transaction) {
    for (const effect of transaction.effects) if (effect.is(setCard)) return effect.value;
    return transaction.docChanged || transaction.selection ? null : at;
  },
  provide: (field) =>
    showTooltip.compute([field], (state) => {
      const at = state.field(field);
      return at === null ? null : { pos: at, above: false, create: (view) => ({ dom: cardsAt(view, at) }) };
    }),
});

function cardsAt(view: EditorView, at: number): HTMLElement {
  const dom = document.createElement("div");
  dom.className = "problem-cards";
  dom.setAttribute("role", "dialog");
  dom.setAttribute("aria-label", t.peek().editor.problemsHere);
  for (const problem of problemsAt(view.state, at)) {
    const item = cardOf(view, problem);
    item.className = `cm-diagnostic cm-diagnostic-${problem.severity}`;
    dom.append(item);
  }
  dom.addEventListener("keydown", (event) => onCardKey(event, view, dom));
  return dom;
}

function onCardKey(event: KeyboardEvent, view: EditorView, dom: HTMLElement): void {
  const buttons = [...dom.querySelectorAll("button")];
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (event.key === "Escape") closeCard(view);
  else if (step) buttons.at((buttons.indexOf(document.activeElement as HTMLButtonElement) + step) % buttons.length)?.focus();
  else return;
  event.preventDefault();
  event.stopPropagation();
}

export const closeCard: Command = (view) => {
  if (view.state.field(card) === null) return false;
  view.dispatch({ effects: setCard.of(null) });
  view.focus();
  return true;
};

/** Goes to a problem and opens its card; a screen reader hears it. */
function goTo(view: EditorView, problem: Problem): void {
  view.dispatch({
    selection: EditorSelection.cursor(problem.from),
    effects: [
      setCard.of(problem.from),
      EditorView.scrollIntoView(problem.from, { y: "nearest", yMargin: 80 }),
      EditorView.announce.of(announced(problem)),
    ],
  });
  view.focus();
}

function announced({ of: { severity, message } }: Problem): string {
  return `${t.peek().editor.severities[severity]}: ${message}`;
}

/** The next problem behind the cursor, or before it; from the last on to the first. */
const step =
  (direction: 1 | -1): Command =>
  (view) => {
    const problems = problemsIn(view.state);
    const { head } = view.state.selection.main;
    const next =
      direction > 0
        ? (problems.find(({ from }) => from > head) ?? problems[0])
        : (problems.findLast(({ from }) => from < head) ?? problems.at(-1));
    if (!next) view.dispatch({ effects: EditorView.announce.of(t.peek().editor.noProblems) });
    else goTo(view, next);
    return true;
  };

export const nextProblem = step(1);
export const previousProblem = step(-1);

/** Opens the card at the cursor, with the keyboard on its first button: the best fix, if there is one. */
export const openFixes: Command = (view) => {
  const { head } = view.state.selection.main;
  if (problemsAt(view.state, head).length === 0) {
    view.dispatch({ effects: EditorView.announce.of(t.peek().editor.noProblemsHere) });
    return true;
  }
  view.dispatch({ effects: setCard.of(head) });
  // The card is put in with the next measurement of the editor.
  view.requestMeasure({ read: () => null, write: () => view.dom.querySelector<HTMLButtonElement>(".problem-cards button")?.focus() });
  return true;
};

export const problemMarks: Extension = [
  // Without a source it only shows what is set.
  linter(null),
  card,
  Prec.high(
    keymap.of([
      { key: "F8", run: nextProblem, shift: previousProblem, preventDefault: true },
      { key: "Mod-.", run: openFixes, preventDefault: true },
      { key: "Escape", run: closeCard },
    ]),
  ),
];
