/**
 * This module highlights the same skills in the budget bar and in the text of the list. The text is
 * marked directly in the document, because rendering a long text again would be slow.
 */
import { signal } from "@preact/signals";

/** The index of the first highlighted skill in the list; null if none is highlighted. */
export const highlighted = signal<number | null>(null);

const CLASS = "pointed";

/** The end of the highlighted range: the index after its last skill. */
let end = 0;

/**
 * True if the mouse highlighted the skills, and false if the keyboard did. A highlight by keyboard
 * stays when the page scrolls under a resting mouse.
 */
let byMouse = false;

function lineOf(index: number): HTMLElement | null {
  return document.querySelector(`.listed-text [data-listed="${index}"]`);
}

/**
 * Highlights the skills with the indices from `from` to `to`, exclusive, in the list's text.
 * Removes the highlight if `from` is null.
 */
export function pointAt(from: number | null, to = (from ?? 0) + 1): void {
  for (const marked of document.querySelectorAll(`.listed-text .${CLASS}`)) marked.classList.remove(CLASS);
  highlighted.value = from;
  end = to;
  byMouse = false;
  if (from !== null) markLines(from, to);
}

/**
 * Highlights the skills with the indices from `from` to `to`, exclusive, because the mouse moved
 * there. Removes the highlight if `from` is null.
 */
export function mousePointsAt(from: number | null, to?: number): void {
  if (from === highlighted.peek()) return;
  pointAt(from, to);
  byMouse = true;
}

/**
 * Removes the highlight if the mouse caused it. The page calls this function when the mouse leaves
 * the budget bar or the text of the list.
 */
export function mouseLeft(): void {
  if (byMouse) pointAt(null);
}

/**
 * Marks the highlighted skills among those from `first` to `last` again. This is needed after their
 * elements were created anew.
 */
export function markAgain(first: number, last: number): void {
  const from = highlighted.peek();
  if (from !== null) markLines(Math.max(from, first), Math.min(end, last));
}

function markLines(from: number, to: number): void {
  for (let index = from; index < to; index++) lineOf(index)?.classList.add(CLASS);
}

/**
 * Scrolls the list's text to the skill at `index`. The text is rendered in blocks, so the skill's
 * element may be missing until its block is visible. The function therefore tries twice.
 */
export function showInText(index: number): void {
  const blocks = Array.from(document.querySelectorAll<HTMLElement>(".listed-text [data-first]"));
  (lineOf(index) ?? blocks.findLast(({ dataset }) => Number(dataset.first) <= index))?.scrollIntoView({ block: "center" });
  if (lineOf(index)) return;
  setTimeout(() => {
    lineOf(index)?.scrollIntoView({ block: "center" });
    pointAt(index);
  }, 100);
}
