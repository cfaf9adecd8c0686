/**
 * Returns the words of a filter in lowercase. A row passes the filter if the row contains all of
 * the words.
 */
export function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
}
