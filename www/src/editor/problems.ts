/**
 * This module marks diagnostics in the edited text. Each mark can be reached with the keyboard, and
 * has a card with fixes.
 */
import type { EditorView } from "@codemirror/view";
import { h, render } from "preact";
import type { Fix } from "skillglass";
import { isStale, problemSupport } from "skillglass/codemirror";
import type { OpenProblems } from "../engine/protocol/open-file.ts";
import { t } from "../i18n/index.ts";
import { applyFix, ignore } from "./fixes.ts";
import { ProblemCard } from "./ProblemCard.tsx";

const support = problemSupport({
  card(view, problem) {
    const place = document.createElement("div");
    const unlessStale = (verb: () => void) => () => {
      if (isStale(view, problem)) return;
      support.close(view);
      verb();
    };
    const onFix = (fix: Fix) => unlessStale(() => applyFix(view, fix))();
    render(h(ProblemCard, { problem, onFix, onIgnore: unlessStale(() => ignore(view, problem)), texts: t.peek() }), place);
    return place;
  },
  words() {
    const { problemsHere: here, noProblems: none, noProblemsHere: noneHere, severities } = t.peek().editor;
    return { here, none, noneHere, severities };
  },
});

export const { extension: problemMarks, next: nextProblem, previous: previousProblem, open: openFixes } = support;

/**
 * Marks diagnostics in the editor if they belong to the current text. Ignores diagnostics of an
 * earlier text, because newer ones will arrive soon.
 */
export function markProblems(view: EditorView, { length, diagnostics }: OpenProblems): void {
  support.mark(view, diagnostics, length);
}
