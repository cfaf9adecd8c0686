//! `too-deep`: the skill is more levels below a folder of skills than a host searches.
//!
//! Fix: moves the folder directly below the folder that the host searches. The fix is unsafe,
//! because paths to the skill change.

use crate::lint::prelude::*;
use crate::model::catalog::LeftOutReason;

pub static RULE: LintRule = LintRule::new(
    RuleGroup::Structure,
    "too-deep",
    Severity::Error,
    "the skill is deeper than a host searches",
    &[Run::LeftOut(&[LeftOutReason::TooDeep], explain)],
);

/// Returns the finding for a skill that hosts drop because it is too many levels below the folder
/// that they search; `None` if no host drops the skill.
pub fn explain(dropped: &Dropped<'_, '_>) -> Option<Diagnostic> {
    Some(in_host_words(dropped)?.fix(dropped.moved_up()))
}
