//! `short-description`: the description says no more than the name, or next to nothing.
//!
//! Fix: none, since only the author knows what the skill does.

use crate::lint::helpers::description::{at_description, padded};
use crate::lint::prelude::*;
use crate::lint::rules::description::unfinished_description;

pub static RULE: LintRule = LintRule::new(
    RuleGroup::Description,
    "short-description",
    Severity::Info,
    "the description says no more than the name, or next to nothing",
    &[Run::Skill(check)],
);

/// Letters from which on a description says something. The limit is ours.
const MIN_LETTERS: usize = 10;

/// Finds a description that says too little.
pub fn check(skill: &CheckedSkill<'_, '_>, found: &mut Vec<Diagnostic>) {
    let Some(words) = &skill.words else {
        return;
    };
    if unfinished_description::RULE.is_among(found) {
        return;
    }
    if says_nothing(skill, &words.lower) {
        let message = "the description says too little for a model to choose by";
        let help = "Write what the skill does and when to use it.";
        let diagnostic = at_description(skill, &RULE, message, help);
        found.push(diagnostic.concerning(skill.all_hosts()));
    }
}

/// True where it is the name in other words, or hardly more than one word.
fn says_nothing(context: &SkillContext<'_>, lower: &str) -> bool {
    let is_name = |name: &str| padded(&name.to_lowercase()) == padded(lower);
    let mut names = (context.verdicts.iter())
        .filter_map(|verdict| verdict.cell.name.as_deref())
        .chain([context.folder()]);
    let letters = lower.chars().filter(|c| c.is_alphanumeric()).count();
    let wide = lower
        .chars()
        .filter(|c| c.is_alphanumeric() && *c >= '\u{1100}')
        .count();
    // A character of Chinese, Japanese or Korean says as much as three letters do.
    names.any(is_name) || letters + 2 * wide < MIN_LETTERS
}
