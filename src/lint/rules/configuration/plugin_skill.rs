//! `plugin-skill`: a skill of an Agent Plugin does not conform to the Agent Skills specification.
//!
//! Fix: none, because only the author knows what the file should contain.

use crate::lint::prelude::*;

pub static RULE: LintRule = LintRule::new(
    RuleGroup::Configuration,
    "plugin-skill",
    Severity::Warning,
    "a client skips a skill of an Agent Plugin",
    &[Run::Search(Search::Plugins)],
);
