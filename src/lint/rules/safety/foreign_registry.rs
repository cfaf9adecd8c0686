//! `foreign-registry`: packages are installed from a registry other than the usual one.
//!
//! Fix: none, because only the author knows why the other registry is used.

use super::harm::Harm;
use crate::lint::diagnostic::{Diagnostic, Severity};
use crate::lint::rule::RuleGroup;
use crate::lint::run::{LintRule, Run, Search};
use crate::safety::ActKind;

pub(in crate::lint) static RULE: LintRule = LintRule::new(
    RuleGroup::Safety,
    "foreign-registry",
    Severity::Info,
    "packages come from a registry that is not the usual one",
    &[Run::Search(Search::Deeds)],
);

/// Reports commands that use an unusual package registry.
pub(super) fn check(harm: &Harm<'_, '_>, found: &mut Vec<Diagnostic>) {
    let acts = harm.acts(|kind| matches!(kind, ActKind::ForeignRegistry | ActKind::MoreRegistries));
    for act in acts {
        let message = format!(
            "takes packages from {}, and the owner of that registry decides what they do",
            act.detail
        );
        let help = "Install from the usual registry, or let the user set another one up.";
        found.push(harm.finding(&RULE, act, &message, help));
    }
}
