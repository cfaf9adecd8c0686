//! `deprecated-field`: a host has replaced the field with another field.
//!
//! Fix: none, because the other field may need another value.

use crate::lint::prelude::*;
use crate::model::field::FieldStatus;

pub static RULE: LintRule = LintRule::new(
    RuleGroup::Fields,
    "deprecated-field",
    Severity::Info,
    "a host has replaced the field by another one",
    &[Run::Values(check)],
);

/// Finds deprecated fields that hosts still read.
pub fn check(reading: &Reading<'_, '_>, found: &mut Vec<Diagnostic>) {
    let mut reported: Vec<&str> = Vec::new();
    for field in reading.targets.iter().flat_map(TargetHost::frontmatter) {
        let Some(instead) = field.instead else {
            continue;
        };
        if field.status != FieldStatus::Deprecated
            || reported.contains(&field.key)
            || reading.value(field.key).is_none()
        {
            continue;
        }
        reported.push(field.key);
        let is = |target: &TargetHost<'_>| {
            let known = target.field(field.key);
            known.is_some_and(|known| known.status == FieldStatus::Deprecated)
        };
        let hosts = hosts_and_verb(reading.hosts_where(is), "has", "have");
        found.push(
            Diagnostic::new(
                &RULE,
                reading.context.path,
                reading.place(field.key),
                format!("{hosts} `{instead}` in the place of `{}`", field.key),
            )
            .help(format!("Use `{instead}`."))
            .concerning(reading.hosts_where(is)),
        );
    }
}
