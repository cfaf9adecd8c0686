//! `invalid-value`: a host ignores a value because it cannot use the value.
//!
//! Fix: none.

use serde_yaml::Value;

use crate::lint::prelude::*;
use crate::lint::reading::is_boolean;
use crate::model::catalog::FaultCode;
use crate::model::field::{Field, FieldStatus, alternatives, top_key};

pub static RULE: LintRule = LintRule::new(
    RuleGroup::Fields,
    "invalid-value",
    Severity::Warning,
    "a host reads the field and cannot use its value",
    &[Run::Values(check)],
);

/// The key of the field with file patterns. A skill with this field becomes active when the user
/// works on a file that matches a pattern.
const PATHS: &str = "paths";

/// Reports values that hosts ignore because they cannot use the values. Values that other rules
/// report are skipped.
pub fn check(reading: &Reading<'_, '_>, found: &mut Vec<Diagnostic>) {
    // If a host had to repair the frontmatter, the host's value may differ from what the author wrote.
    if !reading.is_yaml {
        return;
    }
    check_empty(reading, found);
    /// The key of a field, the first host's message about the field's value, and the id and edition
    /// of each host that ignores the value.
    type ValueMessage<'r> = (&'r str, &'r str, Vec<(&'r str, &'r str)>);
    let mut by_field: Vec<ValueMessage<'_>> = Vec::new();
    for (target, parsed) in reading.targets.iter().zip(&reading.parsed) {
        let ignored = parsed.iter().flat_map(|parsed| &parsed.ignored);
        for ignored in ignored {
            let Some(key) = ignored.field.as_deref() else {
                continue;
            };
            let top = top_key(key);
            let field = target.field(key).or_else(|| target.field(top));
            let is_reported = field.is_none_or(|field| {
                is_boolean(field)
                    || field.status == FieldStatus::Ignored
                    || field.limit.is_some() && reading.value(key).is_some_and(Value::is_string)
                    || field.required
            });
            if is_reported || reading.value(top).is_none() {
                continue;
            }
            let message = ignored
                .message
                .strip_prefix("it ")
                .unwrap_or(&ignored.message);
            let is_full = by_field.len() >= MAX_FINDINGS;
            match by_field.iter_mut().find(|(known, ..)| *known == key) {
                Some((_, _, hosts)) => hosts.push(target.host_edition()),
                None if is_full => break,
                None => by_field.push((key, message, vec![target.host_edition()])),
            }
        }
    }
    for (key, message, hosts) in by_field {
        // Hosts that drop the skill because of a value's type have a different error.
        let drops = reading.context.verdicts.iter().any(|verdict| {
            let no = verdict.dropped();
            no.is_some_and(|no| {
                no.reason == FaultCode::WrongType.into()
                    || reading.is_yaml && no.reason == FaultCode::InvalidYaml.into()
            })
        });
        if drops && matches!(key, "name" | "description" | "metadata") {
            continue;
        }
        let words = {
            let top = top_key(key);
            let fields = reading
                .targets
                .iter()
                .filter_map(|target| target.field(top));
            fields.map(Field::words).max_by_key(Vec::len)
        };
        let help = match words.as_deref() {
            Some(words @ [_, ..]) => format!("Write {}.", alternatives(words)),
            _ => "Write a value that the host reads, or remove the field; the host ignores it."
                .to_owned(),
        };
        found.push(
            Diagnostic::new(
                &RULE,
                reading.context.path,
                reading.place(key),
                // The messages of some hosts already contain the name of the field.
                if message.contains(&format!("`{key}`")) {
                    message.to_owned()
                } else {
                    format!("`{key}` {message}")
                },
            )
            .help(help)
            .concerning(hosts),
        );
    }
}

/// Reports an empty list of file patterns. The author wanted the host to offer the skill only for
/// matching files, but the host ignores an empty list.
fn check_empty(reading: &Reading<'_, '_>, found: &mut Vec<Diagnostic>) {
    let is_empty = match reading.value(PATHS) {
        Some(Value::Null) => true,
        Some(Value::String(text)) => text.trim().is_empty(),
        Some(Value::Sequence(patterns)) => patterns.is_empty(),
        _ => false,
    };
    let hosts = reading.hosts_where(|target| target.field(PATHS).is_some_and(Field::is_read));
    if is_empty && !hosts.is_empty() {
        let go = hosts_and_verb(hosts.iter().copied(), "goes", "go");
        let message = format!("`{PATHS}` is empty, and {go} on as without it");
        found.push(
            Diagnostic::new(&RULE, reading.context.path, reading.place(PATHS), message)
                .help("Write the patterns of the files that the skill waits for, or remove the field.")
                .concerning(hosts),
        );
    }
}
