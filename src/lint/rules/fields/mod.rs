//! Rules about the fields of the frontmatter and of `agents/openai.yaml`: their keys, whether hosts
//! require them, their maximum lengths, and how hosts read their values.
//!
//! To check a name, each host parses a test file that contains only this name and a description.

pub mod boolean_word;
pub mod deprecated_field;
pub mod field_too_long;
pub mod field_without_effect;
pub mod for_nobody;
pub mod host_only_field;
pub mod icon_path;
pub mod invalid_value;
pub mod metadata_json;
pub mod metadata_value;
pub mod misplaced_field;
pub mod missing_name;
pub mod misspelt_field;
pub mod name_not_folder;
pub mod name_refused;
pub mod name_too_long;
pub mod openai_yaml_unknown;
pub mod openai_yaml_unread;
pub mod openai_yaml_value;
pub mod tool_rule;
pub mod tool_separator;
pub mod unknown_field;
pub mod unknown_tool;

use crate::lint::run::LintRule;

/// The rules about fields, in the order in which they run. A rule that depends on findings of other
/// rules comes after these rules.
pub const RULES: &[&LintRule] = &[
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
    &name_refused::RULE,
    &name_not_folder::RULE,
    &name_too_long::RULE,
    &openai_yaml_unknown::RULE,
    &openai_yaml_unread::RULE,
    &openai_yaml_value::RULE,
    &tool_rule::RULE,
    &tool_separator::RULE,
    &unknown_field::RULE,
    &unknown_tool::RULE,
];
