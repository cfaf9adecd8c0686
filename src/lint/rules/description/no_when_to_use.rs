//! `no-when-to-use`: the description does not say when to use the skill.
//!
//! Fix: none, since only the author knows when.

use super::place::at_description;
use super::words::{Language, Words, padded};
use crate::lint::diagnostic::{Diagnostic, Severity};
use crate::lint::rule::{Rule, RuleGroup};
use crate::lint::rules::phrases::{self, Phrases};
use crate::lint::skill_context::SkillContext;

pub(in crate::lint) static RULE: Rule = Rule::new(
    RuleGroup::Description,
    "no-when-to-use",
    Severity::Info,
    "the description does not say when to use the skill",
);

/// Phrases that say when, in English, as whole words in a row.
static WHEN_ENGLISH: Phrases =
    Phrases::new(|| phrases::parse(include_str!("phrases/when_english.txt")));

/// Phrases that say when, in Chinese.
static WHEN_CHINESE: Phrases =
    Phrases::new(|| phrases::parse(include_str!("phrases/when_chinese.txt")));

/// Finds a description in a known language without any such phrase, unless `when_to_use` says it.
pub(super) fn check(context: &SkillContext<'_>, words: &Words<'_>, found: &mut Vec<Diagnostic>) {
    let says_when = match words.language {
        Some(Language::English) => {
            let words = padded(&words.lower);
            let mut phrases = WHEN_ENGLISH.iter();
            phrases.any(|when| words.contains(&format!(" {when} ")))
        }
        Some(Language::Chinese) => WHEN_CHINESE.iter().any(|when| words.lower.contains(when)),
        None => true,
    };
    if !says_when && context.member("when_to_use").is_none() {
        let message = "the description says what the skill does, and not when to use it";
        let help = "Add when to use it, with the words that users say: `Use when …`.";
        let diagnostic = at_description(context, &RULE, message, help);
        found.push(diagnostic.concerning(context.all_hosts()));
    }
}
