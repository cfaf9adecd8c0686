//! `download-to-shell`: a download is piped to a shell without a check.
//!
//! Fix: none, because each program has its own safe way to install.

use super::harm::Harm;
use crate::lint::diagnostic::{Diagnostic, Severity};
use crate::lint::rule::RuleGroup;
use crate::lint::run::{LintRule, Run, Search};
use crate::safety::ActKind;

pub(in crate::lint) static RULE: LintRule = LintRule::new(
    RuleGroup::Safety,
    "download-to-shell",
    Severity::Info,
    "a download runs without a check",
    &[Run::Search(Search::Deeds)],
);

/// Reports downloads that a shell runs directly.
pub(super) fn check(harm: &Harm<'_, '_>, found: &mut Vec<Diagnostic>) {
    let acts = harm.acts(|kind| matches!(kind, ActKind::DownloadToShell | ActKind::RemoteShell));
    for act in acts {
        let message = match (act.kind, act.detail.as_str()) {
            (ActKind::RemoteShell, "") => "gives another machine a shell".to_owned(),
            (ActKind::RemoteShell, to) => {
                format!("gives {to} a shell, which runs whatever is sent from there")
            }
            (_, "") => "runs what it downloads, and nobody has checked it".to_owned(),
            (_, from) => {
                format!("runs whatever {from} sends at that moment, and nobody has checked it")
            }
        };
        let help = "Download it to a file, check it against a known checksum and run that; or name a package and its version.";
        found.push(harm.finding(&RULE, act, &message, help));
    }
}
