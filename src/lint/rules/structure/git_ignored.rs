//! `git-ignored`: Git ignores the skill's folder, so a host does not search it.
//!
//! Fix: none.

use crate::lint::prelude::*;
use crate::model::catalog::LeftOutReason;

pub static RULE: LintRule = LintRule::new(
    RuleGroup::Structure,
    "git-ignored",
    Severity::Error,
    "Git ignores the folder, so a host does not search it",
    &[Run::LeftOut(&[LeftOutReason::GitIgnored], in_host_words)],
);
