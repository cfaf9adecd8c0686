/**
 * This module stores small choices of the visitor in the browser by key. If the browser forbids
 * storage, a choice lasts until the page is closed. An embedded page stores no choices.
 */
import { embedding } from "./embedding.ts";

export function recall(key: string): string | null {
  if (embedding) return null;
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function remember(key: string, value: string): void {
  if (embedding) return;
  try {
    localStorage.setItem(key, value);
  } catch {
    // The visitor or the browser forbids storage.
  }
}
