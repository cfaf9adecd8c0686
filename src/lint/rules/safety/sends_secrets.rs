//! `sends-secrets`: a secret is sent to another machine.
//!
//! Fix: none, because only the author knows whether sending the secret is intended.

use super::harm::Harm;
use crate::lint::diagnostic::{Diagnostic, Severity};
use crate::lint::rule::RuleGroup;
use crate::lint::run::{LintRule, Run, Search};
use crate::safety::ActKind;

pub(in crate::lint) static RULE: LintRule = LintRule::new(
    RuleGroup::Safety,
    "sends-secrets",
    Severity::Info,
    "a secret is sent to another machine",
    &[Run::Search(Search::Deeds)],
);

/// Reports commands that send secrets to another machine.
pub(super) fn check(harm: &Harm<'_, '_>, found: &mut Vec<Diagnostic>) {
    let acts = harm.acts(|kind| matches!(kind, ActKind::SendsSecrets));
    for act in acts {
        let message = format!("sends {}", act.detail);
        let help = "Take it out. A program that needs a credential reads it where it runs.";
        found.push(harm.finding(&RULE, act, &message, help));
    }
}
