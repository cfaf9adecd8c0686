/** Marks diagnostics in the text, makes them reachable by keyboard, and shows them in cards with their fixes. */
import type { Diagnostic as Mark } from "@codemirror/lint";
import { forEachDiagnostic, linter, setDiagnostics } from "@codemirror/lint";
import type { EditorState, Extension, Text } from "@codemirror/state";
import { EditorSelection, Prec, StateEffect, StateField } from "@codemirror/state";
import type { Command } from "@codemirror/view";
import { EditorView, keymap, showTooltip } from "@codemirror/view";
import type { Diagnostic, Severity } from "../../skillglass.js";
import { positionOf } from "./places.js";

/**
 * A diagnostic at its current position in the editor. `doc` is the text in which the diagnostic was
 * found, because its fixes fit only this text.
 */
export interface Problem extends Mark {
  /** The diagnostic that the editor marks at this position. */
  of: Diagnostic;
  /** The text in which the diagnostic was found. */
  doc: Text;
}

/**
 * The callbacks that create the HTML element for a problem (its card), and the texts for screen
 * readers.
 */
export interface ProblemSource {
  /** Creates the card that shows a problem. Actions on the problem should first check `isStale`. */
  card(view: EditorView, problem: Problem): HTMLElement;
  /** Returns the texts for screen readers. */
  words(): ProblemWords;
}

/** The texts that a screen reader reads aloud. */
export interface ProblemWords {
  /**
   * The label of the tooltip that shows the problems at the cursor. Screen readers read this label
   * aloud.
   */
  readonly here: string;
  /** The message if there is no next problem. */
  readonly none: string;
  /** The message if there is no problem at the cursor. */
  readonly noneHere: string;
  /** The name of each severity. */
  readonly severities: Readonly<Record<Severity, string>>;
}

/** The extension that shows diagnostics in an editor, and its commands. */
export interface ProblemSupport {
  /**
   * Underlines the diagnostics that were passed to `mark`. F8 and Shift-F8 move to the next and
   * previous diagnostic. Mod-. opens the cards that describe the diagnostics at the cursor.
   */
  readonly extension: Extension;
  /**
   * Marks the diagnostics of the current text, and removes earlier marks. `length` is the length of the text in which the diagnostics were
   * found, in UTF-16 units. If the current text has another length, the diagnostics are dropped.
   */
  mark(view: EditorView, diagnostics: readonly Diagnostic[], length?: number | null): void;
  /** Goes to the next problem. Goes from the last problem to the first. */
  readonly next: Command;
  /** Goes to the previous problem. Goes from the first problem to the last. */
  readonly previous: Command;
  /**
   * Opens the tooltip with the problems at the cursor, and moves the keyboard focus to its first
   * button.
   */
  readonly open: Command;
  /** Closes the tooltip with the problems at the cursor. */
  readonly close: Command;
}

/**
 * Returns true if the text has changed since the problem was found. The next check finds the
 * problem again, or removes it.
 */
export function isStale(view: EditorView, { doc }: Problem): boolean {
  return view.state.doc !== doc;
}

/**
 * Returns a range that is visible when it is underlined. A range of length 0 is extended to the end
 * of its line. If it already is at the end of its line, the result is the whole line.
 */
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

/** Returns the problems at a position. If there are none, returns the problems on the line of the position. */
function problemsAt(state: EditorState, position: number): Problem[] {
  const all = problemsIn(state);
  const at = all.filter(({ from, to }) => from <= position && position <= to);
  if (at.length > 0) return at;
  const line = state.doc.lineAt(position);
  return all.filter(({ from, to }) => from <= line.to && line.from <= to);
}

/**
 * Creates the state that shows the cards of the problems at a position, and the command that closes
 * the cards.
 */
function cardSupport(source: ProblemSource) {
  const setCard = StateEffect.define<number | null>();

  /**
   * The position at which cards of problems are open; null while no card is open. A change of the
   * text or of the selection closes the cards.
   */
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

/** Creates the extension and the commands for a source of diagnostics. */
export function problemSupport(source: ProblemSource): ProblemSupport {
  const { card, setCard, close } = cardSupport(source);

  /** Goes to a problem and opens its card. A screen reader announces the problem. */
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

  /**
   * Returns a command that goes to the next or previous problem. The last problem is followed by
   * the first.
   */
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
    // The editor inserts the card at its next measurement.
    view.requestMeasure({ read: () => null, write: () => view.dom.querySelector<HTMLButtonElement>(".problem-cards button")?.focus() });
    return true;
  };

  const [next, previous] = [step(1), step(-1)];
  return {
    extension: [
      // Without a source, the linter only shows the diagnostics that are set.
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
