//! Rules about the instructions of a skill and the files that the instructions name.

pub mod asking_script;
pub mod backslash_path;
pub mod deep_reference;
pub mod empty_body;
pub mod extra_document;
pub mod inline_command;
pub mod long_body;
pub mod long_reference;
pub mod machine_path;
pub mod missing_file;
pub mod replaced_text;
pub mod scaffold_leftover;
pub mod unfilled_placeholder;
pub mod unguarded_side_effect;
pub mod unmeant_command;
pub mod unnamed_file;
pub mod unpinned_runner;

use crate::lint::run::LintRule;

/// The rules about the instructions of a skill, in the order in which they run.
pub const RULES: &[&LintRule] = &[
    &asking_script::RULE,
    &backslash_path::RULE,
    &deep_reference::RULE,
    &empty_body::RULE,
    &extra_document::RULE,
    &inline_command::RULE,
    &long_body::RULE,
    &long_reference::RULE,
    &machine_path::RULE,
    &missing_file::RULE,
    &replaced_text::RULE,
    &scaffold_leftover::RULE,
    &unfilled_placeholder::RULE,
    &unguarded_side_effect::RULE,
    &unmeant_command::RULE,
    &unnamed_file::RULE,
    &unpinned_runner::RULE,
];
