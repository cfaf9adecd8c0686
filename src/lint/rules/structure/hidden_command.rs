//! `hidden-command`: a command is in a folder with a `SKILL.md`, which makes the whole folder one command.
//!
//! Fix: none, because only the author knows which of the two is meant.

use crate::lint::prelude::*;
use crate::model::catalog::LeftOutReason;

pub static RULE: LintRule = LintRule::new(
    RuleGroup::Structure,
    "hidden-command",
    Severity::Error,
    "a SKILL.md beside the command makes the folder one command",
    &[Run::LeftOut(&[LeftOutReason::HiddenBySkill], in_host_words)],
);
