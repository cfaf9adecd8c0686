//! `no-when-to-use`: the description does not state when to use the skill.
//!
//! Fix: none, because only the author knows when to use it.

use crate::lint::helpers::description::{Language, at_description, padded};
use crate::lint::prelude::*;
use crate::lint::rules::description::vague_description;

pub static RULE: LintRule = LintRule::new(
    RuleGroup::Description,
    "no-when-to-use",
    Severity::Info,
    "the description does not say when to use the skill",
    &[Run::Skill(check)],
);

/// English phrases that introduce a condition. Each phrase must occur as whole consecutive words.
static WHEN_ENGLISH: Phrases =
    Phrases::new(|| phrases::parse(include_str!("phrases/when_english.txt")));

/// Chinese phrases that introduce a condition.
static WHEN_CHINESE: Phrases =
    Phrases::new(|| phrases::parse(include_str!("phrases/when_chinese.txt")));

/// Reports a description in English or Chinese without a phrase that introduces a condition. Skills
/// with the field `when_to_use` are not reported.
pub fn check(skill: &CheckedSkill<'_, '_>, found: &mut Vec<Diagnostic>) {
    let Some(words) = &skill.words else {
        return;
    };
    if vague_description::is_reported_as_poor(found) {
        return;
    }
    let has_when = match words.language {
        Some(Language::English) => {
            let words = padded(&words.lower);
            let mut phrases = WHEN_ENGLISH.iter();
            phrases.any(|when| words.contains(&format!(" {when} ")))
        }
        Some(Language::Chinese) => WHEN_CHINESE.iter().any(|when| words.lower.contains(when)),
        None => true,
    };
    if !has_when && skill.member("when_to_use").is_none() {
        let message = "the description explains what the skill does, but not when to use it";
        let help = "Add when to use it, with the words that users say: `Use when …`.";
        let diagnostic = at_description(skill, &RULE, message, help);
        found.push(diagnostic.concerning(skill.all_hosts()));
    }
}
