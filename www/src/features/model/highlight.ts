/** The bar and the text point at the same skills. The text is long, so its marks are set in the document and not rendered anew. */
import { signal } from "@preact/signals";

/** The first of the skills that are pointed at, by its place in the list. */
export const highlighted = signal<number | null>(null);

const CLASS = "pointed";

/** The position in the list after the last skill that the pointer was on. */
let end = 0;

/** True if the mouse points; what the keyboard points at stays when the page moves under a mouse at rest. */
let byMouse = false;

function lineOf(index: number): HTMLElement | null {
  return document.querySelector(`.listed-text [data-listed="${index}"]`);
}

/** Points at these skills of the list, or at none. */
export function pointAt(from: number | null, to = (from ?? 0) + 1): void {
  for (const marked of document.querySelectorAll(`.listed-text .${CLASS}`)) marked.classList.remove(CLASS);
  highlighted.value = from;
  end = to;
  byMouse = false;
  if (from !== null) markLines(from, to);
}

/** Points at what the mouse moved over. */
export function mousePointsAt(from: number | null, to?: number): void {
  if (from === highlighted.peek()) return;
  pointAt(from, to);
  byMouse = true;
}

/** Points at nothing if the mouse did until now. */
export function mouseLeft(): void {
  if (byMouse) pointAt(null);
}

/** Marks those of the lines `first` to `last` that are pointed at: they have just been rendered, and know nothing of it. */
export function markAgain(first: number, last: number): void {
  const from = highlighted.peek();
  if (from !== null) markLines(Math.max(from, first), Math.min(end, last));
}

function markLines(from: number, to: number): void {
  for (let index = from; index < to; index++) lineOf(index)?.classList.add(CLASS);
}

/** Scrolls the text to a skill. Its block may have to come near before the skill has an element of its own. */
export function showInText(index: number): void {
  const blocks = Array.from(document.querySelectorAll<HTMLElement>(".listed-text [data-first]"));
  (lineOf(index) ?? blocks.findLast(({ dataset }) => Number(dataset.first) <= index))?.scrollIntoView({ block: "center" });
  if (lineOf(index)) return;
  setTimeout(() => {
    lineOf(index)?.scrollIntoView({ block: "center" });
    pointAt(index);
  }, 100);
}
