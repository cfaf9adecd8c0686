//! The frontmatter's fields, and those of the file beside the skill: their keys, whether hosts need them, how long they may
//! be, and what hosts make of their values.
//!
//! The host itself is asked about a name, with a file that has nothing else in it.

mod boolean;
mod boolean_word;
mod deprecated_field;
mod field_too_long;
mod field_without_effect;
mod for_nobody;
mod host_only_field;
mod icon_path;
mod invalid_value;
mod keys;
mod metadata_json;
mod metadata_value;
mod misplaced_field;
pub(in crate::lint) mod missing_name;
mod misspelt_field;
pub(in crate::lint) mod name_not_folder;
pub(in crate::lint) mod name_refused;
pub(in crate::lint) mod name_too_long;
mod openai_yaml;
mod openai_yaml_unknown;
mod openai_yaml_unread;
mod openai_yaml_value;
mod other_name;
pub(in crate::lint) mod side_file;
mod tool_rule;
mod tool_separator;
pub(in crate::lint) mod unknown_field;
mod unknown_tool;

use crate::lint::diagnostic::Diagnostic;
use crate::lint::reading::Reading;
use crate::lint::rule::Rule;

/// The rules of this group.
pub(in crate::lint) const RULES: &[&Rule] = &[
    &boolean_word::RULE,
    &deprecated_field::RULE,
    &field_too_long::RULE,
    &field_without_effect::RULE,
    &for_nobody::RULE,
    &host_only_field::RULE,
    &icon_path::RULE,
    &invalid_value::RULE,
    &metadata_json::RULE,
    &metadata_value::RULE,
    &misplaced_field::RULE,
    &missing_name::RULE,
    &misspelt_field::RULE,
    &name_not_folder::RULE,
    &name_refused::RULE,
    &name_too_long::RULE,
    &openai_yaml_unknown::RULE,
    &openai_yaml_unread::RULE,
    &openai_yaml_value::RULE,
    &tool_rule::RULE,
    &tool_separator::RULE,
    &unknown_field::RULE,
    &unknown_tool::RULE,
];

/// Finds the faults of the fields' values. Some rules look at the findings of those before them.
pub(in crate::lint) fn check_values(reading: &Reading<'_, '_>, says: &mut Vec<Diagnostic>) {
    missing_name::check(reading, says);
    name_too_long::check(reading, says);
    name_refused::check(reading, says);
    name_not_folder::check(reading, says);
    field_too_long::check(reading, says);
    boolean_word::check(reading, says);
    for_nobody::check(reading, says);
    invalid_value::check(reading, says);
    tool_rule::check(reading, says);
    unknown_tool::check(reading, says);
    tool_separator::check(reading, says);
    metadata_json::check(reading, says);
    metadata_value::check(reading, says);
}

/// Finds the faults of the fields' keys, and of the file beside the skill.
pub(in crate::lint) fn check_keys(reading: &Reading<'_, '_>, found: &mut Vec<Diagnostic>) {
    keys::check(reading, found);
    deprecated_field::check(reading, found);
    openai_yaml::check(reading, found);
}
