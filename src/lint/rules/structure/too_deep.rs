//! `too-deep`: the skill is more levels below the root than a host searches.
//!
//! Fix: moves the folder directly below the root; unsafe, because paths to the skill change.

use crate::lint::prelude::*;
use crate::model::catalog::LeftOutReason;

pub static RULE: LintRule = LintRule::new(
    RuleGroup::Structure,
    "too-deep",
    Severity::Error,
    "the skill is deeper than a host searches",
    &[Run::LeftOut(&[LeftOutReason::TooDeep], explain)],
);

/// Returns the finding for a skill that hosts drop because it is too deep below the root.
pub fn explain(dropped: &Dropped<'_, '_>) -> Option<Diagnostic> {
    Some(in_host_words(dropped)?.fix(dropped.moved_up()))
}
