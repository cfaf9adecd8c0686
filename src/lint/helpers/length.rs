//! Findings about fields that are longer than a host allows.

use serde_yaml::Value;

use crate::lint::diagnostic::Diagnostic;
use crate::lint::reading::{Reading, TargetHost};
use crate::lint::rule::Rule;
use crate::lint::skill_context::SkillContext;
use crate::model::field::OverLimit;

/// Creates a finding at the value of a field that is too long, with a message and help.
pub fn report(
    context: &SkillContext<'_>,
    key: &str,
    rule: &Rule,
    (message, help): (&str, &str),
) -> Diagnostic {
    let bytes = context.member(key).map_or(0..0, |member| {
        if member.value_bytes.is_empty() {
            member.key_bytes.clone()
        } else {
            member.value_bytes.clone()
        }
    });
    context.report(rule, bytes, message).help(help)
}

/// Creates a finding for a field that is too long. The message contains the length and the limit, in characters.
pub fn over(
    rule: &Rule,
    context: &SkillContext<'_>,
    key: &str,
    length: usize,
    limit: usize,
) -> Diagnostic {
    let message = format!("`{key}` has {length} characters; {limit} are allowed");
    let more = length - limit;
    let help = match key {
        "description" => format!(
            "Shorten it by {more} characters: say what the skill does and when to use it, and leave the rest to the text."
        ),
        _ => format!("Shorten it by {more} characters."),
    };
    report(context, key, rule, (&message, &help))
}

/// Returns the finding for a field that is longer than the limit of a target host; `None` if no
/// limit is exceeded. The message contains the lowest exceeded limit. A limit does not count if the
/// host only shortens a longer value in its list.
pub fn find(reading: &Reading<'_, '_>, rule: &Rule, key: &str) -> Option<Diagnostic> {
    let Some(Value::String(text)) = reading.value(key) else {
        return None;
    };
    let length = text.trim().chars().count();
    let limit = |target: &TargetHost<'_>| {
        let limit = target.field(key)?.limit?;
        let exceeded = limit.over != OverLimit::Shortened && length > limit.characters;
        exceeded.then_some(limit.characters)
    };
    let least = reading.targets.iter().filter_map(limit).min()?;
    let hosts = reading.hosts_where(|target| limit(target).is_some());
    Some(over(rule, reading.context, key, length, least).concerning(hosts))
}
