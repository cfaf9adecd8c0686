//! A description that is longer than a host takes.
//!
//! Fix: none: which words are left out, only the author knows.

use crate::lint::diagnostic::Diagnostic;
use crate::lint::reading::Reading;
use crate::lint::rule::{Rule, RuleGroup, Severity};
use crate::lint::rules::length;
use crate::lint::skill_context::SkillContext;

pub(in crate::lint) static RULE: Rule = Rule::new(
    RuleGroup::Description,
    "description-too-long",
    Severity::Warning,
    "the description is longer than a host takes",
);

const KEY: &str = "description";

/// A skill that hosts drop for it, with the message and help of one.
pub(in crate::lint) fn explain(context: &SkillContext<'_>, words: (&str, &str)) -> Diagnostic {
    length::report(context, KEY, &RULE, words)
}

/// A description over a limit that hosts put up with, or for which they drop it alone.
pub(in crate::lint) fn check(reading: &Reading<'_, '_>, says: &mut Vec<Diagnostic>) {
    says.extend(length::find(reading, &RULE, KEY));
}
