//! The environment of a tree: the directory and the user that the host runs for.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::tree::path;

/// A plugin that is installed in a host.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Plugin {
    /// The id, such as `name@marketplace`.
    pub id: String,
    /// The plugin's directory, absolute.
    pub root: String,
    /// The plugin's directory of skills, absolute. The default is `<root>/skills`.
    #[serde(default)]
    pub skills: Option<String>,
    /// The directory of the plugin's own data, absolute.
    #[serde(default)]
    pub data: Option<String>,
    /// The user's values for the plugin's options, by key, without secrets.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", tsify(type = "Record<string, string>"))]
    pub config: BTreeMap<String, String>,
    /// The folders of skills that the plugin's marketplace lists, relative to the plugin's directory. If there is such
    /// a list, the host uses these folders and does not search for skills.
    #[serde(default)]
    pub listed: Option<Vec<String>>,
    /// The only host that the plugin is installed in. If no host is given, the plugin is installed in every host that
    /// supports plugins.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", tsify(type = "HostId | null", optional))]
    pub host: Option<String>,
}

crate::record! { Plugin: has(id, root, skills, data, config, listed, host) needs(id, root) }

impl Plugin {
    /// Returns the plugin's directory of skills, absolute.
    #[must_use]
    pub fn skills_directory(&self) -> String {
        let directory = self.skills.clone();
        directory.unwrap_or_else(|| path::join(&self.root, "skills"))
    }
}

/// The checked options of a workspace that describe the environment of a tree: directories, variables, plugins and
/// touched files.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Environment {
    /// The directory that the agent works in.
    pub cwd: String,
    /// The user's home directory.
    pub home: Option<String>,
    /// The model's context window in tokens.
    pub context_window: Option<i64>,
    /// The environment variables that the host reads, by name.
    pub variables: BTreeMap<String, String>,
    /// The installed plugins.
    pub plugins: Vec<Plugin>,
    /// Files that the model has read or changed, in that order.
    pub touched: Vec<String>,
}

impl Environment {
    /// Returns the plugins that are installed in a host.
    pub fn plugins_of<'e>(&'e self, host: &'e str) -> impl Iterator<Item = &'e Plugin> {
        let is_of = move |plugin: &&Plugin| plugin.host.as_deref().is_none_or(|of| of == host);
        self.plugins.iter().filter(is_of)
    }

    /// Returns true if the value of an environment variable means "on".
    #[must_use]
    pub fn is_on(&self, variable: &str) -> bool {
        let value = self
            .variables
            .get(variable)
            .map(|value| value.trim().to_ascii_lowercase());
        value.is_some_and(|value| matches!(value.as_str(), "1" | "true" | "yes" | "on"))
    }
}
