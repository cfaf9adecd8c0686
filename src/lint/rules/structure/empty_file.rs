//! `empty-file`: the file has no text.
//!
//! Fix: none.

use crate::lint::prelude::*;

pub static RULE: LintRule = LintRule::new(
    RuleGroup::Structure,
    "empty-file",
    Severity::Error,
    "the file has no text in it",
    &[Run::Search(Search::NoFrontmatter)],
);

/// Returns the finding for an empty file that hosts drop; `None` if the file has text.
pub fn find(context: &SkillContext<'_>) -> Option<Diagnostic> {
    let unmarked = &context.text[context.mark_length()..];
    unmarked.trim().is_empty().then(|| {
        context
            .report(&RULE, 0..0, "the file has no text in it")
            .help("Write the skill: frontmatter with a name and a description, and instructions below it.")
    })
}
