/**
 * Returns the words of a filter in lowercase. A row passes the filter if it contains all of them.
 */
export function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
}
