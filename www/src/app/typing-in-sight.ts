/** The keyboard of a phone covers half of the page, so the page becomes shorter. This module scrolls the edited place into view again. */
import { EditorView } from "@codemirror/view";

/** Keeps the cursor in sight until the returned function is called. */
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
