//! Finds keys of the frontmatter that no host supports, or that only some hosts support.

use crate::lint::prelude::*;
use crate::lint::rules::fields::{
    field_without_effect, host_only_field, misplaced_field, misspelt_field, unknown_field,
};
use crate::model::catalog::FaultCode;
use crate::model::field::Field;

/// Runs the rules about single keys on each key of the frontmatter. Then adds one finding for all
/// keys that no host knows, and one finding for all keys that some host refuses.
pub fn check(reading: &Reading<'_, '_>, found: &mut Vec<Diagnostic>) {
    let mut unknown = Vec::new();
    let mut refused = Vec::new();
    let mut fix_check = None;
    // If a host drops the skill because of an unknown key, there is already an error for that host.
    let is_dropped = |target: &TargetHost<'_>| {
        let mut verdicts = reading.context.verdicts.iter();
        verdicts.any(|verdict| {
            verdict.host_edition() == target.host_edition()
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
                Some(diagnostics) => found.push(diagnostics),
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

/// Returns true if a host reports a key as an unknown field.
fn refuses(target: &TargetHost<'_>, key: &str) -> bool {
    target.host().format().refuses_unknown_fields() && target.field(key).is_none()
}
