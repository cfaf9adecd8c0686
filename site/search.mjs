// How texts are cut into the words of the full-text search, in the build and in the reader's browser.

/**
 * Words of any script: between blanks and punctuation, and where a piece holds Chinese, Japanese or Korean, at the boundaries of
 * words. VitePress hands the function to the browser as its source: it uses nothing from around it.
 */
export function tokenize(text) {
  const words = [];
  for (const piece of text.split(/[\s\p{Z}\p{P}\p{S}]+/u)) {
    if (piece === "") continue;
    if (!/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(piece)) {
      words.push(piece);
      continue;
    }
    for (const { segment, isWordLike } of new Intl.Segmenter("zh", { granularity: "word" }).segment(piece)) {
      if (isWordLike) words.push(segment);
    }
  }
  return words;
}
