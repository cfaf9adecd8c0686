//! `vague-description`: the description would fit any skill.
//!
//! Fix: none, because only the author knows what the skill does.

use crate::lint::helpers::description::at_description;
use crate::lint::prelude::*;
use crate::lint::rules::description::{short_description, unfinished_description};

pub static RULE: LintRule = LintRule::new(
    RuleGroup::Description,
    "vague-description",
    Severity::Info,
    "the description would fit any skill, or any skill of its field",
    &[Run::Skill(check)],
);

/// Words that fit the description of any skill, such as `helps`.
static VAGUE: Phrases = Phrases::new(|| phrases::parse(include_str!("phrases/vague_words.txt")));

/// Common words, such as articles, that occur in any sentence.
static LITTLE: Phrases = Phrases::new(|| phrases::parse(include_str!("phrases/little_words.txt")));

/// Finds an English description with fewer than two specific words.
pub fn check(skill: &CheckedSkill<'_, '_>, found: &mut Vec<Diagnostic>) {
    let Some(words) = &skill.words else {
        return;
    };
    let earlier = [&unfinished_description::RULE, &short_description::RULE];
    if earlier.iter().any(|rule| rule.is_among(found)) {
        return;
    }
    let Some(specific) = only_specific_word(&words.lower) else {
        return;
    };
    let message = match specific {
        None => "no word of the description distinguishes the skill from others".to_owned(),
        Some(word) => format!("only {word:?} distinguishes the description from others"),
    };
    let help = "Write what it does and with what, and when to use it: `Fills in PDF forms from a table. Use when …`.";
    let diagnostic = at_description(skill, &RULE, message, help);
    found.push(diagnostic.concerning(skill.all_hosts()));
}

/// Returns true if the description is already reported as unfinished, too short or vague. Other
/// rules about the words of such a description then report nothing.
pub fn is_reported_as_poor(found: &[Diagnostic]) -> bool {
    [
        &unfinished_description::RULE,
        &short_description::RULE,
        &RULE,
    ]
    .iter()
    .any(|rule| rule.is_among(found))
}

/// Returns the only specific word of a vague description. Returns `Some(None)` if a vague
/// description has no specific word, and `None` if the description is not vague. A description with
/// two specific words is not vague, because it can name a subject and an action.
fn only_specific_word(lower: &str) -> Option<Option<&str>> {
    let mut specific = None;
    let mut is_vague = false;
    for word in lower.split(|c: char| !c.is_alphanumeric() && c != '\'') {
        // Words in another script or language are counted as specific.
        if !word.is_ascii() {
            return None;
        }
        if word.is_empty() || LITTLE.contains(&word) {
            continue;
        }
        match specific {
            _ if VAGUE.contains(&word) => is_vague = true,
            Some(known) if known != word => return None,
            _ => specific = Some(word),
        }
    }
    is_vague.then_some(specific)
}
