// JSON for programs, which people also read in a terminal.

/**
 * Matches characters that JSON allows unescaped, but that control a terminal or the direction of
 * text.
 */
const SIGNS = /[\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

/**
 * Returns a value as an indented JSON document. Escapes characters that control a terminal or the
 * direction of text.
 */
export function json(value: unknown): string {
  return JSON.stringify(value, null, 2).replace(SIGNS, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
