/** Small choices that outlive the page, by key. Storage can be forbidden; a choice then lasts as long as the page. An embedded page keeps none. */
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
    // The visitor or the browser has chosen this.
  }
}
