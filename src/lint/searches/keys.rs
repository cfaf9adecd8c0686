//! Keys of the frontmatter: those that no host reads, and those that only some do.

use crate::lint::prelude::*;
use crate::lint::rules::fields::{
    field_without_effect, host_only_field, misplaced_field, misspelt_field, unknown_field,
};
use crate::model::catalog::FaultCode;
use crate::model::field::Field;

/// Puts each key before the rules on keys, and those that no host knows before all together.
pub fn check(reading: &Reading<'_, '_>, found: &mut Vec<Diagnostic>) {
    let mut unknown = Vec::new();
    let mut refused = Vec::new();
    let mut fix_check = None;
    // A host that drops the skill for such a key has an error for it.
    let is_dropped = |target: &TargetHost<'_>| {
        let mut verdicts = reading.context.verdicts.iter();
        verdicts.any(|verdict| {
            verdict.who() == target.who()
                && (verdict.dropped()).is_some_and(|no| no.reason == FaultCode::UnknownField.into())
        })
    };
    for (member, value) in reading.members() {
        let fields = || {
            reading
                .targets
                .iter()
                .filter_map(|target| target.field(member.key))
        };
        if fields().next().is_none() {
            match misspelt_field::find(reading, member, value, &mut fix_check)
                .or_else(|| misplaced_field::find(reading, member, value))
            {
                Some(says) => found.push(says),
                None => unknown.push(member),
            }
        } else if fields().any(Field::is_read) {
            found.extend(host_only_field::find(reading, member, value));
            found.extend(field_without_effect::find(reading, member));
        } else if reading
            .targets
            .iter()
            .any(|target| refuses(target, member.key) && !is_dropped(target))
        {
            refused.push(member);
        }
    }
    found.extend(unknown_field::find(reading, &unknown, |target| {
        !is_dropped(target)
    }));
    found.extend(unknown_field::find(reading, &refused, |target| {
        !is_dropped(target) && refused.iter().any(|member| refuses(target, member.key))
    }));
}

/// Whether a host takes a key for a fault.
fn refuses(target: &TargetHost<'_>, key: &str) -> bool {
    target.host().format().refuses_unknown_fields() && target.field(key).is_none()
}
