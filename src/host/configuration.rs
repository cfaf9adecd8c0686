//! The parts of the user's configuration and home that clients ask a host to change.

use std::collections::BTreeMap;

use crate::model::argument::ArgumentError;
use crate::model::configuration::{ConfigEdit, Installation, ServerInstallation};
use crate::model::environment::Environment;
use crate::model::skill::{Skill, ToolDependency};
use crate::tree::{Contents, Tree};

/// See the [module](self).
pub trait Configuration {
    /// A key that working directories with the same catalog have in common: their roots and rules.
    fn key(&self, tree: &Tree, environment: &Environment) -> String;

    /// The edit of the user's configuration that enables or disables a skill.
    ///
    /// # Errors
    /// When there is no user's configuration, or it cannot be edited.
    fn set_enabled(
        &self,
        tree: &Tree,
        environment: &Environment,
        skill: &Skill,
        enabled: bool,
    ) -> Result<ConfigEdit, ArgumentError>;

    /// True if the skills that were found first stay until a client forces a reload, whatever becomes of the tree.
    fn keeps_catalog(&self) -> bool {
        false
    }

    /// The effect of installing MCP servers that skills need.
    ///
    /// # Errors
    /// When there is no user's configuration, or it cannot be edited.
    fn install_servers(
        &self,
        tree: &Tree,
        environment: &Environment,
        servers: &[ToolDependency],
    ) -> Result<ServerInstallation, ArgumentError>;

    /// The effect of installing the skills that the host brings along.
    ///
    /// # Errors
    /// When there is no place to install to.
    fn system_skills(
        &self,
        tree: &Tree,
        environment: &Environment,
        embedded: &BTreeMap<String, Contents>,
    ) -> Result<Installation, ArgumentError>;
}
