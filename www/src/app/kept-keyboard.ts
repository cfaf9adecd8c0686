/**
 * This module moves the keyboard focus if the focused element is removed, for example when a fix is
 * applied or a notice is closed. A focus that the visitor has already moved stays where it is.
 */
import { pane } from "../state/selection.ts";

const REACHED = "a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea, summary, [tabindex]";

interface Held {
  element: HTMLElement;
  /** The elements that contain the focused element, the nearest first. */
  around: HTMLElement[];
  /**
   * The element that had the focus before the focus moved into the current panel; null if no
   * element had the focus.
   */
  before: HTMLElement | null;
}

/**
 * Moves the keyboard focus to a nearby element if the focused element is removed. Stops when the
 * returned function is called.
 */
export function keepKeyboard(page: HTMLElement): () => void {
  let held: Held | null = null;

  const came = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement)) return;
    const around = ancestors(target, page);
    // If the focus moves within one bar or panel, the element that had the focus before it entered the bar or panel stays recorded.
    const inside = held?.around.at(-1) === around.at(-1);
    held = { element: target, around, before: (inside ? held?.before : held?.element) ?? null };
  };
  const left = ({ target, relatedTarget }: FocusEvent) => {
    // An element that is removed also loses the focus. Only a moment later it is known whether the visitor moved the focus.
    if (relatedTarget === null)
      queueMicrotask(() => {
        if (held?.element === target && !isGone(held.element) && document.activeElement !== target && document.hasFocus()) held = null;
      });
  };
  const changed = () => {
    if (!held || !isGone(held.element)) return;
    const { activeElement } = document;
    const { around, before, element } = held;
    held = null;
    if (activeElement !== null && activeElement !== document.body && activeElement !== element) return;
    // The tree moves the focus of its own rows, menu and fields.
    if (around.find(({ isConnected }) => isConnected)?.closest(".tree-scroller")) return;
    const next = placeIn(around) ?? (before && isReached(before) ? before : document.getElementById(pane.peek()));
    next?.focus({ preventScroll: true });
  };

  const observer = new MutationObserver(changed);
  observer.observe(page, { childList: true, subtree: true, attributes: true, attributeFilter: ["disabled"] });
  page.addEventListener("focusin", came);
  page.addEventListener("focusout", left);
  return () => {
    observer.disconnect();
    page.removeEventListener("focusin", came);
    page.removeEventListener("focusout", left);
  };
}

/** Returns the elements within the page that contain the given element, the nearest first. */
function ancestors(element: HTMLElement, page: HTMLElement): HTMLElement[] {
  const found: HTMLElement[] = [];
  for (let at = element.parentElement; at && at !== page; at = at.parentElement) found.push(at);
  return found;
}

const isGone = (element: HTMLElement) => !element.isConnected || element.matches(":disabled");

const isReached = (element: HTMLElement) => !isGone(element) && element.checkVisibility();

/**
 * Returns an element that can take the focus after the focused element was removed. `around` has
 * the elements that contained the removed element, the nearest first. Returns null if none of them
 * has a focusable element.
 */
function placeIn(around: readonly HTMLElement[]): HTMLElement | null {
  for (const element of around) {
    if (!element.isConnected) continue;
    if (element.hasAttribute("tabindex")) return element;
    const first = [...element.querySelectorAll<HTMLElement>(REACHED)].find((one) => one.tabIndex >= 0 && isReached(one));
    if (first) return first;
  }
  return null;
}
