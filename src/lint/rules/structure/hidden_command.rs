//! A command in a folder with a `SKILL.md`, which makes the folder one command.
//!
//! Fix: none: which of the two is meant, only their author knows.

use super::host_words::in_their_words;
use crate::lint::diagnostic::Diagnostic;
use crate::lint::rule::{Rule, RuleGroup, Severity};
use crate::lint::skill_context::SkillContext;
use crate::lint::verdict::Verdict;

pub(in crate::lint) static RULE: Rule = Rule::new(
    RuleGroup::Structure,
    "hidden-command",
    Severity::Error,
    "a SKILL.md beside the command makes the folder one command",
);

/// A command that hosts drop for it.
pub(super) fn explain(context: &SkillContext<'_>, dropping: &[Verdict<'_>]) -> Diagnostic {
    in_their_words(context, &RULE, dropping)
}
