//! The description that the author wrote, its place in the file, and its words.

use crate::lint::diagnostic::Diagnostic;
use crate::lint::helpers::phrases;
use crate::lint::helpers::phrases::Phrases;
use crate::lint::rule::Rule;
use crate::lint::skill_context::SkillContext;
use crate::text::document::Range;

/// Common words that distinguish English from other languages in Latin script.
static ENGLISH: Phrases = Phrases::new(|| phrases::parse(include_str!("phrases/english.txt")));

/// Common words of languages in Latin script other than English.
static NOT_ENGLISH: Phrases =
    Phrases::new(|| phrases::parse(include_str!("phrases/not_english.txt")));

/// Returns the description that the author wrote, as parsed by the first host that reads the
/// frontmatter. Whitespace at both ends is removed. Returns `None` if there is no such description.
/// A fallback that a host takes from the body is not returned.
pub fn description<'a>(context: &SkillContext<'a>) -> Option<&'a str> {
    let reading =
        (context.verdicts.iter()).filter(|verdict| verdict.ignores_frontmatter().is_none());
    let mut cells = reading.map(|verdict| verdict.cell);
    let description = cells.find_map(|cell| {
        let description = cell.description.as_deref()?;
        Some(description.trim()).filter(|description| !description.is_empty())
    });
    context.member("description").and(description)
}

/// Returns the range of the description's value; the start of the text if the file has no description.
fn place(context: &SkillContext<'_>) -> Range {
    let member = context.member("description");
    member.map_or_else(
        || context.start(),
        |member| context.range(member.value_bytes.clone()),
    )
}

/// Creates a finding at the description's value.
pub fn at_description(
    context: &SkillContext<'_>,
    rule: &Rule,
    message: impl Into<String>,
    help: &str,
) -> Diagnostic {
    Diagnostic::new(rule, context.path, place(context), message).help(help)
}

/// A language for which the tables of phrases have entries.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Language {
    English,
    Chinese,
}

/// A description and its lowercase form, in which rules search for words.
pub struct Words<'d> {
    pub description: &'d str,
    pub lower: String,
    /// The language of the description; `None` if the language is uncertain.
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

/// Returns the words of a lowercase text with one space before and after each word, so that a search for ` word ` finds
/// only whole words. Apostrophes remain in the words.
pub fn padded(lower: &str) -> String {
    let mut padded = " ".to_owned();
    let words = lower.split(|c: char| !c.is_alphanumeric() && c != '\'');
    for word in words.filter(|word| !word.is_empty()) {
        padded.push_str(word);
        padded.push(' ');
    }
    padded
}

/// Returns the language of a lowercase text; `None` if the language is uncertain.
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
