//! `harmful-command`: a command destroys data of the user, or switches a protection off.
//!
//! Fix: none, because only the author knows why the command is there.

use super::harm::Harm;
use crate::lint::diagnostic::{Diagnostic, Severity};
use crate::lint::rule::RuleGroup;
use crate::lint::run::{LintRule, Run, Search};
use crate::safety::ActKind;

pub(in crate::lint) static RULE: LintRule = LintRule::new(
    RuleGroup::Safety,
    "harmful-command",
    Severity::Info,
    "a command destroys data, or switches a protection off",
    &[Run::Search(Search::Deeds)],
);

/// Reports commands that destroy data or switch a protection off.
pub(super) fn check(harm: &Harm<'_, '_>, found: &mut Vec<Diagnostic>) {
    let acts = harm.acts(|kind| matches!(kind, ActKind::Destroys | ActKind::Disables));
    for act in acts {
        let does = match act.kind {
            ActKind::Destroys => "destroys",
            _ => "clears or switches off",
        };
        let help = "Take the command out, or say in the description that the skill does this and ask the user before it runs.";
        found.push(harm.finding(&RULE, act, &format!("{does} {}", act.detail), help));
    }
}
