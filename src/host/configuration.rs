//! The parts of the user's configuration and home that clients ask a host to change.

use std::collections::BTreeMap;

use crate::model::argument::ArgumentError;
use crate::model::configuration::{ConfigEdit, Installation};
use crate::model::environment::Environment;
use crate::model::skill::Skill;
use crate::tree::Tree;

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

    /// The effect of installing the skills that the host brings along.
    ///
    /// # Errors
    /// When there is no place to install to.
    fn system_skills(
        &self,
        tree: &Tree,
        environment: &Environment,
        embedded: &BTreeMap<String, String>,
    ) -> Result<Installation, ArgumentError>;
}
