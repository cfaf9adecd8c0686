//! Rules about the syntax of the frontmatter as YAML.

pub mod bad_escape;
pub mod comment_in_value;
pub mod duplicate_key;
pub mod frontmatter_ignored;
pub mod frontmatter_too_large;
pub mod invalid_yaml;
pub mod leading_indicator;
pub mod line_without_key;
pub mod missing_blank;
pub mod strict_yaml;
pub mod tab_indentation;
pub mod text_behind_quote;
pub mod typographic_quotes;
pub mod unclosed_quote;
pub mod unindented_line;
pub mod unquoted_colon;
pub mod wrong_type;

use crate::lint::run::LintRule;

/// The rules about the YAML of the frontmatter, in the order in which they run.
pub const RULES: &[&LintRule] = &[
    &bad_escape::RULE,
    &comment_in_value::RULE,
    &duplicate_key::RULE,
    &frontmatter_ignored::RULE,
    &frontmatter_too_large::RULE,
    &invalid_yaml::RULE,
    &leading_indicator::RULE,
    &line_without_key::RULE,
    &missing_blank::RULE,
    &strict_yaml::RULE,
    &tab_indentation::RULE,
    &text_behind_quote::RULE,
    &typographic_quotes::RULE,
    &unclosed_quote::RULE,
    &unindented_line::RULE,
    &unquoted_colon::RULE,
    &wrong_type::RULE,
];
