//! `for-nobody`: neither users nor the model can invoke the skill.
//!
//! Fix: none, because only the author knows who should use the skill.

use crate::compare::is_for_nobody;
use crate::lint::prelude::*;

pub static RULE: LintRule = LintRule::new(
    RuleGroup::Fields,
    "for-nobody",
    Severity::Warning,
    "the frontmatter prevents both users and the model from using the skill",
    &[Run::Values(check)],
);

const KEY: &str = "user-invocable";

/// Reports a skill that hosts load but that neither users nor the model may invoke.
pub fn check(reading: &Reading<'_, '_>, found: &mut Vec<Diagnostic>) {
    let verdicts = reading.context.verdicts.iter();
    let closed = verdicts.filter(|verdict| is_for_nobody(verdict.cell));
    let hosts: Vec<_> = closed.map(Verdict::host_edition).collect();
    if hosts.is_empty() {
        return;
    }
    let message = format!(
        "nobody can use the skill in {}: the frontmatter hides it from users and from the model",
        labels(hosts.iter().copied())
    );
    found.push(
        Diagnostic::new(&RULE, reading.context.path, reading.place(KEY), message)
            .help("Remove one of the two fields, so that users can type its name or the model can choose it.")
            .concerning(hosts),
    );
}
