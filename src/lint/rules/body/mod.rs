//! The instructions and the files that they name.

mod asking_script;
mod backslash_path;
mod deep_reference;
mod empty_body;
mod extra_document;
mod inline_command;
mod long_body;
mod long_reference;
mod machine_path;
mod missing_file;
mod replaced_text;
mod scaffold_leftover;
mod substitutions;
mod unfilled_placeholder;
mod unguarded_side_effect;
mod unmeant_command;
mod unnamed_file;
mod unpinned_runner;

use crate::lint::diagnostic::Diagnostic;
use crate::lint::rule::Rule;
use crate::lint::skill_context::SkillContext;
use crate::lint::texts::SkillText;
use substitutions::Substitutions;

/// The rules of this group.
pub(in crate::lint) const RULES: &[&Rule] = &[
    &empty_body::RULE,
    &long_body::RULE,
    &missing_file::RULE,
    &unnamed_file::RULE,
    &deep_reference::RULE,
    &long_reference::RULE,
    &machine_path::RULE,
    &backslash_path::RULE,
    &replaced_text::RULE,
    &unfilled_placeholder::RULE,
    &inline_command::RULE,
    &unmeant_command::RULE,
    &scaffold_leftover::RULE,
    &extra_document::RULE,
    &unpinned_runner::RULE,
    &asking_script::RULE,
    &unguarded_side_effect::RULE,
];

/// Looks at the body of a skill and at the files beside it.
pub(in crate::lint) fn check(
    context: &SkillContext<'_>,
    texts: &[SkillText<'_>],
    found: &mut Vec<Diagnostic>,
) {
    empty_body::check(context, found);
    long_body::check(context, found);
    let for_people = extra_document::for_people(context);
    missing_file::check(context, texts, &for_people, found);
    extra_document::check(context, texts, found);
    unnamed_file::check(context, texts, found);
    deep_reference::check(context, found);
    backslash_path::check(context, texts, &for_people, found);
    if let Some(own) = texts.first() {
        unguarded_side_effect::check(context, own, found);
    }
    if let Some(substitutions) = Substitutions::of(context, texts) {
        replaced_text::check(context, &substitutions, found);
        unfilled_placeholder::check(context, &substitutions, found);
        unmeant_command::check(context, &substitutions, found);
        inline_command::check(context, &substitutions, found);
    }
    for text in texts
        .iter()
        .filter(|text| !for_people.contains(&*text.path))
    {
        long_reference::check(context, text, found);
        machine_path::check(context, text, found);
        scaffold_leftover::check(context, text, found);
        unpinned_runner::check(context, text, found);
        asking_script::check(context, text, found);
    }
}
