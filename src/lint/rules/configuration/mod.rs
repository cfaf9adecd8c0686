//! Rules about the configuration of the linter and of the hosts.

#[allow(
    clippy::module_inception,
    reason = "this rule has the name of its group"
)]
pub mod configuration;
pub mod host_configuration;
pub mod plugin_manifest;
pub mod plugin_server;
pub mod plugin_skill;
pub mod unused_ignore;
pub mod void_settings;

use crate::lint::run::LintRule;

/// The rules about configurations, in the order in which they run.
pub const RULES: &[&LintRule] = &[
    &configuration::RULE,
    &host_configuration::RULE,
    &plugin_manifest::RULE,
    &plugin_server::RULE,
    &plugin_skill::RULE,
    &unused_ignore::RULE,
    &void_settings::RULE,
];
