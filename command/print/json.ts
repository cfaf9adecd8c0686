// JSON for programs, which people look at in a terminal, too.

/** Signs that JSON lets pass, and by which a terminal or the direction of writing changes. */
const SIGNS = /[\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

/** A value as a document, in plain signs: the rest is escaped, which no parser minds. */
export function json(value: unknown): string {
  return JSON.stringify(value, null, 2).replace(SIGNS, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
