//! `vague-description`: the description would fit any skill.
//!
//! Fix: none, since only the author knows what the skill does.

use super::place::at_description;
use super::words::Words;
use crate::lint::diagnostic::{Diagnostic, Severity};
use crate::lint::rule::{Rule, RuleGroup};
use crate::lint::rules::phrases::{self, Phrases};
use crate::lint::skill_context::SkillContext;

pub(in crate::lint) static RULE: Rule = Rule::new(
    RuleGroup::Description,
    "vague-description",
    Severity::Info,
    "the description would fit any skill, or any of one trade",
);

/// Words that would fit any skill.
static VAGUE: Phrases = Phrases::new(|| phrases::parse(include_str!("phrases/vague_words.txt")));

/// Words that every sentence has.
static LITTLE: Phrases = Phrases::new(|| phrases::parse(include_str!("phrases/little_words.txt")));

/// Finds an English description without two words that another skill's would not have; true where it is one.
pub(super) fn check(
    context: &SkillContext<'_>,
    words: &Words<'_>,
    found: &mut Vec<Diagnostic>,
) -> bool {
    let Some(telling) = telling(&words.lower) else {
        return false;
    };
    let message = match telling {
        None => "no word of the description tells the skill from others".to_owned(),
        Some(word) => format!("only {word:?} tells the description from any other"),
    };
    let help = "Write what it does and with what, and when to use it: `Fills in PDF forms from a table. Use when …`.";
    let diagnostic = at_description(context, &RULE, message, help);
    found.push(diagnostic.concerning(context.all_hosts()));
    true
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
