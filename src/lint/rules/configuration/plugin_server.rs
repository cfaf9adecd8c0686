//! `plugin-server`: an MCP server of an Agent Plugin, or their file, is not valid.
//!
//! Fix: none, because only the author knows what the file should contain.

use crate::lint::prelude::*;

pub static RULE: LintRule = LintRule::new(
    RuleGroup::Configuration,
    "plugin-server",
    Severity::Warning,
    "a client skips an MCP server of an Agent Plugin",
    &[Run::Search(Search::Plugins)],
);
