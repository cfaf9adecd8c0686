//! `short-description`: the description only repeats the name, or is hardly longer than a word.
//!
//! Fix: none, because only the author knows what the skill does.

use crate::lint::helpers::description::{at_description, padded};
use crate::lint::prelude::*;
use crate::lint::rules::description::unfinished_description;

pub static RULE: LintRule = LintRule::new(
    RuleGroup::Description,
    "short-description",
    Severity::Info,
    "the description only repeats the name, or has hardly a word",
    &[Run::Skill(check)],
);

/// The minimum number of letters in a useful description. No host has this limit.
const MIN_LETTERS: usize = 10;

/// Finds a description that is too short to mean anything.
pub fn check(skill: &CheckedSkill<'_, '_>, found: &mut Vec<Diagnostic>) {
    let Some(words) = &skill.words else {
        return;
    };
    if unfinished_description::RULE.is_among(found) {
        return;
    }
    if is_unspecific(skill, &words.lower) {
        let message = "the description is too short for a model to know when to choose the skill";
        let help = "Write what the skill does and when to use it.";
        let diagnostic = at_description(skill, &RULE, message, help);
        found.push(diagnostic.concerning(skill.all_hosts()));
    }
}

/// Returns true if the description only repeats the name, or is hardly longer than a word.
fn is_unspecific(context: &SkillContext<'_>, lower: &str) -> bool {
    let padded_lower = padded(lower);
    let is_name = |name: &str| padded(&name.to_lowercase()) == padded_lower;
    let mut names = (context.verdicts.iter())
        .filter_map(|verdict| verdict.cell.name.as_deref())
        .chain([context.folder()]);
    let letters = lower.chars().filter(|c| c.is_alphanumeric()).count();
    let wide = lower
        .chars()
        .filter(|c| c.is_alphanumeric() && *c >= '\u{1100}')
        .count();
    // A Chinese, Japanese or Korean character is counted as three letters.
    names.any(is_name) || letters + 2 * wide < MIN_LETTERS
}
