//! `plugin-server`: an MCP server of an Agent Plugin, or the file of its MCP servers, is not valid.
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
