//! A skill that another of the same name goes before.
//!
//! Fix: none: which of the two is meant, only their author knows.

use crate::lint::prelude::*;
use crate::model::catalog::LeftOutReason;

pub static RULE: LintRule = LintRule::new(
    RuleGroup::Structure,
    "shadowed",
    Severity::Error,
    "another skill of the same name goes before it",
    &[Run::LeftOut(&[LeftOutReason::Shadowed], explain)],
);

/// A skill that hosts drop for it, with the one that goes before it.
pub fn explain(dropped: &Dropped<'_, '_>) -> Option<Diagnostic> {
    let one = in_host_words(dropped)?;
    let first = dropped.dropping.first()?;
    Some(match first.namesake(&dropped.context.names()) {
        Some(winner) => one.related_file("the skill that goes before it", winner),
        None => one,
    })
}
