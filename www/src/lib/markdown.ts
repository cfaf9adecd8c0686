/** Foreign text within a line of Markdown. */

/** Returns a text in which nothing is markup. */
export function text(words: string): string {
  return words
    .trim()
    .replace(/\s+/g, " ")
    .replace(/[\\`*_[\]<>#|~&!]/g, "\\$&")
    .replace(/\.$/, "");
}

/** Returns a code span, for a text with any backticks. */
export function code(words: string): string {
  const line = words.replace(/\s+/g, " ");
  const fence = "`".repeat(Math.max(0, ...Array.from(line.matchAll(/`+/g), ([run]) => run.length)) + 1);
  return line.startsWith("`") || line.endsWith("`") ? `${fence} ${line} ${fence}` : fence + line + fence;
}
