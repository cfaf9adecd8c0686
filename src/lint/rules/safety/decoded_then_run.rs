//! `decoded-then-run`: an encoded command is decoded and run.
//!
//! Fix: none, because the decoded command may be harmful.

use super::harm::Harm;
use crate::lint::diagnostic::{Diagnostic, Severity};
use crate::lint::rule::RuleGroup;
use crate::lint::run::{LintRule, Run, Search};
use crate::safety::ActKind;

pub(in crate::lint) static RULE: LintRule = LintRule::new(
    RuleGroup::Safety,
    "decoded-then-run",
    Severity::Warning,
    "a command runs that people cannot read",
    &[Run::Search(Search::Deeds)],
);

/// Reports encoded commands that a command decodes and runs.
pub(super) fn check(harm: &Harm<'_, '_>, found: &mut Vec<Diagnostic>) {
    let acts = harm.acts(|kind| matches!(kind, ActKind::DecodedThenRun));
    for act in acts {
        let message = match act.detail.as_str() {
            "" => "decodes a text and runs it, so that nobody sees what runs".to_owned(),
            text => format!("decodes a text and runs it: {text}"),
        };
        let help = "Write the command itself, so that people can read what runs.";
        found.push(harm.finding(&RULE, act, &message, help));
    }
}
