//! `plugin-manifest`: the manifest of an Agent Plugin is not valid.
//!
//! Fix: none, because only the author knows what the file should contain.

use crate::lint::prelude::*;

pub static RULE: LintRule = LintRule::new(
    RuleGroup::Configuration,
    "plugin-manifest",
    Severity::Warning,
    "a client rejects an Agent Plugin for its manifest, or ignores a field of it",
    &[Run::Search(Search::Plugins)],
);
