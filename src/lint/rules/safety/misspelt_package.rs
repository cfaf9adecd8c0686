//! `misspelt-package`: a package has nearly the name of a well-known package.
//!
//! Fix: none, because only the author knows which package is meant.

use super::harm::Harm;
use crate::lint::diagnostic::{Diagnostic, Severity};
use crate::lint::rule::RuleGroup;
use crate::lint::run::{LintRule, Run, Search};
use crate::safety::ActKind;

pub(in crate::lint) static RULE: LintRule = LintRule::new(
    RuleGroup::Safety,
    "misspelt-package",
    Severity::Warning,
    "a package has nearly the name of a well-known package",
    &[Run::Search(Search::Deeds)],
);

/// Reports packages whose names resemble those of well-known packages.
pub(super) fn check(harm: &Harm<'_, '_>, found: &mut Vec<Diagnostic>) {
    let acts = harm.acts(|kind| matches!(kind, ActKind::MisspeltPackage));
    for act in acts {
        let names = &act.detail;
        let help = "Install the well-known package. If the other package is meant, say so beside its name.";
        let message = format!("installs a package whose name `{names}`");
        found.push(harm.finding(&RULE, act, &message, help));
    }
}
