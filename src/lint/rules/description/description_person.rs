//! `description-person`: the description speaks as the skill, or to the user.
//!
//! Fix: none, since a sentence in another person is another sentence.

use super::place::at_description;
use super::words::{Language, Words, padded};
use crate::lint::diagnostic::{Diagnostic, Severity};
use crate::lint::rule::{Rule, RuleGroup};
use crate::lint::rules::phrases::{self, Phrases};
use crate::lint::skill_context::SkillContext;

pub(in crate::lint) static RULE: Rule = Rule::new(
    RuleGroup::Description,
    "description-person",
    Severity::Hint,
    "the description speaks as the skill, or to the user",
);

/// Beginnings of sentences in the first or second person.
static PERSONS: Phrases = Phrases::new(|| phrases::parse(include_str!("phrases/persons.txt")));

/// Finds an English description with a sentence in the first or second person.
pub(super) fn check(context: &SkillContext<'_>, words: &Words<'_>, found: &mut Vec<Diagnostic>) {
    if words.language == Some(Language::English) && speaks(&words.lower) {
        let message = "the description speaks as the skill or to the user";
        let help = "Write it in the third person: `Fills in PDF forms`, not `I can help you fill in forms`.";
        let diagnostic = at_description(context, &RULE, message, help);
        found.push(diagnostic.concerning(context.all_hosts()));
    }
}

/// True where a sentence begins in the first or second person, quotes aside: users' words are in quotes.
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
