//! `description-person`: the description is in the first or second person.
//!
//! Fix: none, because a sentence in another person has to be rewritten.

use crate::lint::helpers::description::{Language, at_description, padded};
use crate::lint::prelude::*;
use crate::lint::rules::description::vague_description;

pub static RULE: LintRule = LintRule::new(
    RuleGroup::Description,
    "description-person",
    Severity::Hint,
    "the description speaks as the skill, or to the user",
    &[Run::Skill(check)],
);

/// Beginnings of sentences in the first or second person.
static PERSONS: Phrases = Phrases::new(|| phrases::parse(include_str!("phrases/persons.txt")));

/// Finds an English description with a sentence in the first or second person.
pub fn check(skill: &CheckedSkill<'_, '_>, found: &mut Vec<Diagnostic>) {
    let Some(words) = &skill.words else {
        return;
    };
    if vague_description::is_reported_as_poor(found) {
        return;
    }
    if words.language == Some(Language::English) && speaks(&words.lower) {
        let message = "the description speaks as the skill or to the user";
        let help = "Write it in the third person: `Fills in PDF forms`, not `I can help you fill in forms`.";
        let diagnostic = at_description(skill, &RULE, message, help);
        found.push(diagnostic.concerning(skill.all_hosts()));
    }
}

/// Returns true if a sentence begins in the first or second person. Text in quotes is skipped, because it may be the
/// words of a user.
fn speaks(lower: &str) -> bool {
    let mut in_quotes = false;
    let unquoted: String = lower
        .replace(['“', '”'], "\"")
        .replace('’', "'")
        .chars()
        .filter(|c| {
            in_quotes ^= *c == '"';
            !in_quotes
        })
        .collect();
    unquoted.split(['.', '!', '?', '\n']).any(|sentence| {
        let words = padded(sentence);
        PERSONS
            .iter()
            .any(|person| words.starts_with(&format!(" {person} ")))
    })
}
