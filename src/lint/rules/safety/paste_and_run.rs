//! `paste-and-run`: the text asks a person to paste a command that nobody has checked.
//!
//! Fix: none, because the instruction itself is harmful.

use super::harm::Harm;
use crate::lint::diagnostic::{Diagnostic, Severity};
use crate::lint::rule::RuleGroup;
use crate::lint::run::{LintRule, Run, Search};
use crate::safety::ActKind;

pub(in crate::lint) static RULE: LintRule = LintRule::new(
    RuleGroup::Safety,
    "paste-and-run",
    Severity::Info,
    "a person is asked to paste a command that nobody has checked",
    &[Run::Search(Search::Deeds)],
);

/// Reports commands that a person is asked to paste.
pub(super) fn check(harm: &Harm<'_, '_>, found: &mut Vec<Diagnostic>) {
    let acts = harm.acts(|kind| matches!(kind, ActKind::PasteAndRun));
    for act in acts {
        let message = match act.detail.as_str() {
            "" => "has a person run what nobody has checked".to_owned(),
            from if from.starts_with('`') => {
                format!("has a person run a command in disguise: {from}")
            }
            from => format!("runs what anybody may have put at {from}"),
        };
        let help = "Write the command in the skill itself, or put the script beside it. No installation needs a text from such a page.";
        found.push(harm.finding(&RULE, act, &message, help));
    }
}
