/**
 * Shows names and paths without disguise. Characters that are invisible or change the order of others are shown as numbers. A name decides
 * what is run, so two different names must not look the same.
 */

/** Emoji. Joiners and selectors within an emoji are shown normally. */
const EMOJI = /\p{Extended_Pictographic}[\u200D\uFE0F\p{Emoji_Modifier}]*(?:\p{Extended_Pictographic}[\uFE0F\p{Emoji_Modifier}]*)*/u;

/**
 * Characters that are shown as numbers: control and format characters (zero width, bidirectional, tags), line separators, invisible
 * fillers, selectors, and lone surrogates.
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
