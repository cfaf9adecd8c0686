//! `skipped-folder`: the skill is in a folder with a name that a host never searches.
//!
//! Fix: none.

use crate::lint::prelude::*;
use crate::model::catalog::LeftOutReason;

pub static RULE: LintRule = LintRule::new(
    RuleGroup::Structure,
    "skipped-folder",
    Severity::Error,
    "the skill is in a folder whose name a host never searches",
    &[Run::LeftOut(&[LeftOutReason::SkippedFolder], in_host_words)],
);
