//! `hidden-command`: a command's file is in a folder that also has a `SKILL.md`, so that a host
//! loads the whole folder as one command.
//!
//! Fix: none, because only the author knows whether the command or the `SKILL.md` is meant.

use crate::lint::prelude::*;
use crate::model::catalog::LeftOutReason;

pub static RULE: LintRule = LintRule::new(
    RuleGroup::Structure,
    "hidden-command",
    Severity::Error,
    "a SKILL.md beside the command makes the folder one command",
    &[Run::LeftOut(&[LeftOutReason::HiddenBySkill], in_host_words)],
);
