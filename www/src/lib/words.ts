/** Returns the words of a filter that a visitor typed. A match needs all of them, in any case. */
export function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
}
