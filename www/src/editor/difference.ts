import type { Text } from "@codemirror/state";

/** Returns the single range in which two texts differ; null if the texts are equal. */
export function difference(former: Text, next: Text): { from: number; to: number; insert: Text } | null {
  if (former.eq(next)) return null;
  const [a, b] = [former.toString(), next.toString()];
  let from = 0;
  while (from < a.length && a[from] === b[from]) from++;
  let kept = 0;
  while (kept < Math.min(a.length, b.length) - from && a[a.length - 1 - kept] === b[b.length - 1 - kept]) kept++;
  return { from, to: a.length - kept, insert: next.slice(from, b.length - kept) };
}
