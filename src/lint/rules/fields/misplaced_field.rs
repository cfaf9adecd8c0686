//! `misplaced-field`: a key belongs below another key, or into another file.
//!
//! Fix: none.

use serde_yaml::Value;

use crate::lint::prelude::*;
use crate::model::field::{Field, FieldFile, plain};

pub static RULE: LintRule = LintRule::new(
    RuleGroup::Fields,
    "misplaced-field",
    Severity::Info,
    "a key belongs below another one, or into another file",
    &[Run::Search(Search::Keys)],
);

/// Returns the finding about a top-level key that belongs below another key or into another file;
/// `None` if the key is in its place.
pub fn find(reading: &Reading<'_, '_>, member: &Member<'_>, value: &Value) -> Option<Diagnostic> {
    let key = member.key;
    let (target, field) = elsewhere(reading, key, value)?;
    let place = match (field.file, field.parent()) {
        (FieldFile::OpenaiYaml, _) => format!("agents/openai.yaml, as `{}`", field.key),
        (FieldFile::Frontmatter, Some(parent)) => format!("the block `{parent}`"),
        (FieldFile::Frontmatter, None) => return None,
    };
    let host = target.host().id();
    let message = format!("{} does not read `{key}` here", target.label());
    Some(
        (reading.context)
            .report(&RULE, member.key_bytes.clone(), message)
            .help(format!("Put it into {place}."))
            .concerning(reading.hosts_where(|other| other.host().id() == host)),
    )
}

/// Returns the field that the author of a top-level key most likely meant, and a host that reads
/// the field. The field is nested below another key, or is a field of another file such as
/// `agents/openai.yaml`. Returns `None` if there is no such field.
fn elsewhere<'r>(
    reading: &'r Reading<'_, '_>,
    key: &str,
    value: &Value,
) -> Option<(&'r TargetHost<'r>, &'r Field)> {
    let folded = plain(key);
    let mut nested = reading.targets.iter().flat_map(|target| {
        let fields = target
            .frontmatter()
            .filter(|field| field.parent().is_some());
        fields.map(move |field| (target, field))
    });
    if let Some(found) = nested.find(|(_, field)| plain(field.name()) == folded) {
        return Some(found);
    }
    let holds = |target: &TargetHost<'_>, section: &Field| {
        let members = value.as_mapping();
        members.is_some_and(|members| {
            let keys = members.keys().filter_map(Value::as_str);
            let mut keys = keys.map(|nested| format!("{}.{nested}", section.key));
            keys.any(|key| target.side().any(|field| field.key == key))
        })
    };
    let mut side = reading
        .targets
        .iter()
        .flat_map(|target| target.side().map(move |field| (target, field)));
    side.find(|(target, field)| match field.parent() {
        None => field.key == key && holds(target, field),
        // Only nested names of several words are compared. Single words such as `type` and `command` are too common.
        Some(_) => field.name().contains('_') && plain(field.name()) == folded,
    })
}
