//! Where skills lie, what their files and folders are called, and how their frontmatter begins and ends.

mod byte_order_mark;
mod dangling_link;
mod duplicate_name;
mod empty_file;
mod flat_file;
mod frontmatter_delimiter;
mod frontmatter_lines;
mod git_ignored;
mod hidden_folder;
mod host_words;
mod link_as_text;
mod moved_up;
mod nested_skill;
mod no_frontmatter;
pub(in crate::lint) mod not_loaded;
mod not_markdown;
pub(in crate::lint) mod not_utf8;
mod reserved_folder;
mod shadowed;
mod skipped_folder;
mod symlinked_file;
mod text_before_frontmatter;
mod too_deep;
mod unclosed_frontmatter;
pub(in crate::lint) mod unfound_frontmatter;
mod walk_limit;
mod wrong_capitals;

use crate::lint::catalogs::Catalogs;
use crate::lint::diagnostic::Diagnostic;
use crate::lint::rule::Rule;
use crate::lint::skill_context::SkillContext;
use crate::lint::verdict::Verdict;
use crate::model::catalog::LeftOutReason;

/// The rules of this group.
pub(in crate::lint) const RULES: &[&Rule] = &[
    &byte_order_mark::RULE,
    &dangling_link::RULE,
    &duplicate_name::RULE,
    &empty_file::RULE,
    &flat_file::RULE,
    &frontmatter_delimiter::RULE,
    &git_ignored::RULE,
    &hidden_folder::RULE,
    &link_as_text::RULE,
    &nested_skill::RULE,
    &no_frontmatter::RULE,
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
    &walk_limit::RULE,
    &wrong_capitals::RULE,
];

/// Why hosts do not find the skill where it lies, or its frontmatter, or another skill goes before it; none for a reason
/// of another group.
pub(in crate::lint) fn explain(
    context: &SkillContext<'_>,
    catalogs: &Catalogs<'_>,
    reason: &str,
    dropping: &[Verdict<'_>],
) -> Option<Diagnostic> {
    Some(match reason {
        "no-frontmatter" | "byte-order-mark" => unfound_frontmatter::explain(context, dropping),
        "wrong-spelling" => wrong_capitals::explain(context),
        "symlinked-file" => symlinked_file::explain(context, catalogs, dropping),
        "dangling-link" | "link-loop" => dangling_link::explain(context, dropping),
        "too-deep" => {
            let passed_over = dropping.first().and_then(|first| {
                let reason = LeftOutReason::TooDeep;
                catalogs.passed_over(context.tree, first.who(), context.path, reason)
            });
            let root = passed_over.and_then(|(_, root)| root);
            root.and_then(|root| nested_skill::explain(context, dropping, root))
                .unwrap_or_else(|| too_deep::explain(context, dropping, root))
        }
        "hidden" => hidden_folder::explain(context, dropping),
        "skipped-folder" => skipped_folder::explain(context, dropping),
        "git-ignored" => git_ignored::explain(context, dropping),
        "flat-file" => flat_file::explain(context, dropping),
        "reserved-name" => reserved_folder::explain(context, dropping),
        "directory-limit" | "entry-limit" => walk_limit::explain(context, dropping),
        "shadowed" => shadowed::explain(context, dropping),
        _ => return None,
    })
}

/// What concerns more than one skill, or none: names that a host has twice, and links that lead nowhere.
pub(in crate::lint) fn check_all(
    catalogs: &Catalogs<'_>,
    is_asked: impl Fn(&str) -> bool,
    found: &mut Vec<Diagnostic>,
) {
    duplicate_name::check(catalogs, &is_asked, found);
    dangling_link::check(catalogs, is_asked, found);
}
