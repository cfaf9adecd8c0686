//! A key that is nearly one that a host reads.
//!
//! Fix: writes the key; safe where no host that has the skill acts on the field or sees a difference; unsafe elsewhere.

use serde_yaml::Value;

use crate::lint::prelude::*;
use crate::model::field::{Field, FieldStatus, plain};

pub static RULE: LintRule = LintRule::new(
    RuleGroup::Fields,
    "misspelt-field",
    Severity::Warning,
    "a key is nearly one that a host reads",
    &[Run::Search(Search::Keys)],
);

/// A key that is nearly a field's.
pub fn find<'s, 'a>(
    reading: &Reading<'s, 'a>,
    member: &Member<'_>,
    value: &Value,
    fix_check: &mut Option<FixCheck<'s, 'a>>,
) -> Option<Diagnostic> {
    let key = member.key;
    let meant = misspelling(reading, key, value);
    let Some(meant) = meant else {
        return beside(reading, member, value);
    };
    let knows = |target: &TargetHost<'_>| {
        let field = target.field(meant);
        field.is_some_and(|field| field.status != FieldStatus::Ignored)
    };
    let message = format!("`{key}` is an unknown field; `{meant}` exists");
    Some(
        (reading.context)
            .report(&RULE, member.key_bytes.clone(), message)
            .help(format!("Write `{meant}`, or take the line out."))
            .concerning(reading.who(knows))
            .fix(respelt(reading, member, meant, fix_check)),
    )
}

/// A key that is nearly that of a field beside it: which of the two texts is meant, only the author knows.
fn beside(reading: &Reading<'_, '_>, member: &Member<'_>, value: &Value) -> Option<Diagnostic> {
    let context = reading.context;
    // One that nobody acts on says nothing in any spelling, and another spelling may be another host's.
    let folded = plain(member.key);
    let fields = fields(reading, value).filter(|field| {
        field.is_read() && plain(field.key) != folded && reading.value(field.key).is_some()
    });
    let meant = nearest(member.key, fields)?;
    let key = member.key;
    let message = format!("`{key}` is an unknown field; `{meant}` exists and is here, too");
    let reads = |target: &TargetHost<'_>| target.field(meant).is_some_and(Field::is_read);
    let diagnostic = context
        .report(&RULE, member.key_bytes.clone(), message)
        .help(format!("Remove the line, or move its value to `{meant}`."))
        .concerning(reading.who(reads));
    let other = context.member(meant)?;
    let range = context.range(other.key_bytes.clone());
    Some(diagnostic.related(format!("`{meant}`"), context.path, range))
}

/// The field that a key nearly is, of those that some host aimed at knows and that are not there already.
fn misspelling(reading: &Reading<'_, '_>, key: &str, value: &Value) -> Option<&'static str> {
    let known = || fields(reading, value).filter(|field| reading.value(field.key).is_none());
    let folded = plain(key);
    match known().find(|field| plain(field.key) == folded) {
        Some(same) => Some(same.key),
        None => nearest(key, known()),
    }
}

/// The fields at the top of the frontmatter that may have such a value.
fn fields<'r>(reading: &'r Reading<'_, '_>, value: &'r Value) -> impl Iterator<Item = &'r Field> {
    let fields = reading.targets.iter().flat_map(TargetHost::frontmatter);
    fields.filter(|field| {
        field.status != FieldStatus::Ignored && !field.key.contains('.') && field.fits(value)
    })
}

/// The field of the nearest key, if it is near.
fn nearest<'r>(key: &str, fields: impl Iterator<Item = &'r Field>) -> Option<&'static str> {
    /// Comparing takes the product of the lengths.
    const LONGEST: usize = 64;
    /// Shorter ones are near to too many.
    const SHORTEST: usize = 5;
    let length = key.chars().count();
    if key.len() > LONGEST || length < SHORTEST {
        return None;
    }
    let scored = fields.map(|field| (strsim::osa_distance(key, field.key), field.key));
    let (distance, nearest) = scored.min_by_key(|(distance, _)| *distance)?;
    (distance <= (length / 6).max(1)).then_some(nearest)
}

/// Another key in place of a member's; safe when no host that has the skill sees or does anything else then.
fn respelt<'s, 'a>(
    reading: &Reading<'s, 'a>,
    member: &Member<'_>,
    key: &str,
    fix_check: &mut Option<FixCheck<'s, 'a>>,
) -> Fix {
    let fix_check = fix_check.get_or_insert_with(|| FixCheck::new(reading.context));
    let edits = [(member.key_bytes.clone(), key.to_owned())];
    // A field that a host begins to act on changes the skill, even if the list does not show it.
    let acts = reading.targets.iter().any(|target| {
        reading.context.loading().any(|who| who == target.who())
            && target.field(key).is_some_and(Field::is_read)
            && !matches!(key, "name" | "description")
    });
    let safe = !acts && fix_check.run(&edits).keeps;
    let fix = fix_check.fix(format!("Write `{key}`"), safe, &[]);
    fix_check.with(fix, &edits, Some(Loss::KeySpelling))
}
