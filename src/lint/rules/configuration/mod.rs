//! The configuration of these rules, and of the hosts.

#[allow(
    clippy::module_inception,
    reason = "this rule has the name of its group"
)]
pub(in crate::lint) mod configuration;
pub(in crate::lint) mod host_configuration;
pub(in crate::lint) mod unused_ignore;
pub(in crate::lint) mod void_settings;

use crate::lint::rule::Rule;

/// The rules of this group.
pub(in crate::lint) const RULES: &[&Rule] = &[
    &configuration::RULE,
    &host_configuration::RULE,
    &unused_ignore::RULE,
    &void_settings::RULE,
];
