//! `shadowed`: another skill with the same name takes precedence over this skill.
//!
//! Fix: none, because only the author knows which of the two skills is meant.

use crate::lint::prelude::*;
use crate::model::catalog::LeftOutReason;

pub static RULE: LintRule = LintRule::new(
    RuleGroup::Structure,
    "shadowed",
    Severity::Error,
    "another skill with the same name takes precedence",
    &[Run::LeftOut(&[LeftOutReason::Shadowed], explain)],
);

/// Returns the finding for a skill that hosts drop because another skill has the same name; `None`
/// if no host drops the skill. The other skill is a related place of the finding.
pub fn explain(dropped: &Dropped<'_, '_>) -> Option<Diagnostic> {
    let one = in_host_words(dropped)?;
    let first = dropped.dropping.first()?;
    Some(match first.skill_with_same_name(&dropped.context.names()) {
        Some(winner) => one.related_file("the skill that takes precedence", winner),
        None => one,
    })
}
