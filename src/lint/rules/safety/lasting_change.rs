//! `lasting-change`: a command changes a file or a setting that is run or followed later, after the task has ended.
//!
//! Fix: none, because only the author knows why the change is made.

use super::harm::Harm;
use crate::lint::diagnostic::{Diagnostic, Severity};
use crate::lint::rule::RuleGroup;
use crate::lint::run::{LintRule, Run, Search};
use crate::safety::ActKind;

pub(in crate::lint) static RULE: LintRule = LintRule::new(
    RuleGroup::Safety,
    "lasting-change",
    Severity::Info,
    "something is written to a place that outlives the task",
    &[Run::Search(Search::Deeds)],
);

/// Reports commands that write something which outlives the task, such as a line in a shell's
/// start-up file.
pub(super) fn check(harm: &Harm<'_, '_>, found: &mut Vec<Diagnostic>) {
    let acts = harm.acts(|kind| matches!(kind, ActKind::LastingChange));
    for act in acts {
        let message = format!(
            "writes something that outlives the task, since {} reads it later",
            act.detail
        );
        let help = "Say in the description that the skill does this, and ask the user first; or do it for the task only.";
        found.push(harm.finding(&RULE, act, &message, help));
    }
}
