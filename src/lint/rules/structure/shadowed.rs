//! A skill that another of the same name goes before.
//!
//! Fix: none: which of the two is meant, only their author knows.

use super::host_words::in_their_words;
use crate::lint::diagnostic::Diagnostic;
use crate::lint::rule::{Rule, RuleGroup, Severity};
use crate::lint::skill_context::SkillContext;
use crate::lint::verdict::Verdict;

pub(in crate::lint) static RULE: Rule = Rule::new(
    RuleGroup::Structure,
    "shadowed",
    Severity::Error,
    "another skill of the same name goes before it",
);

/// A skill that hosts drop for it, with the one that goes before it.
pub(super) fn explain(context: &SkillContext<'_>, dropping: &[Verdict<'_>]) -> Diagnostic {
    let diagnostic = in_their_words(context, &RULE, dropping);
    let winner = dropping.first();
    match winner.and_then(|first| first.namesake(&context.names())) {
        Some(winner) => diagnostic.related_file("the skill that goes before it", winner),
        None => diagnostic,
    }
}
