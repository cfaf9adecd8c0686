//! The words of a text, none of which a safe fix loses: those of the text before are a subsequence of those after.
//!
//! What a safe fix may take away or write otherwise is named here and nowhere else: [`MARKS`], white space, characters
//! that show nothing, and each [`Loss`].

use std::ops;

/// The marks that say how a text is written and not what it says: quotes, escapes, colons, brackets, commas, the signs of
/// blocks and of TOML, and the lines of `-`, `+`, backquotes and tildes that delimit something.
const MARKS: &[char] = &[
    '"', '\'', '\\', '/', ':', '：', ',', '[', ']', '{', '}', '|', '>', '=', '-', '+', '`', '~',
];

/// A word that may go, since nothing that it says goes with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Loss {
    /// A line that stands before, word for word.
    RepeatedLine,
    /// An escape in place of which its character is written.
    Escape,
    /// The letters of a key that is nearly another one.
    KeySpelling,
    /// The comment to this linter that ignores nothing, or the name of a rule in it.
    IgnoreComment,
    /// Marks around the fields or around one of their keys, and the language of a fence around them.
    Frame,
}

impl Loss {
    /// True where no more is lost than that: a text in place of some bytes of another.
    fn is_all(self, text: &str, bytes: &ops::Range<usize>, new: &str) -> bool {
        let old = text[bytes.clone()].trim();
        let is_word = |text: &str| !text.contains(char::is_whitespace);
        match self {
            Self::RepeatedLine => new.is_empty() && text[..bytes.start].contains(old),
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

/// Whether a text keeps its words with another text in place of some bytes of it.
pub fn are_kept(text: &str, bytes: &ops::Range<usize>, new: &str, loss: Option<Loss>) -> bool {
    if loss.is_some_and(|loss| loss.is_all(text, bytes, new)) {
        return true;
    }
    // A part of a word is none.
    let before = &text[..bytes.start];
    let behind = &text[bytes.end..];
    let head = &before[before.trim_end_matches(is_of_word).len()..];
    let tail = &behind[..behind.len() - behind.trim_start_matches(is_of_word).len()];
    let old = [head, &text[bytes.clone()], tail].concat();
    let new = [head, new, tail].concat();
    let mut kept = Words(&new);
    Words(&old).all(|word| kept.any(|other| same(word, other)))
}

/// The words of a text: letters and digits in a row, and every other sign that is no mark.
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

/// A character that shows nothing, of those that a fix takes out.
fn is_unseen(character: char) -> bool {
    matches!(character, '\u{200b}'..='\u{200d}' | '\u{2060}'..='\u{2064}' | '\u{feff}' | '\u{180e}')
}

/// Whether two words are the same but for characters that show nothing.
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
        assert!(!are_kept("a b", &(0..3), "", Some(Loss::KeySpelling)));
        assert!(are_kept("```yaml\na", &(0..8), "", Some(Loss::Frame)));
        assert!(!are_kept("```yaml\na", &(0..9), "", Some(Loss::Frame)));
    }
}
