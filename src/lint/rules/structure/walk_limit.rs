//! A skill behind more folders and files than a host looks at.
//!
//! Fix: none.

use super::host_words::in_their_words;
use crate::lint::diagnostic::Diagnostic;
use crate::lint::rule::{Rule, RuleGroup, Severity};
use crate::lint::skill_context::SkillContext;
use crate::lint::verdict::Verdict;

pub(in crate::lint) static RULE: Rule = Rule::new(
    RuleGroup::Structure,
    "walk-limit",
    Severity::Error,
    "a host looks at no more than so many folders and files, and had seen as many before the skill",
);

/// A skill that hosts drop for it.
pub(super) fn explain(context: &SkillContext<'_>, dropping: &[Verdict<'_>]) -> Diagnostic {
    in_their_words(context, &RULE, dropping)
}
