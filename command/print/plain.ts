// Text of reports, for a terminal and for Markdown. This module needs no Node, because the playground imports it.

/**
 * Replaces characters that control a terminal or the direction of text by visible ones, so that a
 * text from outside is safe to print. Each replacement is one UTF-16 code unit, so columns stay the
 * same.
 */
export function plain(text: string): string {
  return text.replace(/(?![\t\n])\p{Cc}|[\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu, (sign) => {
    const code = sign.charCodeAt(0);
    return code < 0x20 ? String.fromCharCode(0x2400 + code) : "\ufffd";
  });
}

/**
 * Returns a text from outside, such as a file's text, on one line and in a form that is safe to
 * print.
 */
export function plainLine(text: string): string {
  return plain(text.replaceAll(/\s*\n\s*/g, " ").replaceAll("\t", " "));
}

/** Returns a number with its noun, such as `1 skill` or `2 skills`. */
export function counted(count: number, noun: string): string {
  return `${grouped(count)} ${noun}${count === 1 ? "" : "s"}`;
}

/**
 * Returns a number with thousands separators, such as `1,000`. Does not use `Intl`, because loading
 * its data takes as long as a small command.
 */
export function grouped(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ",");
}

/** Returns a share from 0 to 1 as a percentage, such as `42 %`. */
export function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

/** Joins words with commas and `and`, such as `a, b and c`. */
export function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}
