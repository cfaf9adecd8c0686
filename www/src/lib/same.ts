/**
 * Returns true if two plain values are deeply equal. Values with blobs are never equal, because
 * their contents cannot be compared here.
 */
export function same(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  // The contents of a blob cannot be compared here.
  if (a instanceof Blob || b instanceof Blob) return false;
  if (Array.isArray(a)) return Array.isArray(b) && a.length === b.length && a.every((value, index) => same(value, b[index]));
  const keys = Object.keys(a);
  return (
    !Array.isArray(b) &&
    keys.length === Object.keys(b).length &&
    keys.every((key) => key in b && same(a[key as keyof typeof a], b[key as keyof typeof b]))
  );
}
