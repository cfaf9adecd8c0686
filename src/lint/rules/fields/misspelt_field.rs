//! A key that is nearly one that a host reads.
//!
//! Fix: writes the key; safe where no host that has the skill acts on the field or sees a difference; unsafe elsewhere.

use serde_yaml::Value;

use crate::lint::diagnostic::{Diagnostic, Fix};
use crate::lint::fix_check::FixCheck;
use crate::lint::kept_words::Loss;
use crate::lint::reading::{Reading, TargetHost};
use crate::lint::rule::{Rule, RuleGroup, Severity};
use crate::lint::skill_context::Member;
use crate::model::field::{Field, FieldStatus, plain};

pub(in crate::lint) static RULE: Rule = Rule::new(
    RuleGroup::Fields,
    "misspelt-field",
    Severity::Warning,
    "a key is nearly one that a host reads",
);

/// A key that is nearly a field's.
pub(super) fn find<'s, 'a>(
    reading: &Reading<'s, 'a>,
    member: &Member<'_>,
    value: &Value,
    fix_check: &mut Option<FixCheck<'s, 'a>>,
) -> Option<Diagnostic> {
    let key = member.key;
    let meant = misspelling(reading, key, value)?;
    let knows = |target: &TargetHost<'_>| {
        let field = target.field(meant);
        field.is_some_and(|field| field.status != FieldStatus::Ignored)
    };
    let message = format!("`{key}` is no field; `{meant}` is one");
    Some(
        (reading.context)
            .report(&RULE, member.key_bytes.clone(), message)
            .help(format!("Write `{meant}`, or take the line out."))
            .concerning(reading.who(knows))
            .fix(respelt(reading, member, meant, fix_check)),
    )
}

/// The field that a key nearly is, of those that some host aimed at knows.
fn misspelling(reading: &Reading<'_, '_>, key: &str, value: &Value) -> Option<&'static str> {
    /// Comparing takes the product of the lengths.
    const LONGEST: usize = 64;
    /// Shorter ones are near to too many.
    const SHORTEST: usize = 5;
    if key.len() > LONGEST {
        return None;
    }
    let known = || {
        let fields = reading.targets.iter().flat_map(TargetHost::frontmatter);
        // A field that is there already was not meant by another key.
        fields.filter(|field| {
            field.status != FieldStatus::Ignored
                && !field.key.contains('.')
                && reading.value(field.key).is_none()
                && field.fits(value)
        })
    };
    let folded = plain(key);
    if let Some(same) = known().find(|field| plain(field.key) == folded) {
        return Some(same.key);
    }
    let length = key.chars().count();
    let scored = known().map(|field| (strsim::osa_distance(key, field.key), field.key));
    let (distance, nearest) = scored.min_by_key(|(distance, _)| *distance)?;
    (length >= SHORTEST && distance <= (length / 6).max(1)).then_some(nearest)
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
