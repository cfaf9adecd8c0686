//! `vague-description`: the description would fit any skill.
//!
//! Fix: none, since only the author knows what the skill does.

use crate::lint::helpers::description::at_description;
use crate::lint::prelude::*;
use crate::lint::rules::description::{short_description, unfinished_description};

pub static RULE: LintRule = LintRule::new(
    RuleGroup::Description,
    "vague-description",
    Severity::Info,
    "the description would fit any skill, or any of one trade",
    &[Run::Skill(check)],
);

/// Words that would fit any skill.
static VAGUE: Phrases = Phrases::new(|| phrases::parse(include_str!("phrases/vague_words.txt")));

/// Words that every sentence has.
static LITTLE: Phrases = Phrases::new(|| phrases::parse(include_str!("phrases/little_words.txt")));

/// Finds an English description without two words that another skill's would not have; true where it is one.
pub fn check(skill: &CheckedSkill<'_, '_>, found: &mut Vec<Diagnostic>) {
    let Some(words) = &skill.words else {
        return;
    };
    let earlier = [&unfinished_description::RULE, &short_description::RULE];
    if earlier.iter().any(|rule| rule.is_among(found)) {
        return;
    }
    let Some(telling) = telling(&words.lower) else {
        return;
    };
    let message = match telling {
        None => "no word of the description tells the skill from others".to_owned(),
        Some(word) => format!("only {word:?} tells the description from any other"),
    };
    let help = "Write what it does and with what, and when to use it: `Fills in PDF forms from a table. Use when …`.";
    let diagnostic = at_description(skill, &RULE, message, help);
    found.push(diagnostic.concerning(skill.all_hosts()));
}

/// The only telling word of a description, if it has one, where vague words are all else; none for one with two, which
/// names what it is about and what it does with that.
fn telling(lower: &str) -> Option<Option<&str>> {
    let mut telling = None;
    let mut is_vague = false;
    for word in lower.split(|c: char| !c.is_alphanumeric() && c != '\'') {
        // What is in other letters, or in another language, is not judged.
        if !word.is_ascii() {
            return None;
        }
        if word.is_empty() || LITTLE.contains(&word) {
            continue;
        }
        match telling {
            _ if VAGUE.contains(&word) => is_vague = true,
            Some(known) if known != word => return None,
            _ => telling = Some(word),
        }
    }
    is_vague.then_some(telling)
}
