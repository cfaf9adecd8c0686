//! `field-without-effect`: a field requires another field, which is absent.
//!
//! Fix: none, because only the author knows whether to add the other field or to remove this one.

use serde_yaml::Value;

use crate::lint::prelude::*;

pub static RULE: LintRule = LintRule::new(
    RuleGroup::Fields,
    "field-without-effect",
    Severity::Warning,
    "a field has no effect without another one, which is absent",
    &[Run::Search(Search::Keys)],
);

/// Finds a field that requires an absent one.
pub fn find(reading: &Reading<'_, '_>, member: &Member<'_>) -> Option<Diagnostic> {
    let lacks = |target: &TargetHost<'_>| {
        let field = target.field(member.key).filter(|field| field.is_read())?;
        let (other, value) = field.with?;
        let is_there = reading.value(other).and_then(Value::as_str) == Some(value);
        (!is_there).then_some((other, value))
    };
    let (other, value) = reading.targets.iter().find_map(lacks)?;
    let message = format!("`{}` has no effect without `{other}: {value}`", member.key);
    Some(
        (reading.context)
            .report(&RULE, member.key_bytes.clone(), message)
            .help(format!("Add `{other}: {value}`, or take the line out."))
            .concerning(reading.who(|target| lacks(target).is_some())),
    )
}
