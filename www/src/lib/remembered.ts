/**
 * Small choices that are stored beyond the life of the page, by key. If storage is forbidden, a choice lasts as long as the page. An
 * embedded page stores no choices.
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
