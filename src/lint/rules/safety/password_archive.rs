//! `password-archive`: an archive is opened with a password that is written next to the command.
//!
//! Fix: none, because the archive itself may be harmful.

use super::harm::Harm;
use crate::lint::diagnostic::{Diagnostic, Severity};
use crate::lint::rule::RuleGroup;
use crate::lint::run::{LintRule, Run, Search};
use crate::safety::ActKind;

pub(in crate::lint) static RULE: LintRule = LintRule::new(
    RuleGroup::Safety,
    "password-archive",
    Severity::Warning,
    "an archive is opened with a password that is written next to it",
    &[Run::Search(Search::Deeds)],
);

/// Reports commands that open an archive with a password from the text.
pub(super) fn check(harm: &Harm<'_, '_>, found: &mut Vec<Diagnostic>) {
    let acts = harm.acts(|kind| matches!(kind, ActKind::PasswordArchive));
    for act in acts {
        let message = format!(
            "opens an archive with the password {:?}, which keeps scanners out and nobody else",
            act.detail
        );
        let help = "Put the files beside the skill, or offer an archive without a password.";
        found.push(harm.finding(&RULE, act, &message, help));
    }
}
