//! `walk-limit`: the skill is after more folders and files than a host searches.
//!
//! Fix: none.

use crate::lint::prelude::*;
use crate::model::catalog::LeftOutReason;

pub static RULE: LintRule = LintRule::new(
    RuleGroup::Structure,
    "walk-limit",
    Severity::Error,
    "a host looks at no more than so many folders and files, and had seen as many before the skill",
    &[Run::LeftOut(
        &[LeftOutReason::DirectoryLimit, LeftOutReason::EntryLimit],
        in_host_words,
    )],
);
