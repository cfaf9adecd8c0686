//! A file without text.
//!
//! Fix: none.

use crate::lint::diagnostic::Diagnostic;
use crate::lint::rule::{Rule, RuleGroup, Severity};
use crate::lint::skill_context::SkillContext;

pub(in crate::lint) static RULE: Rule = Rule::new(
    RuleGroup::Structure,
    "empty-file",
    Severity::Error,
    "the file has no text in it",
);

/// A file that hosts drop for it.
pub(super) fn find(context: &SkillContext<'_>) -> Option<Diagnostic> {
    let unmarked = &context.text[context.mark_length()..];
    unmarked.trim().is_empty().then(|| {
        context
            .report(&RULE, 0..0, "the file has no text in it")
            .help("Write the skill: frontmatter with a name and a description, and instructions below it.")
    })
}
