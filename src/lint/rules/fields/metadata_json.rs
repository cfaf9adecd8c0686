//! `metadata-json`: the value of `metadata` is JSON, which the standard's validator rejects.
//!
//! Fix: none.

use crate::lint::helpers::standard_yaml;
use crate::lint::prelude::*;

pub static RULE: LintRule = LintRule::new(
    RuleGroup::Fields,
    "metadata-json",
    Severity::Info,
    "metadata holds JSON",
    &[Run::Values(check)],
);

/// Reports JSON in `metadata`, because the validator of the Agent Skills standard rejects it. The
/// linter treats this validator like a host: nothing is reported if it is not among the target
/// hosts.
pub fn check(reading: &Reading<'_, '_>, found: &mut Vec<Diagnostic>) {
    let Some(fault) = standard_yaml::fault(reading).filter(|fault| fault.is_metadata_json) else {
        return;
    };
    let message = "`metadata` holds JSON, which the standard's validator refuses";
    found.push(
        (reading.context.report(&RULE, fault.bytes, message))
            .help("Write `key: value` lines below `metadata:`, with texts for values.")
            .concerning(fault.hosts),
    );
}
