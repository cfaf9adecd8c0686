//! `walk-limit`: a host stops its search after a number of folders and files, and so does not find the skill.
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
