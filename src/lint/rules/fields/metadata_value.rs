//! `metadata-value`: an entry of `metadata` is not text.
//!
//! Fix: none.

use serde_yaml::Value;

use crate::lint::prelude::*;
use crate::lint::rules::fields::{invalid_value, metadata_json};
use crate::model::field::FieldKind;

pub static RULE: LintRule = LintRule::new(
    RuleGroup::Fields,
    "metadata-value",
    Severity::Hint,
    "an entry of metadata is not text",
    &[Run::Values(check)],
);

const KEY: &str = "metadata";

/// Reports entries of `metadata` that are not text, if a host requires text. Entries that another rule reports are
/// skipped.
pub fn check(reading: &Reading<'_, '_>, found: &mut Vec<Diagnostic>) {
    let wants_texts = |target: &TargetHost<'_>| {
        target
            .field(KEY)
            .is_some_and(|field| field.kind == FieldKind::Map { texts: true })
    };
    let hosts = reading.hosts_where(wants_texts);
    let Some(value) = reading.value(KEY).filter(|_| !hosts.is_empty()) else {
        return;
    };
    let entries = match value {
        Value::Mapping(entries) => entries,
        Value::Null => return,
        // A host that reads the entry has already reported the entry, or drops the skill because of it.
        _ if invalid_value::RULE.is_among(found) => return,
        _ => {
            let message = "`metadata` is not a block of `key: value` lines";
            let place = reading.place(KEY);
            found.push(
                Diagnostic::new(&RULE, reading.context.path, place, message)
                    .help(
                        "Write one text for each key, each in an indented line below `metadata:`.",
                    )
                    .concerning(hosts),
            );
            return;
        }
    };
    // `metadata-json` reports all entries of `metadata` together.
    if metadata_json::RULE.is_among(found) {
        return;
    }
    let is_collection = |value: &Value| matches!(value, Value::Mapping(_) | Value::Sequence(_));
    let keys: Vec<_> = (entries.iter())
        .filter(|(_, value)| is_collection(value))
        .filter_map(|(key, _)| key.as_str())
        .collect();
    let Some(first) = keys.first() else { return };
    found.push(
        Diagnostic::new(
            &RULE,
            reading.context.path,
            reading.place(&format!("{KEY}.{first}")),
            format!(
                "entries of `metadata` are texts, and {} is a list or a map",
                named(keys.iter().copied())
            ),
        )
        .help("Write one text for each key; hosts ignore anything else, or show it as JSON.")
        .concerning(hosts),
    );
}
