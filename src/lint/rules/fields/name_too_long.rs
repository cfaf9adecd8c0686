//! `name-too-long`: the name is longer than a host allows.
//!
//! Fix: none, because only the author knows which words to leave out.

use serde_yaml::Value;

use crate::lint::helpers::length;
use crate::lint::prelude::*;
use crate::model::catalog::FaultCode;

pub static RULE: LintRule = LintRule::new(
    RuleGroup::Fields,
    "name-too-long",
    Severity::Warning,
    "the name is longer than a host allows",
    &[
        Run::Fault(FaultCode::NameTooLong, |drop| {
            length::report(drop.context, "name", &RULE, drop.words())
        }),
        Run::Values(check),
    ],
);

/// Reports a name that is longer than a host allows, if the host loads the skill anyway.
pub fn check(reading: &Reading<'_, '_>, found: &mut Vec<Diagnostic>) {
    let Some(Value::String(written)) = reading.value("name") else {
        return;
    };
    let length = written.trim().chars().count();
    let limit = |target: &TargetHost<'_>| {
        let limit = target.field("name")?.limit?.characters;
        (length > limit).then_some(limit)
    };
    if let Some(least) = reading.targets.iter().filter_map(limit).min() {
        let hosts = reading.hosts_where(|target| limit(target).is_some());
        found.push(length::over(&RULE, reading.context, "name", length, least).concerning(hosts));
    }
}
