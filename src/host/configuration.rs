//! The parts of the user's configuration and home directory that a host can change at a client's
//! request.

use std::collections::BTreeMap;

use crate::model::argument::ArgumentError;
use crate::model::configuration::{ConfigEdit, Installation, ServerInstallation};
use crate::model::environment::Environment;
use crate::model::skill::{Skill, ToolDependency};
use crate::tree::{Contents, Tree};

/// Changes to the user's configuration and home directory that a host makes at a client's request.
pub trait Configuration {
    /// Returns a cache key for the catalog, made of the existing roots and the active rules.
    /// Working directories with equal keys have the same catalog.
    fn key(&self, tree: &Tree, environment: &Environment) -> String;

    /// Returns the edit of the user's configuration that enables or disables a skill.
    ///
    /// # Errors
    /// Returns an error if there is no user configuration, or if the configuration cannot be
    /// edited.
    fn set_enabled(
        &self,
        tree: &Tree,
        environment: &Environment,
        skill: &Skill,
        enabled: bool,
    ) -> Result<ConfigEdit, ArgumentError>;

    /// Returns true if the host uses its first catalog, even if files change, until a client asks
    /// for a reload.
    fn keeps_catalog(&self) -> bool {
        false
    }

    /// Returns the edit of the user's configuration that adds the MCP servers that skills need.
    ///
    /// # Errors
    /// Returns an error if there is no user configuration, or if the configuration cannot be
    /// edited.
    fn install_servers(
        &self,
        tree: &Tree,
        environment: &Environment,
        servers: &[ToolDependency],
    ) -> Result<ServerInstallation, ArgumentError>;

    /// Returns the file changes that install the skills that are built into the host.
    ///
    /// # Errors
    /// Returns an error if there is no folder in which the skills can be installed.
    fn system_skills(
        &self,
        tree: &Tree,
        environment: &Environment,
        embedded: &BTreeMap<String, Contents>,
    ) -> Result<Installation, ArgumentError>;
}
