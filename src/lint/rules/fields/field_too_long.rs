//! `field-too-long`: a field is longer than a host allows. Other rules check the name and the description.
//!
//! Fix: none, because only the author knows which words to leave out.

use crate::lint::helpers::length;
use crate::lint::prelude::*;

pub static RULE: LintRule = LintRule::new(
    RuleGroup::Fields,
    "field-too-long",
    Severity::Warning,
    "another field is longer than a host allows",
    &[Run::Values(check)],
);

/// Reports fields that are longer than a host allows, if the host loads the skill anyway. The host
/// may ignore such a field.
pub fn check(reading: &Reading<'_, '_>, found: &mut Vec<Diagnostic>) {
    let mut reported: Vec<&str> = vec!["name", "description"];
    for field in reading.targets.iter().flat_map(TargetHost::frontmatter) {
        if !reported.contains(&field.key)
            && let Some(one) = length::find(reading, &RULE, field.key)
        {
            reported.push(field.key);
            found.push(one);
        }
    }
}
