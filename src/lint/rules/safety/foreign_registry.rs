//! `foreign-registry`: packages are installed from a registry other than the usual one, or from a
//! file at an address.
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

/// Reports commands that use an unusual package registry, or that install a package from a file at
/// an address.
pub(super) fn check(harm: &Harm<'_, '_>, found: &mut Vec<Diagnostic>) {
    let is_meant = |kind| {
        matches!(
            kind,
            ActKind::ForeignRegistry | ActKind::PackageFile | ActKind::MoreRegistries
        )
    };
    for act in harm.acts(is_meant) {
        let (message, help) = if act.kind == ActKind::PackageFile {
            let message = format!(
                "installs a file from {}, which its owner can replace at any time",
                act.detail
            );
            let help = "Give the hash of the file (for pip: `#sha256=…` after the address), or let the user decide.";
            (message, help)
        } else {
            let message = format!(
                "takes packages from {}, and the owner of that registry decides what they do",
                act.detail
            );
            let help = "Install from the usual registry, or let the user set another one up.";
            (message, help)
        };
        found.push(harm.finding(&RULE, act, &message, help));
    }
}
