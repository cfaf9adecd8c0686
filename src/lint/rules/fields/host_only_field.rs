//! `host-only-field`: some target hosts support a key, and other target hosts do not.
//!
//! Fix: none.

use serde_yaml::Value;

use crate::lint::prelude::*;
use crate::model::field::{Field, FieldStatus};

pub static RULE: LintRule = LintRule::new(
    RuleGroup::Fields,
    "host-only-field",
    Severity::Info,
    "some of the target hosts act on a key and others do not",
    &[Run::Search(Search::Keys)],
);

/// Returns the finding about a key that only some target hosts support. Returns `None` if all hosts
/// support the key, or if it is meant for all hosts.
pub fn find(reading: &Reading<'_, '_>, member: &Member<'_>, value: &Value) -> Option<Diagnostic> {
    let key = member.key;
    let reads = |target: &TargetHost<'_>| target.field(key).is_some_and(Field::is_read);
    let is_for_all = |target: &TargetHost<'_>| {
        let kept = |field: &Field| field.status == FieldStatus::Kept;
        target.host().format().refuses_unknown_fields() && target.field(key).is_some_and(kept)
    };
    let others = reading.hosts_where(|target| !reads(target));
    let is_unspecific = |target: &TargetHost<'_>| {
        let word = scalar(value);
        let field = target.field(key);
        field.is_some_and(|field| word.is_some_and(|word| field.is_default(&word)))
    };
    if others.is_empty()
        || reading.targets.iter().any(is_for_all)
        || reading
            .targets
            .iter()
            .filter(|target| reads(target))
            .all(is_unspecific)
    {
        return None;
    }
    let readers = reading.hosts_where(reads);
    let readers = hosts_and_verb(readers, "acts", "act");
    let field = reading
        .targets
        .iter()
        .find_map(|target| target.field(key).filter(|_| reads(target)))?;
    let message = format!("of the target hosts only {readers} on `{key}`");
    let diagnostic = (reading.context)
        .report(&RULE, member.key_bytes.clone(), message)
        .help(format!(
            "Make sure that the skill works without it in other hosts. There: {}.",
            field.summary
        ))
        .concerning(others);
    Some(diagnostic)
}
