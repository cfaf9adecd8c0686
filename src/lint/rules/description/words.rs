//! The words of a description, and their language.

use crate::lint::rules::phrases::{self, Phrases};

/// Words by which English is told from other languages in Latin letters.
static ENGLISH: Phrases = Phrases::new(|| phrases::parse(include_str!("phrases/english.txt")));

/// Words of the others.
static NOT_ENGLISH: Phrases =
    Phrases::new(|| phrases::parse(include_str!("phrases/not_english.txt")));

/// A language with phrases of its own in the tables.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Language {
    English,
    Chinese,
}

/// A description as rules on its words read it.
pub(super) struct Words<'d> {
    pub description: &'d str,
    pub lower: String,
    /// None where it is not sure.
    pub language: Option<Language>,
}

impl<'d> Words<'d> {
    pub fn new(description: &'d str) -> Self {
        let lower = description.to_lowercase();
        Self {
            description,
            language: language(&lower),
            lower,
        }
    }
}

/// Lower-case words with one blank around each; apostrophes stay in them.
pub(super) fn padded(lower: &str) -> String {
    let mut padded = " ".to_owned();
    let words = lower.split(|c: char| !c.is_alphanumeric() && c != '\'');
    for word in words.filter(|word| !word.is_empty()) {
        padded.push_str(word);
        padded.push(' ');
    }
    padded
}

/// The language of a text in lower case, if it is sure.
fn language(lower: &str) -> Option<Language> {
    let letters = lower.chars().filter(|c| c.is_alphabetic()).count();
    let han = lower
        .chars()
        .filter(|c| ('\u{4e00}'..='\u{9fff}').contains(c))
        .count();
    let kana = lower
        .chars()
        .any(|c| ('\u{3040}'..='\u{30ff}').contains(&c));
    if han * 3 > letters && !kana {
        return Some(Language::Chinese);
    }
    let ascii = lower.chars().filter(char::is_ascii_alphabetic).count();
    if ascii * 20 < letters * 19 {
        return None;
    }
    let words = || lower.split(|c: char| !c.is_alphanumeric());
    let english = words().filter(|word| ENGLISH.contains(word)).count();
    let other = words().filter(|word| NOT_ENGLISH.contains(word)).count();
    (english > 2 * other).then_some(Language::English)
}
