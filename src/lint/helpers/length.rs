//! Texts of fields that are longer than a host takes.

use serde_yaml::Value;

use crate::lint::diagnostic::Diagnostic;
use crate::lint::reading::{Reading, TargetHost};
use crate::lint::rule::Rule;
use crate::lint::skill_context::SkillContext;
use crate::model::field::OverLimit;

/// A finding at the field's value, with message and help.
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

/// A finding of a text of so many characters where so many are allowed.
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

/// A finding of a field over a limit that hosts put up with, or for which they drop the skill or the field. The limit is the
/// least of them; none where no host aimed at has one that is exceeded.
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
    let who = reading.who(|target| limit(target).is_some());
    Some(over(rule, reading.context, key, length, least).concerning(who))
}
