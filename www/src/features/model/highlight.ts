/** The bar and the text point at the same skills. The text is long, so its marks are set in the document and not rendered anew. */
import { signal } from "@preact/signals";

/** The first of the skills that are pointed at, by its place in the list. */
export const highlighted = signal<number | null>(null);

const CLASS = "pointed";

function lineOf(index: number): HTMLElement | null {
  return document.querySelector(`.listed-text [data-listed="${index}"]`);
}

/** Points at these skills of the list, or at none. */
export function pointAt(from: number | null, to = (from ?? 0) + 1): void {
  for (const marked of document.querySelectorAll(`.listed-text .${CLASS}`)) marked.classList.remove(CLASS);
  highlighted.value = from;
  if (from === null) return;
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
