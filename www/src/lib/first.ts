/**
 * Returns the first items of a list, and the number of the others. This number is never 1, because one more item takes no more room than
 * the number.
 */
export function first<T>(all: readonly T[], most: number): { shown: readonly T[]; more: number } {
  const shown = all.length === most + 1 ? all : all.slice(0, most);
  return { shown, more: all.length - shown.length };
}
