/**
 * Returns the first `most` items of a list, and the number of the remaining items. If only one item
 * would remain, returns all items, because the last item takes no more room than the number.
 */
export function first<T>(all: readonly T[], most: number): { shown: readonly T[]; more: number } {
  const shown = all.length === most + 1 ? all : all.slice(0, most);
  return { shown, more: all.length - shown.length };
}
