//! A skill in a folder of a name that a host never looks into.
//!
//! Fix: none.

use super::host_words::in_their_words;
use crate::lint::diagnostic::Diagnostic;
use crate::lint::rule::{Rule, RuleGroup, Severity};
use crate::lint::skill_context::SkillContext;
use crate::lint::verdict::Verdict;

pub(in crate::lint) static RULE: Rule = Rule::new(
    RuleGroup::Structure,
    "skipped-folder",
    Severity::Error,
    "the skill is in a folder whose name a host never searches",
);

/// A skill that hosts drop for it.
pub(super) fn explain(context: &SkillContext<'_>, dropping: &[Verdict<'_>]) -> Diagnostic {
    in_their_words(context, &RULE, dropping)
}
