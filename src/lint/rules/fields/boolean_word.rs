//! A word that a host does not take for yes or no.
//!
//! Fix: writes `true` or `false`; unsafe, since a host that ignored the word acts on it then.

use std::borrow::Cow;

use serde_yaml::Value;

use super::boolean::is_boolean;
use crate::lint::diagnostic::{Diagnostic, Fix};
use crate::lint::reading::{Reading, TargetHost, scalar};
use crate::lint::rule::{Rule, RuleGroup, Severity};
use crate::lint::verdict::hosts_and_verb;
use crate::model::field::{Field, FieldKind, alternatives};

pub(in crate::lint) static RULE: Rule = Rule::new(
    RuleGroup::Fields,
    "boolean-word",
    Severity::Warning,
    "a host does not take the word for yes or no",
);

/// Words that hosts do not take for yes or no.
pub(in crate::lint) fn check(reading: &Reading<'_, '_>, says: &mut Vec<Diagnostic>) {
    let mut said: Vec<&str> = Vec::new();
    for field in reading.targets.iter().flat_map(TargetHost::frontmatter) {
        if said.contains(&field.key) || !is_boolean(field) {
            continue;
        }
        let Some(value) = reading.value(field.key).filter(|value| !value.is_null()) else {
            continue;
        };
        let refuses = |target: &TargetHost<'_>| {
            let known = target.field(field.key).filter(|known| is_boolean(known));
            known.is_some_and(|known| match (value, known.kind) {
                (Value::Bool(_), _) => false,
                (Value::String(_) | Value::Number(_), FieldKind::Boolean { quoted: true, .. }) => {
                    scalar(value).is_none_or(|word| known.boolean(&word).is_none())
                }
                _ => true,
            })
        };
        let refusing: Vec<_> = reading
            .targets
            .iter()
            .filter(|target| refuses(target))
            .collect();
        let Some(first) = refusing.first() else {
            continue;
        };
        said.push(field.key);
        let words = first.field(field.key).map(Field::words).unwrap_or_default();
        let word = scalar(value).unwrap_or(Cow::Borrowed("a list or a map"));
        let who = || refusing.iter().map(|target| target.who());
        let message = format!(
            "{} {word:?} for `{}`",
            hosts_and_verb(who(), "does not take", "do not take"),
            field.key
        );
        let meaning = match word.to_ascii_lowercase().as_str() {
            "true" | "yes" | "on" | "1" | "y" => Some("true"),
            "false" | "no" | "off" | "0" | "n" => Some("false"),
            _ => None,
        };
        let fix = meaning.and_then(|meaning| rewritten(reading, field.key, meaning));
        says.push(
            Diagnostic::new(
                &RULE,
                reading.context.path,
                reading.place(field.key),
                message,
            )
            .help(format!("Write {}, without quotes.", alternatives(&words)))
            .concerning(who())
            .fix(fix),
        );
    }
}

/// Writes another value in place of one in a line of its own.
fn rewritten(reading: &Reading<'_, '_>, key: &str, value: &str) -> Option<Fix> {
    let context = reading.context;
    let bytes = context.member(key)?.value_bytes.clone();
    if context.slice(&bytes).contains(['\n', '#']) || bytes.is_empty() {
        return None;
    }
    let fix = Fix::unsafe_(format!("Write `{value}`"));
    Some(fix.replace(context.path, &context.places, bytes, value))
}
