/** Small choices that outlive the page, by key. Storage can be forbidden; a choice then lasts as long as the page. */

export function recall(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function remember(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // It was the visitor's or the browser's choice.
  }
}
