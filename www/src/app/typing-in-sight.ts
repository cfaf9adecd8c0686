/**
 * This module scrolls the edited text back into view when a phone opens its keyboard. The keyboard
 * covers half of the page.
 */
import { EditorView } from "@codemirror/view";

/**
 * Keeps the text cursor in view when the window's size changes, until the returned function is
 * called.
 */
export function keepTypingInSight(): () => void {
  addEventListener("resize", show);
  return () => removeEventListener("resize", show);
}

function show(): void {
  const { activeElement } = document;
  if (!(activeElement instanceof HTMLElement)) return;
  const editor = EditorView.findFromDOM(activeElement);
  if (editor) {
    editor.dispatch({ effects: EditorView.scrollIntoView(editor.state.selection.main.head) });
    // The editor does not know which part of the page is covered. Its cursor exists after it has measured.
    requestAnimationFrame(() => editor.dom.querySelector(".cm-cursor-primary")?.scrollIntoView({ block: "nearest" }));
  } else if (activeElement.matches("input, textarea")) activeElement.scrollIntoView({ block: "nearest" });
}
