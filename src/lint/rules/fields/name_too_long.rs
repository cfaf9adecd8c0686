//! A name that is longer than a host takes.
//!
//! Fix: none: which words are left out, only the author knows.

use serde_yaml::Value;

use crate::lint::diagnostic::Diagnostic;
use crate::lint::reading::{Reading, TargetHost};
use crate::lint::rule::{Rule, RuleGroup, Severity};
use crate::lint::rules::length;
use crate::lint::skill_context::SkillContext;

pub(in crate::lint) static RULE: Rule = Rule::new(
    RuleGroup::Fields,
    "name-too-long",
    Severity::Warning,
    "the name is longer than a host takes",
);

/// A skill that hosts drop for it, with the message and help of one.
pub(in crate::lint) fn explain(context: &SkillContext<'_>, words: (&str, &str)) -> Diagnostic {
    length::report(context, "name", &RULE, words)
}

/// A name over a limit that hosts put up with.
pub(in crate::lint) fn check(reading: &Reading<'_, '_>, says: &mut Vec<Diagnostic>) {
    let Some(Value::String(written)) = reading.value("name") else {
        return;
    };
    let length = written.trim().chars().count();
    let limit = |target: &TargetHost<'_>| {
        let limit = target.field("name")?.limit?.characters;
        (length > limit).then_some(limit)
    };
    if let Some(least) = reading.targets.iter().filter_map(limit).min() {
        let who = reading.who(|target| limit(target).is_some());
        says.push(length::over(&RULE, reading.context, "name", length, least).concerning(who));
    }
}
