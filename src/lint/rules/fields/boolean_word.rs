//! `boolean-word`: a host does not accept a word as a boolean.
//!
//! Fix: writes `true` or `false`; unsafe, because a host that ignored the word then follows the field.

use std::borrow::Cow;

use serde_yaml::Value;

use crate::lint::prelude::*;
use crate::lint::reading::is_boolean;
use crate::model::field::{Field, FieldKind, alternatives};
use crate::model::obstacle::UseObstacle;

pub static RULE: LintRule = LintRule::new(
    RuleGroup::Fields,
    "boolean-word",
    Severity::Warning,
    "a host does not accept the word as a boolean",
    &[Run::Values(check)],
);

/// Reports words, such as `yes`, that a host does not accept as the value of a boolean field.
pub fn check(reading: &Reading<'_, '_>, found: &mut Vec<Diagnostic>) {
    let mut reported: Vec<&str> = Vec::new();
    for field in reading.targets.iter().flat_map(TargetHost::frontmatter) {
        if reported.contains(&field.key) || !is_boolean(field) {
            continue;
        }
        let Some(value) = reading.value(field.key) else {
            continue;
        };
        if value.is_null() {
            reported.push(field.key);
            check_empty(reading, field.key, found);
            continue;
        }
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
        reported.push(field.key);
        let words = first.field(field.key).map(Field::words).unwrap_or_default();
        let word = scalar(value).unwrap_or(Cow::Borrowed("a list or a map"));
        let hosts = || refusing.iter().map(|target| target.host_edition());
        let mut message = format!(
            "{} {word:?} for `{}`",
            hosts_and_verb(hosts(), "does not take", "do not take"),
            field.key
        );
        let means_no = refusing
            .iter()
            .filter(|target| takes_for_no(reading, target, field.key));
        let means_no: Vec<_> = means_no.map(|target| target.host_edition()).collect();
        if !means_no.is_empty() {
            let counts = hosts_and_verb(means_no, "acts as for `false`", "act as for `false`");
            message.push_str(&format!("; {counts}"));
        }
        let meaning = match word.to_ascii_lowercase().as_str() {
            "true" | "yes" | "on" | "1" | "y" => Some("true"),
            "false" | "no" | "off" | "0" | "n" => Some("false"),
            _ => None,
        };
        let fix = meaning.and_then(|meaning| rewritten(reading, field.key, meaning));
        found.push(
            Diagnostic::new(
                &RULE,
                reading.context.path,
                reading.place(field.key),
                message,
            )
            .help(format!("Write {}, without quotes.", alternatives(&words)))
            .concerning(hosts())
            .fix(fix),
        );
    }
}

/// Returns true if `key` is `user-invocable`, and the host reads a value that is not a boolean as
/// false, so that it hides the skill from users.
fn takes_for_no(reading: &Reading<'_, '_>, target: &TargetHost<'_>, key: &str) -> bool {
    let mut verdicts = reading.context.verdicts.iter();
    let verdict = verdicts.find(|verdict| verdict.host_edition() == target.host_edition());
    key == "user-invocable"
        && verdict.is_some_and(|verdict| {
            let mut obstacles = verdict.cell.obstacles.iter();
            obstacles.any(|no| no.reason == UseObstacle::NotUserInvocable.into())
        })
}

/// Reports a field without a value if a host reads the missing value as false.
fn check_empty(reading: &Reading<'_, '_>, key: &str, found: &mut Vec<Diagnostic>) {
    let hosts = reading.hosts_where(|target| takes_for_no(reading, target, key));
    if hosts.is_empty() {
        return;
    }
    let takes = hosts_and_verb(hosts.iter().copied(), "takes", "take");
    let message = format!("{takes} `{key}` without a value for `false`");
    let fix = reading.context.member(key).map(|member| {
        let end = member.key_bytes.end;
        let colon = reading.context.text[end..]
            .find(':')
            .map_or(end, |at| end + at + 1);
        Fix::unsafe_("Write `true`").replace(
            reading.context.path,
            &reading.context.places,
            colon..colon,
            " true",
        )
    });
    found.push(
        Diagnostic::new(&RULE, reading.context.path, reading.place(key), message)
            .help("Write `true` or `false`, or take the field out.")
            .concerning(hosts)
            .fix(fix),
    );
}

/// Returns a fix that replaces the value of a field; `None` if the value is empty, has several
/// lines or may contain a comment.
fn rewritten(reading: &Reading<'_, '_>, key: &str, value: &str) -> Option<Fix> {
    let context = reading.context;
    let bytes = context.member(key)?.value_bytes.clone();
    if context.slice(&bytes).contains(['\n', '#']) || bytes.is_empty() {
        return None;
    }
    let fix = Fix::unsafe_(format!("Write `{value}`"));
    Some(fix.replace(context.path, &context.places, bytes, value))
}
