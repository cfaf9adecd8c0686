//! Checks that a fix keeps the words of a text: all words must occur in the fixed text in the same order.
//!
//! This file lists everything that a safe fix may remove or rewrite: [`MARKS`], whitespace, invisible characters, and
//! each [`Loss`].

use std::ops;

/// The characters of notation, which do not belong to the content of a text. They are quotes,
/// escapes, colons, brackets, commas, delimiters, and the indicators of block scalars and of TOML.
const MARKS: &[char] = &[
    '"', '\'', '\\', '/', ':', '：', ',', '[', ']', '{', '}', '|', '>', '=', '-', '+', '`', '~',
];

/// The kind of words that a fix may remove. The author loses nothing, because the text has the same
/// content in another place or form, or because the author did not write the words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Loss {
    /// Whole lines that repeat earlier lines, including their indentation.
    RepeatedLine,
    /// An escape sequence that is replaced by the character that it represents.
    Escape,
    /// The letters of a misspelt key, which the fix replaces by the correct key.
    KeySpelling,
    /// An ignore comment that has no effect, or a code without effect in an ignore comment.
    IgnoreComment,
    /// Characters around the fields or around a key, such as quotes. Also the language of a code
    /// fence around the fields.
    Frame,
}

impl Loss {
    /// Returns true if a fix loses only text of the kind `self`, such as a repeated line or an
    /// escape sequence. The fix replaces the byte range `bytes` of `text` with `new`.
    fn is_all(self, text: &str, bytes: &ops::Range<usize>, new: &str) -> bool {
        let old = text[bytes.clone()].trim();
        let is_word = |text: &str| !text.contains(char::is_whitespace);
        match self {
            Self::RepeatedLine => {
                let earlier: Vec<_> = text[..bytes.start].lines().map(str::trim_end).collect();
                let old: Vec<_> = (text[bytes.clone()].lines().map(str::trim_end)).collect();
                let is_line = text[..bytes.start].ends_with('\n') || bytes.start == 0;
                let mut same = earlier.windows(old.len().max(1));
                new.is_empty() && is_line && same.any(|lines| lines == old)
            }
            Self::Escape => old.starts_with("\\u") && is_word(old),
            Self::KeySpelling => is_word(old) && is_word(new),
            Self::IgnoreComment => new.is_empty() && !old.contains('\n'),
            Self::Frame => {
                let is_mark = |c: char| c.is_ascii_punctuation() || matches!(c, '–' | '—' | '：');
                let is_fence = old.starts_with("```") || old.starts_with("~~~");
                new.chars()
                    .all(|c| c.is_whitespace() || matches!(c, '-' | ':' | '#'))
                    && (is_fence && is_word(old) || old.chars().all(is_mark))
            }
        }
    }
}

/// Returns true if a text keeps its words when a range of bytes is replaced with `new`. The words
/// that `loss` allows may be lost.
pub fn are_kept(text: &str, bytes: &ops::Range<usize>, new: &str, loss: Option<Loss>) -> bool {
    if loss.is_some_and(|loss| loss.is_all(text, bytes, new)) {
        return true;
    }
    // An edit may change a part of a word, so the comparison includes the whole words at both ends of the edit.
    let before = &text[..bytes.start];
    let after = &text[bytes.end..];
    let head = &before[before.trim_end_matches(is_of_word).len()..];
    let tail = &after[..after.len() - after.trim_start_matches(is_of_word).len()];
    let old = [head, &text[bytes.clone()], tail].concat();
    let new = [head, new, tail].concat();
    let mut kept = Words(&new);
    Words(&old).all(|word| kept.any(|other| same(word, other)))
}

/// An iterator over the words of a text. A word is a sequence of letters and digits, or any other character that is not
/// in [`MARKS`].
struct Words<'t>(&'t str);

impl<'t> Iterator for Words<'t> {
    type Item = &'t str;

    fn next(&mut self) -> Option<&'t str> {
        let rest = self.0.trim_start_matches(|character: char| {
            character.is_whitespace() || MARKS.contains(&character) || is_unseen(character)
        });
        let first = rest.chars().next()?;
        let length = match rest.len() - rest.trim_start_matches(is_of_word).len() {
            0 => first.len_utf8(),
            length => length,
        };
        let (word, rest) = rest.split_at(length);
        self.0 = rest;
        Some(word)
    }
}

fn is_of_word(character: char) -> bool {
    character.is_alphanumeric() || character == '_' || is_unseen(character)
}

/// Returns true for an invisible character that a fix may remove.
fn is_unseen(character: char) -> bool {
    matches!(character, '\u{200b}'..='\u{200d}' | '\u{2060}'..='\u{2064}' | '\u{feff}' | '\u{180e}')
}

/// Returns true if two words are equal apart from invisible characters.
fn same(one: &str, other: &str) -> bool {
    let seen = |word| str::chars(word).filter(|character| !is_unseen(*character));
    one == other || seen(one).eq(seen(other))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_keeps_its_words_where_those_before_are_a_subsequence_of_those_after() {
        let cases: &[(&str, ops::Range<usize>, &str, bool)] = &[
            ("a: b", 3..3, "\"", true),
            ("a：b", 1..4, ": ", true),
            ("ab", 1..1, " ", false),
            ("a b c", 2..3, "", false),
            ("a b c", 2..3, "x b y", true),
            ("a b c", 0..5, "c b a", false),
            ("[a, b]", 0..6, "\n  - a\n  - b", true),
            ("a\u{200b}b", 1..4, "", true),
            ("a $5 c", 2..3, "", false),
            ("---- a", 0..4, "---", true),
        ];
        for (text, bytes, new, kept) in cases {
            assert_eq!(are_kept(text, bytes, new, None), *kept, "{text:?}: {new:?}");
        }
    }

    #[test]
    fn a_loss_excuses_no_other() {
        let text = "a: b\na: b\na: c\n";
        assert!(are_kept(text, &(5..10), "", Some(Loss::RepeatedLine)));
        assert!(!are_kept(text, &(10..15), "", Some(Loss::RepeatedLine)));
        for text in ["a: bc\na: b\n", "x-a: b\na: b\n", "k:\n  a: b\na: b\n"] {
            let second = text.len() - "a: b\n".len()..text.len();
            assert!(!are_kept(text, &second, "", Some(Loss::RepeatedLine)));
        }
        assert!(!are_kept("a b", &(0..3), "", Some(Loss::KeySpelling)));
        assert!(are_kept("```yaml\na", &(0..8), "", Some(Loss::Frame)));
        assert!(!are_kept("```yaml\na", &(0..9), "", Some(Loss::Frame)));
    }
}
