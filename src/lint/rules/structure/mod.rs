//! Rules about the locations of skills, the names of their files and folders, and the delimiters of their frontmatter.

pub mod almost_a_root;
pub mod byte_order_mark;
pub mod dangling_link;
pub mod duplicate_name;
pub mod early_delimiter;
pub mod empty_file;
pub mod flat_file;
pub mod frontmatter_delimiter;
pub mod git_ignored;
pub mod hidden_command;
pub mod hidden_folder;
pub mod link_as_text;
pub mod nested_skill;
pub mod no_frontmatter;
pub mod no_skill_file;
pub mod not_loaded;
pub mod not_markdown;
pub mod not_utf8;
pub mod reserved_folder;
pub mod shadowed;
pub mod skipped_folder;
pub mod symlinked_file;
pub mod text_before_frontmatter;
pub mod too_deep;
pub mod unclosed_frontmatter;
pub mod unread_file;
pub mod walk_limit;
pub mod wrong_capitals;

use crate::lint::run::LintRule;

/// The rules about locations, file names and delimiters, in the order in which they run.
pub const RULES: &[&LintRule] = &[
    &almost_a_root::RULE,
    &byte_order_mark::RULE,
    &dangling_link::RULE,
    &duplicate_name::RULE,
    &early_delimiter::RULE,
    &empty_file::RULE,
    &flat_file::RULE,
    &frontmatter_delimiter::RULE,
    &git_ignored::RULE,
    &hidden_command::RULE,
    &hidden_folder::RULE,
    &link_as_text::RULE,
    &nested_skill::RULE,
    &no_frontmatter::RULE,
    &no_skill_file::RULE,
    &not_loaded::RULE,
    &not_markdown::RULE,
    &not_utf8::RULE,
    &reserved_folder::RULE,
    &shadowed::RULE,
    &skipped_folder::RULE,
    &symlinked_file::RULE,
    &text_before_frontmatter::RULE,
    &too_deep::RULE,
    &unclosed_frontmatter::RULE,
    &unread_file::RULE,
    &walk_limit::RULE,
    &wrong_capitals::RULE,
];
