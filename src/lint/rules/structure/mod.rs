//! Where skills lie, what their files and folders are called, and how their frontmatter begins and ends.

mod almost_a_root;
mod byte_order_mark;
mod dangling_link;
mod duplicate_name;
mod early_delimiter;
mod empty_file;
mod flat_file;
mod frontmatter_delimiter;
mod frontmatter_lines;
mod git_ignored;
mod hidden_command;
mod hidden_folder;
mod host_words;
mod link_as_text;
mod moved_up;
pub(in crate::lint) mod nested_skill;
mod no_frontmatter;
mod no_skill_file;
pub(in crate::lint) mod not_loaded;
mod not_markdown;
pub(in crate::lint) mod not_utf8;
mod other_fence;
mod reserved_folder;
mod roots;
mod shadowed;
mod skipped_folder;
mod symlinked_file;
mod text_before_frontmatter;
mod too_deep;
mod unclosed_frontmatter;
pub(in crate::lint) mod unfound_frontmatter;
mod unread_file;
mod walk_limit;
mod wrong_capitals;

use crate::lint::cache::LintCache;
use crate::lint::catalogs::Catalogs;
use crate::lint::diagnostic::Diagnostic;
use crate::lint::rule::Rule;
use crate::lint::skill_context::SkillContext;
use crate::lint::verdict::Verdict;
use crate::model::catalog::LeftOutReason;
use crate::tree::Tree;
use roots::Roots;

/// The rules of this group.
pub(in crate::lint) const RULES: &[&Rule] = &[
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

/// Why hosts do not find the skill where it lies, or another skill goes before it; none for a reason that no rule knows.
pub(in crate::lint) fn explain(
    context: &SkillContext<'_>,
    catalogs: &Catalogs<'_>,
    reason: LeftOutReason,
    dropping: &[Verdict<'_>],
) -> Option<Diagnostic> {
    Some(match reason {
        LeftOutReason::WrongSpelling => wrong_capitals::explain(context),
        LeftOutReason::SymlinkedFile => symlinked_file::explain(context, catalogs, dropping),
        LeftOutReason::DanglingLink | LeftOutReason::LinkLoop => {
            dangling_link::explain(context, dropping)
        }
        LeftOutReason::TooDeep => {
            let passed_over = dropping.first().and_then(|first| {
                let reason = LeftOutReason::TooDeep;
                catalogs.passed_over(context.tree, first.who(), context.path, reason)
            });
            let root = passed_over.and_then(|(_, root)| root);
            root.and_then(|root| nested_skill::explain(context, dropping, root))
                .unwrap_or_else(|| too_deep::explain(context, dropping, root))
        }
        LeftOutReason::HiddenBySkill => hidden_command::explain(context, dropping),
        LeftOutReason::Hidden => hidden_folder::explain(context, dropping),
        LeftOutReason::SkippedFolder => skipped_folder::explain(context, dropping),
        LeftOutReason::GitIgnored => git_ignored::explain(context, dropping),
        LeftOutReason::FlatFile => flat_file::explain(context, dropping),
        LeftOutReason::ReservedName => reserved_folder::explain(context, dropping),
        LeftOutReason::DirectoryLimit | LeftOutReason::EntryLimit => {
            walk_limit::explain(context, dropping)
        }
        LeftOutReason::Shadowed => shadowed::explain(context, dropping),
        _ => return None,
    })
}

/// Finds the faults of one file that hosts have nevertheless.
pub(in crate::lint) fn check(context: &SkillContext<'_>, found: &mut Vec<Diagnostic>) {
    early_delimiter::check(context, found);
}

/// Finds files of a skill whose contents were not given.
pub(in crate::lint) fn check_unread(context: &SkillContext<'_>, found: &mut Vec<Diagnostic>) {
    unread_file::check(context, found);
}

/// Finds the faults of more than one skill, or of none: names that a host has twice, links that lead nowhere, and places
/// where nobody looks.
pub(in crate::lint) fn check_all(
    catalogs: &Catalogs<'_>,
    tree: &Tree,
    cache: &LintCache,
    is_asked: impl Fn(&str) -> bool,
    found: &mut Vec<Diagnostic>,
) {
    duplicate_name::check(catalogs, &is_asked, found);
    dangling_link::check(catalogs, &is_asked, found);
    let roots = Roots::new(catalogs, tree, cache);
    almost_a_root::check(catalogs, tree, &roots, &is_asked, found);
    no_skill_file::check(tree, &roots, &is_asked, found);
}
