//! A skill that neither users nor the model can put to use.
//!
//! Fix: none: whom it is for, only its author knows.

use crate::compare::is_for_nobody;
use crate::lint::diagnostic::Diagnostic;
use crate::lint::reading::Reading;
use crate::lint::rule::{Rule, RuleGroup, Severity};
use crate::lint::verdict::{Verdict, labels};

pub(in crate::lint) static RULE: Rule = Rule::new(
    RuleGroup::Fields,
    "for-nobody",
    Severity::Warning,
    "the frontmatter keeps both users and the model from the skill",
);

const KEY: &str = "user-invocable";

/// Finds a skill that hosts have and let nobody use.
pub(in crate::lint) fn check(reading: &Reading<'_, '_>, says: &mut Vec<Diagnostic>) {
    let verdicts = reading.context.verdicts.iter();
    let closed = verdicts.filter(|verdict| is_for_nobody(verdict.cell));
    let who: Vec<_> = closed.map(Verdict::who).collect();
    if who.is_empty() {
        return;
    }
    let message = format!(
        "nobody can use the skill in {}: the frontmatter keeps it from users and from the model",
        labels(who.iter().copied())
    );
    says.push(
        Diagnostic::new(&RULE, reading.context.path, reading.place(KEY), message)
            .help("Take one of the two out: users type its name, or the model chooses it.")
            .concerning(who),
    );
}
