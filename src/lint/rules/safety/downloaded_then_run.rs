//! `downloaded-then-run`: a downloaded file is run without a check.
//!
//! Fix: none, because only the author knows the checksum.

use super::harm::Harm;
use crate::lint::diagnostic::{Diagnostic, Severity};
use crate::lint::rule::RuleGroup;
use crate::lint::run::{LintRule, Run, Search};
use crate::safety::ActKind;

pub(in crate::lint) static RULE: LintRule = LintRule::new(
    RuleGroup::Safety,
    "downloaded-then-run",
    Severity::Info,
    "a downloaded file runs without a check",
    &[Run::Search(Search::Deeds)],
);

/// Reports downloaded files that a later command runs.
pub(super) fn check(harm: &Harm<'_, '_>, found: &mut Vec<Diagnostic>) {
    let acts = harm.acts(|kind| matches!(kind, ActKind::DownloadedThenRun));
    for act in acts {
        let message = match act.detail.as_str() {
            "" => "runs a file that was downloaded, and nobody has checked it".to_owned(),
            from => format!("runs a file that {from} sent, and nobody has checked it"),
        };
        let help =
            "Put the file beside the skill, or check it against a known checksum before it runs.";
        found.push(harm.finding(&RULE, act, &message, help));
    }
}
