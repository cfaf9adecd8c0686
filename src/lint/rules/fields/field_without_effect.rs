//! `field-without-effect`: a field has an effect only with another field, which is absent. If its value is false, the
//! finding is information, because the skill behaves as if the value was false in any case.
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

/// Returns the finding about a field that has an effect only with another field; `None` if that
/// other field is present.
pub fn find(reading: &Reading<'_, '_>, member: &Member<'_>) -> Option<Diagnostic> {
    let lacks = |target: &TargetHost<'_>| {
        let field = target.field(member.key).filter(|field| field.is_read())?;
        let (other, value) = field.with?;
        let is_there = reading.value(other).and_then(Value::as_str) == Some(value);
        (!is_there).then_some((other, value))
    };
    let (other, value) = reading.targets.iter().find_map(lacks)?;
    let message = format!("`{}` has no effect without `{other}: {value}`", member.key);
    let mut diagnostic = (reading.context)
        .report(&RULE, member.key_bytes.clone(), message)
        .help(format!("Add `{other}: {value}`, or take the line out."))
        .concerning(reading.hosts_where(|target| lacks(target).is_some()));
    if asks_for_nothing(reading, member.key) {
        diagnostic.severity = Severity::Info;
    }
    Some(diagnostic)
}

/// Returns true if every host that reads the field reads its value as false. Such a field has no
/// effect, because the skill behaves the same without the field.
fn asks_for_nothing(reading: &Reading<'_, '_>, key: &str) -> bool {
    let word = reading.value(key).and_then(scalar);
    let fields = reading
        .targets
        .iter()
        .filter_map(|target| target.field(key));
    word.is_some_and(|word| {
        let mut fields = fields.filter(|field| field.is_read());
        fields.all(|field| field.boolean(&word) == Some(false))
    })
}
