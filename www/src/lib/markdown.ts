/** This module inserts text of unknown origin into a line of Markdown. */

/**
 * Returns the text on one line, with all Markdown characters escaped and without a final full stop.
 */
export function text(words: string): string {
  return words
    .trim()
    .replace(/\s+/g, " ")
    .replace(/[\\`*_[\]<>#|~&!]/g, "\\$&")
    .replace(/\.$/, "");
}

/** Returns the text as a Markdown code span. The span also works if the text contains backticks. */
export function code(words: string): string {
  const line = words.replace(/\s+/g, " ");
  const fence = "`".repeat(Math.max(0, ...Array.from(line.matchAll(/`+/g), ([run]) => run.length)) + 1);
  return line.startsWith("`") || line.endsWith("`") ? `${fence} ${line} ${fence}` : fence + line + fence;
}
