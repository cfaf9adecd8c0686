//! A description that is longer than a host takes.
//!
//! Fix: none: which words are left out, only the author knows.

use crate::lint::helpers::length;
use crate::lint::prelude::*;
use crate::model::catalog::FaultCode;

pub static RULE: LintRule = LintRule::new(
    RuleGroup::Description,
    "description-too-long",
    Severity::Warning,
    "the description is longer than a host takes",
    &[
        Run::Fault(FaultCode::DescriptionTooLong, |drop| {
            length::report(drop.context, KEY, &RULE, drop.words())
        }),
        Run::Values(check),
    ],
);

const KEY: &str = "description";

/// A description over a limit that hosts put up with, or for which they drop it alone.
pub fn check(reading: &Reading<'_, '_>, says: &mut Vec<Diagnostic>) {
    says.extend(length::find(reading, &RULE, KEY));
}
