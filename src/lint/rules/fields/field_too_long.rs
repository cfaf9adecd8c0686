//! Another field than name and description that is longer than a host allows.
//!
//! Fix: none: which words are left out, only the author knows.

use crate::lint::helpers::length;
use crate::lint::prelude::*;

pub static RULE: LintRule = LintRule::new(
    RuleGroup::Fields,
    "field-too-long",
    Severity::Warning,
    "another field is longer than a host allows",
    &[Run::Values(check)],
);

/// Fields over a limit that hosts put up with, or for which they drop the field alone.
pub fn check(reading: &Reading<'_, '_>, says: &mut Vec<Diagnostic>) {
    let mut said: Vec<&str> = vec!["name", "description"];
    for field in reading.targets.iter().flat_map(TargetHost::frontmatter) {
        if !said.contains(&field.key)
            && let Some(one) = length::find(reading, &RULE, field.key)
        {
            said.push(field.key);
            says.push(one);
        }
    }
}
