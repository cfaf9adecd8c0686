/**
 * This module shows invisible characters in names and paths as code numbers. It does the same for
 * characters that change the order of other characters. Otherwise two different names could look
 * the same.
 */

/**
 * Matches an emoji, which is shown unchanged. An emoji may contain invisible characters that
 * combine its parts. These characters are not replaced by code numbers.
 */
const EMOJI = /\p{Extended_Pictographic}[\u200D\uFE0F\p{Emoji_Modifier}]*(?:\p{Extended_Pictographic}[\uFE0F\p{Emoji_Modifier}]*)*/u;

/**
 * Matches characters that are shown as code numbers: control and format characters, line
 * separators, invisible fillers, variation selectors, and lone surrogates.
 */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\u115F\u1160\u2800\u3164\uFFA0]|\p{Variation_Selector}|\u034F|\u17B4|\u17B5/u;

const EITHER = new RegExp(`(${EMOJI.source})|${UNSEEN.source}`, "gu");

export function visible(text: string): string {
  if (!UNSEEN.test(text)) return text;
  return text.replace(
    EITHER,
    (found, emoji: string | undefined) => emoji ?? `⟨U+${found.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")}⟩`,
  );
}
