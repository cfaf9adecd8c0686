//! `description-too-long`: the description is longer than a host allows.
//!
//! Fix: none, because only the author knows which words to leave out.

use crate::lint::helpers::length;
use crate::lint::prelude::*;
use crate::model::catalog::FaultCode;

pub static RULE: LintRule = LintRule::new(
    RuleGroup::Description,
    "description-too-long",
    Severity::Warning,
    "the description is longer than a host allows",
    &[
        Run::Fault(FaultCode::DescriptionTooLong, |drop| {
            length::report(drop.context, KEY, &RULE, drop.words())
        }),
        Run::Values(check),
    ],
);

const KEY: &str = "description";

/// Reports a description that is longer than a host allows, if the host loads the skill anyway.
pub fn check(reading: &Reading<'_, '_>, found: &mut Vec<Diagnostic>) {
    found.extend(length::find(reading, &RULE, KEY));
}
