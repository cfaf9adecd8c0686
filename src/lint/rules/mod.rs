//! The rules: a folder for each group, a file for each rule, which has its metadata, what it finds, its fix, and why that
//! fix is safe.

mod absent_field;
pub(super) mod body;
pub(super) mod configuration;
pub(super) mod description;
mod draft;
pub(super) mod fields;
mod length;
mod limits;
mod loose_fields;
mod phrases;
mod prose;
pub(super) mod safety;
mod standard_yaml;
pub(super) mod structure;
mod unreadable;
pub(super) mod yaml;

use super::diagnostic::{Diagnostic, Severity};
use super::reading::Reading;
use description::{description_too_long, missing_description};

/// Finds the faults of the frontmatter's values, besides those for which a host drops the skill: these have been found.
pub(super) fn check_values(reading: &Reading<'_, '_>, found: &mut Vec<Diagnostic>) {
    if reading.values.is_none() {
        return;
    }
    let path = reading.context.path;
    let drops: Vec<_> = (found.iter())
        .filter(|one| one.path == path && one.severity == Severity::Error)
        .map(|one| one.code.clone())
        .collect();
    let mut says = Vec::new();
    missing_description::check(reading, &mut says);
    description_too_long::check(reading, &mut says);
    fields::check_values(reading, &mut says);
    yaml::strict_yaml::check(reading, &mut says);
    found.extend(says.into_iter().filter(|one| !drops.contains(&one.code)));
}
