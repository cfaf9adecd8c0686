//! A skill in a folder that Git ignores, so that a host does not look into it.
//!
//! Fix: none.

use super::host_words::in_their_words;
use crate::lint::diagnostic::Diagnostic;
use crate::lint::rule::{Rule, RuleGroup, Severity};
use crate::lint::skill_context::SkillContext;
use crate::lint::verdict::Verdict;

pub(in crate::lint) static RULE: Rule = Rule::new(
    RuleGroup::Structure,
    "git-ignored",
    Severity::Error,
    "Git ignores the folder, so a host does not look into it",
);

/// A skill that hosts drop for it.
pub(super) fn explain(context: &SkillContext<'_>, dropping: &[Verdict<'_>]) -> Diagnostic {
    in_their_words(context, &RULE, dropping)
}
