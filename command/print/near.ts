// Suggests the word that was probably meant.

/**
 * The maximum length of a word for which similar words are searched. Longer words are not typing
 * errors.
 */
const LONGEST = 64;

/**
 * Returns up to five of `words` that are similar to the mistyped word `other`, the most similar
 * first.
 */
export function nearTo(words: readonly string[], other: string): string[] {
  if (other === "" || other.length > LONGEST) return [];
  return words
    .map((word) => ({ word, edits: editsBetween(word.toLowerCase(), other.toLowerCase()) }))
    .filter(({ word, edits }) => edits <= Math.max(1, Math.floor(word.length / 3)) || word.includes(other) || sharePairs(word, other))
    .sort((left, right) => left.edits - right.edits)
    .slice(0, 5)
    .map(({ word }) => word);
}

/** Returns ": did you mean …?" with the most similar word; an empty text if no word is similar. */
export function didYouMean(words: readonly string[], other: string): string {
  const [near] = nearTo(words, other);
  return near === undefined ? "" : `: did you mean ${near}?`;
}

/**
 * Returns the end of an error message about the unknown word `other`. The message lists the known
 * words. If a known word is similar to `other`, the message first asks if the user meant that word.
 */
export function knownWords(words: readonly string[], other: string): string {
  const meant = didYouMean(words, other);
  return `${meant === "" ? ":" : `${meant} There are`} ${words.join(", ")}`;
}

/**
 * Returns the number of characters that must be inserted, deleted, replaced or swapped with a
 * neighbour to change one word into the other.
 */
function editsBetween(one: string, other: string): number {
  if (one.length > LONGEST) return Number.POSITIVE_INFINITY;
  let before: number[] = [];
  let above = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (let row = 1; row <= one.length; row++) {
    const line = [row];
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1];
      const isSwap = row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      const swapped = isSwap ? before[column - 2]! + 1 : Number.POSITIVE_INFINITY;
      line.push(Math.min(above[column]! + 1, line[column - 1]! + 1, above[column - 1]! + (isSame ? 0 : 1), swapped));
    }
    [before, above] = [above, line];
  }
  return above[other.length]!;
}

/** Returns true if two words have most of their pairs of neighbouring characters in common. */
function sharePairs(word: string, other: string): boolean {
  const pairs = (text: string) => new Set([...text.toLowerCase()].map((letter, index, all) => letter + (all[index + 1] ?? "")));
  const [left, right] = [pairs(word), pairs(other)];
  const shared = [...left].filter((pair) => right.has(pair)).length;
  return (2 * shared) / (left.size + right.size) > 0.5;
}
