//! `walk-limit`: the skill is after more folders and files than a host searches.
//!
//! Fix: none.

use crate::lint::prelude::*;
use crate::model::catalog::LeftOutReason;

pub static RULE: LintRule = LintRule::new(
    RuleGroup::Structure,
    "walk-limit",
    Severity::Error,
    "a host searches a limited number of folders and files, and stops before it reaches the skill",
    &[Run::LeftOut(
        &[LeftOutReason::DirectoryLimit, LeftOutReason::EntryLimit],
        in_host_words,
    )],
);
