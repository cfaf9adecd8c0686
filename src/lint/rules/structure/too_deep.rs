//! A skill that lies deeper than a host looks.
//!
//! Fix: moves the folder right below the root; unsafe, since paths that lead to the skill change.

use crate::lint::prelude::*;
use crate::model::catalog::LeftOutReason;

pub static RULE: LintRule = LintRule::new(
    RuleGroup::Structure,
    "too-deep",
    Severity::Error,
    "the skill is deeper than a host searches",
    &[Run::LeftOut(&[LeftOutReason::TooDeep], explain)],
);

/// A skill that hosts drop for it.
pub fn explain(dropped: &Dropped<'_, '_>) -> Option<Diagnostic> {
    Some(in_host_words(dropped)?.fix(dropped.moved_up()))
}
