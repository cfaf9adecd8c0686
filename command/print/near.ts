// The word that was meant.

/** Words that share most of their pairs of letters with another one. */
export function nearTo(words: readonly string[], other: string): string[] {
  return words.filter((word) => isNear(word, other)).slice(0, 5);
}

function isNear(word: string, other: string): boolean {
  const pairs = (text: string) => new Set([...text.toLowerCase()].map((letter, index, all) => letter + (all[index + 1] ?? "")));
  const [left, right] = [pairs(word), pairs(other)];
  const shared = [...left].filter((pair) => right.has(pair)).length;
  return (2 * shared) / (left.size + right.size) > 0.5 || word.includes(other);
}
