//! Rules about the description. A model reads only the name and the description before it chooses a skill.
//!
//! Rules about words support English, and some of them also Chinese. They report nothing in other languages.

pub mod description_over_budget;
pub mod description_over_cap;
pub mod description_person;
pub mod description_too_long;
pub mod missing_description;
pub mod near_duplicate_description;
pub mod no_when_to_use;
pub mod short_description;
pub mod tag_in_description;
pub mod unfinished_description;
pub mod vague_description;
pub mod vague_name;

use crate::lint::run::LintRule;

/// The rules about descriptions, in the order in which they run. A rule that depends on findings of
/// other rules comes after these rules.
pub const RULES: &[&LintRule] = &[
    &unfinished_description::RULE,
    &short_description::RULE,
    &vague_description::RULE,
    &description_over_budget::RULE,
    &description_over_cap::RULE,
    &description_person::RULE,
    &description_too_long::RULE,
    &missing_description::RULE,
    &near_duplicate_description::RULE,
    &no_when_to_use::RULE,
    &tag_in_description::RULE,
    &vague_name::RULE,
];
