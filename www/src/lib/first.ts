/** The first of a list, and how many are left: never one, which takes no more room than its number. */
export function first<T>(all: readonly T[], most: number): { shown: readonly T[]; more: number } {
  const shown = all.length === most + 1 ? all : all.slice(0, most);
  return { shown, more: all.length - shown.length };
}
