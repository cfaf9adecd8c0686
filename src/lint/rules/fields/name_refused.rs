//! `name-refused`: the name contains characters that a host does not allow.
//!
//! Fix: changes the name to the folder's name or to a valid name, or renames the folder. The fix is
//! unsafe, because users who call the skill by its name have to learn the new name.

use serde_yaml::Value;

use crate::lint::helpers::other_name;
use crate::lint::prelude::*;
use crate::model::catalog::FaultCode;

pub static RULE: LintRule = LintRule::new(
    RuleGroup::Fields,
    "name-refused",
    Severity::Info,
    "the name has characters that a host does not allow",
    &[
        Run::Fault(FaultCode::NameInvalid, |drop| {
            other_name::report(drop.context, &RULE, drop.words())
        }),
        Run::Values(check),
    ],
);

/// Reports a name that hosts report as invalid although they load the skill.
pub fn check(reading: &Reading<'_, '_>, found: &mut Vec<Diagnostic>) {
    let Some(Value::String(written)) = reading.value("name") else {
        return;
    };
    let name = written.trim();
    let is_plain = !name.starts_with('-')
        && !name.ends_with('-')
        && !name.contains("--")
        && (written.bytes())
            .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-');
    // The rule `name-too-long` reports long names.
    if name.is_empty() || is_plain || name.chars().count() > 64 {
        return;
    }
    let complaints = complaints(reading, written);
    let loudest = complaints.iter().max_by_key(|(_, messages)| messages.len());
    if let Some((_, messages)) = loudest {
        let hosts = complaints.iter().map(|(target, _)| target.host_edition());
        let words = (
            &*messages.join("; "),
            "Use lower-case letters, digits and single hyphens between them, for the folder, too.",
        );
        found.push(other_name::report(reading.context, &RULE, words).concerning(hosts));
    }
}

/// Returns the hosts that report a problem in the name `name`, each host with its messages. The
/// messages are from parsing a small file with this name.
fn complaints<'r>(
    reading: &'r Reading<'_, '_>,
    name: &str,
) -> Vec<(&'r TargetHost<'r>, Vec<String>)> {
    let quoted = serde_json::to_string(name).unwrap_or_default();
    let file = format!("---\ndescription: x\nname: {quoted}\n---\n");
    let contents = file.as_str().into();
    let asked = reading.targets.iter().filter_map(|target| {
        let parsed = target.host().parse(&contents);
        let of_key = parsed.ignored.into_iter();
        let of_key: Vec<_> = of_key
            .filter(|ignored| ignored.field.as_deref() == Some("name"))
            .map(|ignored| ignored.message)
            .collect();
        (!of_key.is_empty()).then_some((target, of_key))
    });
    asked.collect()
}
