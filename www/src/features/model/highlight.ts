/**
 * The bar and the text highlight the same skills. The text is long, so its marks are set directly in the document and not rendered again.
 */
import { signal } from "@preact/signals";

/** The position of the first highlighted skill in the list. */
export const highlighted = signal<number | null>(null);

const CLASS = "pointed";

/** The position in the list after the last highlighted skill. */
let end = 0;

/** True if the mouse highlighted the skills. If the keyboard did, the highlight stays when the page moves under a resting mouse. */
let byMouse = false;

function lineOf(index: number): HTMLElement | null {
  return document.querySelector(`.listed-text [data-listed="${index}"]`);
}

/** Highlights these skills of the list, or none. */
export function pointAt(from: number | null, to = (from ?? 0) + 1): void {
  for (const marked of document.querySelectorAll(`.listed-text .${CLASS}`)) marked.classList.remove(CLASS);
  highlighted.value = from;
  end = to;
  byMouse = false;
  if (from !== null) markLines(from, to);
}

/** Highlights the skills to which the mouse moved. */
export function mousePointsAt(from: number | null, to?: number): void {
  if (from === highlighted.peek()) return;
  pointAt(from, to);
  byMouse = true;
}

/** Removes the highlight if the mouse made it. */
export function mouseLeft(): void {
  if (byMouse) pointAt(null);
}

/** Marks the highlighted skills among `first` to `last`, because these elements have just been rendered without marks. */
export function markAgain(first: number, last: number): void {
  const from = highlighted.peek();
  if (from !== null) markLines(Math.max(from, first), Math.min(end, last));
}

function markLines(from: number, to: number): void {
  for (let index = from; index < to; index++) lineOf(index)?.classList.add(CLASS);
}

/** Scrolls the text to a skill. The skill may get its own element only after its block is near the view. */
export function showInText(index: number): void {
  const blocks = Array.from(document.querySelectorAll<HTMLElement>(".listed-text [data-first]"));
  (lineOf(index) ?? blocks.findLast(({ dataset }) => Number(dataset.first) <= index))?.scrollIntoView({ block: "center" });
  if (lineOf(index)) return;
  setTimeout(() => {
    lineOf(index)?.scrollIntoView({ block: "center" });
    pointAt(index);
  }, 100);
}
