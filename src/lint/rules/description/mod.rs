//! The description: with the name it is all that a model sees before it chooses a skill.
//!
//! Rules on its words know those of English, and of Chinese where it has words of its own for something; they are silent on
//! other languages.

mod cuts;
pub(in crate::lint) mod description_over_budget;
mod description_over_cap;
mod description_person;
pub(in crate::lint) mod description_too_long;
pub(in crate::lint) mod missing_description;
pub(in crate::lint) mod near_duplicate_description;
mod no_when_to_use;
mod place;
mod short_description;
pub(in crate::lint) mod tag_in_description;
mod unfinished_description;
mod vague_description;
mod vague_name;
mod words;

use crate::lint::diagnostic::Diagnostic;
use crate::lint::rule::Rule;
use crate::lint::skill_context::SkillContext;
use words::Words;

/// The rules of this group.
pub(in crate::lint) const RULES: &[&Rule] = &[
    &missing_description::RULE,
    &description_too_long::RULE,
    &description_over_cap::RULE,
    &description_over_budget::RULE,
    &no_when_to_use::RULE,
    &short_description::RULE,
    &unfinished_description::RULE,
    &description_person::RULE,
    &vague_description::RULE,
    &vague_name::RULE,
    &tag_in_description::RULE,
    &near_duplicate_description::RULE,
];

/// Looks at the description of one skill.
pub(in crate::lint) fn check(context: &SkillContext<'_>, found: &mut Vec<Diagnostic>) {
    let cuts = cuts::cuts(context);
    description_over_cap::check(context, &cuts, found);
    description_over_budget::check(context, &cuts, found);
    vague_name::check(context, found);
    let Some(description) = place::description(context) else {
        return;
    };
    tag_in_description::check(context, description, found);
    let words = Words::new(description);
    // Of what is no description yet, nothing else is said.
    if unfinished_description::check(context, &words, found)
        || short_description::check(context, &words, found)
        || vague_description::check(context, &words, found)
    {
        return;
    }
    no_when_to_use::check(context, &words, found);
    description_person::check(context, &words, found);
}
