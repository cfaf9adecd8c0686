//! `reserved-folder`: the skill is in a folder whose name a host reserves.
//!
//! Fix: none.

use crate::lint::prelude::*;
use crate::model::catalog::LeftOutReason;

pub static RULE: LintRule = LintRule::new(
    RuleGroup::Structure,
    "reserved-folder",
    Severity::Error,
    "the folder has a name that a host reserves",
    &[Run::LeftOut(&[LeftOutReason::ReservedName], in_host_words)],
);
