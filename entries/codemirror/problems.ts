/** Diagnostics in the text: marked, reachable by keyboard, and shown in cards with their fixes. */
import type { Diagnostic as Mark } from "@codemirror/lint";
import { forEachDiagnostic, linter, setDiagnostics } from "@codemirror/lint";
import type { EditorState, Extension, Text } from "@codemirror/state";
import { EditorSelection, Prec, StateEffect, StateField } from "@codemirror/state";
import type { Command } from "@codemirror/view";
import { EditorView, keymap, showTooltip } from "@codemirror/view";
import type { Diagnostic, Severity } from "../../skillglass.js";
import { positionOf } from "./places.js";

/** A diagnostic at its current position, and the text that it was found in, because its fixes fit only that text. */
export interface Problem extends Mark {
  /** The diagnostic. */
  of: Diagnostic;
  /** The text. */
  doc: Text;
}

/** The source of diagnostics, and how they are shown. */
export interface ProblemSource {
  /** The card of a problem, for a person. Actions on the problem should first check `isStale`. */
  card(view: EditorView, problem: Problem): HTMLElement;
  /** The words that are heard. */
  words(): ProblemWords;
}

/** The words that a screen reader hears. */
export interface ProblemWords {
  /** The name of the cards at the cursor. */
  readonly here: string;
  /** The message if there is no next problem. */
  readonly none: string;
  /** The message if there is no problem at the cursor. */
  readonly noneHere: string;
  /** The name of each severity. */
  readonly severities: Readonly<Record<Severity, string>>;
}

/** Diagnostics in an editor. */
export interface ProblemSupport {
  /** Shows what is marked: underlined, by F8 and Shift-F8 in turn, in cards by Mod-. */
  readonly extension: Extension;
  /**
   * Marks the diagnostics of the present text, in place of those before. With the length that the text had when they were
   * found, in UTF-16 units, those of an earlier text are dropped.
   */
  mark(view: EditorView, diagnostics: readonly Diagnostic[], length?: number | null): void;
  /** Goes to the next problem, and from the last to the first. */
  readonly next: Command;
  /** Goes to the problem before. */
  readonly previous: Command;
  /** Opens the cards at the cursor, with the keyboard on the first button. */
  readonly open: Command;
  /** Closes them. */
  readonly close: Command;
}

/** Returns true if the text has changed since the problem was found. The next check finds it again, or removes it. */
export function isStale(view: EditorView, { doc }: Problem): boolean {
  return view.state.doc !== doc;
}

/** Extends a range of length 0, which would hardly be visible, to the end of its line, or to the whole line. */
function visible(doc: Text, from: number, to: number): [number, number] {
  if (from < to) return [from, to];
  const line = doc.lineAt(from);
  return from < line.to ? [from, line.to] : [line.from, line.to];
}

function problemsIn(state: EditorState): Problem[] {
  const problems: Problem[] = [];
  forEachDiagnostic(state, (mark, from, to) => "of" in mark && problems.push({ ...(mark as Problem), from, to }));
  return problems.sort((a, b) => a.from - b.from || a.to - b.to);
}

/** Returns the problems at a position, or else those of its line. */
function problemsAt(state: EditorState, position: number): Problem[] {
  const all = problemsIn(state);
  const at = all.filter(({ from, to }) => from <= position && position <= to);
  if (at.length > 0) return at;
  const line = state.doc.lineAt(position);
  return all.filter(({ from, to }) => from <= line.to && line.from <= to);
}

/** Creates the card of the problems at a position: its state, and the events that open and close it. */
function cardSupport(source: ProblemSource) {
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

  const cardsAt = (view: EditorView, at: number): HTMLElement => {
    const dom = document.createElement("div");
    dom.className = "problem-cards";
    dom.setAttribute("role", "dialog");
    dom.setAttribute("aria-label", source.words().here);
    for (const problem of problemsAt(view.state, at)) {
      const item = source.card(view, problem);
      item.className = `cm-diagnostic cm-diagnostic-${problem.severity}`;
      dom.append(item);
    }
    dom.addEventListener("keydown", (event) => onCardKey(event, view, dom));
    return dom;
  };

  const onCardKey = (event: KeyboardEvent, view: EditorView, dom: HTMLElement): void => {
    const buttons = [...dom.querySelectorAll("button")];
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === "Escape") close(view);
    else if (step) buttons.at((buttons.indexOf(document.activeElement as HTMLButtonElement) + step) % buttons.length)?.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  const close: Command = (view) => {
    if (view.state.field(card) === null) return false;
    view.dispatch({ effects: setCard.of(null) });
    view.focus();
    return true;
  };

  return { card, setCard, close };
}

/** Diagnostics that are shown in this way. */
export function problemSupport(source: ProblemSource): ProblemSupport {
  const { card, setCard, close } = cardSupport(source);

  /** Goes to a problem and opens its card; a screen reader hears it. */
  const goTo = (view: EditorView, problem: Problem): void => {
    const { severity, message } = problem.of;
    view.dispatch({
      selection: EditorSelection.cursor(problem.from),
      effects: [
        setCard.of(problem.from),
        EditorView.scrollIntoView(problem.from, { y: "nearest", yMargin: 80 }),
        EditorView.announce.of(`${source.words().severities[severity]}: ${message}`),
      ],
    });
    view.focus();
  };

  /** The next problem after the cursor, or before it; after the last comes the first. */
  const step =
    (direction: 1 | -1): Command =>
    (view) => {
      const problems = problemsIn(view.state);
      const { head } = view.state.selection.main;
      const next =
        direction > 0
          ? (problems.find(({ from }) => from > head) ?? problems[0])
          : (problems.findLast(({ from }) => from < head) ?? problems.at(-1));
      if (!next) view.dispatch({ effects: EditorView.announce.of(source.words().none) });
      else goTo(view, next);
      return true;
    };

  const open: Command = (view) => {
    const { head } = view.state.selection.main;
    if (problemsAt(view.state, head).length === 0) {
      view.dispatch({ effects: EditorView.announce.of(source.words().noneHere) });
      return true;
    }
    view.dispatch({ effects: setCard.of(head) });
    // The card is put in with the next measurement of the editor.
    view.requestMeasure({ read: () => null, write: () => view.dom.querySelector<HTMLButtonElement>(".problem-cards button")?.focus() });
    return true;
  };

  const [next, previous] = [step(1), step(-1)];
  return {
    extension: [
      // Without a source it only shows what is set.
      linter(null),
      card,
      Prec.high(
        keymap.of([
          { key: "F8", run: next, shift: previous, preventDefault: true },
          { key: "Mod-.", run: open, preventDefault: true },
          { key: "Escape", run: close },
        ]),
      ),
    ],
    mark(view, diagnostics, length = null) {
      const { doc } = view.state;
      if (length !== null && length !== doc.length + (doc.lines - 1) * (view.state.lineBreak.length - 1)) return;
      const marks = diagnostics.map((of): Problem => {
        const [from, to] = visible(doc, positionOf(doc, of.range.start), positionOf(doc, of.range.end));
        const { severity, message } = of;
        const problem: Problem = { from, to, severity, message, of, doc, renderMessage: (view) => source.card(view, problem) };
        return problem;
      });
      view.dispatch(setDiagnostics(view.state, marks));
    },
    next,
    previous,
    open,
    close,
  };
}
