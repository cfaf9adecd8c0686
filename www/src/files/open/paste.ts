/**
 * This module handles a paste outside of text fields: the text of a SKILL.md, or files and folders.
 */
import { importDropped, importText } from "./import.ts";

export function onPaste(event: ClipboardEvent): void {
  const data = event.clipboardData;
  if (!data || isField(event.target)) return;
  if (data.types.includes("Files")) {
    event.preventDefault();
    void importDropped(data);
    return;
  }
  const text = data.getData("text/plain");
  // A single line is not a SKILL.md. The clipboard probably has something else.
  if (!text.trim().includes("\n")) return;
  event.preventDefault();
  void importText(text);
}

/**
 * Imports the text on the clipboard as a skill. Returns false if access is denied or if the
 * clipboard has no text.
 */
export async function pasteFromClipboard(): Promise<boolean> {
  try {
    const text = await navigator.clipboard.readText();
    if (text.trim() === "") return false;
    await importText(text);
    return true;
  } catch {
    return false;
  }
}

function isField(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("input, textarea, select, [contenteditable], dialog") !== null;
}
