// Text of reports, for a terminal and for Markdown. This module needs no Node, because the playground imports it.

/**
 * Returns text from files in a form that is safe to print. Characters that control the terminal or the direction of writing become visible.
 * Each of them is replaced by one UTF-16 unit, so columns stay right.
 */
export function plain(text: string): string {
  return text.replace(/(?![\t\n])\p{Cc}|[\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu, (sign) => {
    const code = sign.charCodeAt(0);
    return code < 0x20 ? String.fromCharCode(0x2400 + code) : "\ufffd";
  });
}

/** Returns text from files in a form that is safe to print, on one line. */
export function plainLine(text: string): string {
  return plain(text.replaceAll(/\s*\n\s*/g, " ").replaceAll("\t", " "));
}

/** Returns a number with its noun: `1 skill`, `2 skills`. */
export function counted(count: number, noun: string): string {
  return `${grouped(count)} ${noun}${count === 1 ? "" : "s"}`;
}

/**
 * Returns a number with separators: `1,000`. The function does not use `Intl`, because loading the data of `Intl` takes as long as a small
 * answer.
 */
export function grouped(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ",");
}

/** Returns a share as a percentage: `42 %`. */
export function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

/** Joins words: `a, b and c`. */
export function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}
