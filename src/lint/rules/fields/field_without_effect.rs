//! A field that counts only together with another that is not there.
//!
//! Fix: none: whether the other is to come or this one to go, only the author knows.

use serde_yaml::Value;

use crate::lint::prelude::*;

pub static RULE: LintRule = LintRule::new(
    RuleGroup::Fields,
    "field-without-effect",
    Severity::Warning,
    "a field counts only together with another that is not there",
    &[Run::Search(Search::Keys)],
);

/// A field that counts only with another.
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
