//! The environment of a tree: the user's directories, variables and plugins, and the files touched
//! so far.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::tree::path;

/// A plugin that is installed in a host.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Plugin {
    /// The plugin's id, such as `name@marketplace`.
    pub id: String,
    /// The plugin's directory, absolute.
    pub root: String,
    /// The plugin's directory of skills, absolute. None if it is `<root>/skills`.
    #[serde(default)]
    pub skills: Option<String>,
    /// The directory of the plugin's own data, absolute. None if the directory is not known.
    #[serde(default)]
    pub data: Option<String>,
    /// The user's values for the plugin's options, without secrets. The map's key is the option's
    /// name.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", tsify(type = "Record<string, string>"))]
    pub config: BTreeMap<String, String>,
    /// The skill folders that the plugin's marketplace lists, relative to the plugin's directory.
    /// If the marketplace has such a list, the host uses these folders and does not search for
    /// skills. None if there is no such list.
    #[serde(default)]
    pub listed: Option<Vec<String>>,
    /// The only host that the plugin is installed in. None if the plugin is installed in every host
    /// that supports plugins.
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

/// The environment of a tree, from the checked options of a workspace: directories, variables,
/// plugins and touched files.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Environment {
    /// The directory that the agent works in.
    pub cwd: String,
    /// The user's home directory. None if the caller gave no home directory.
    pub home: Option<String>,
    /// The size of the model's context window in tokens. None if the size is unknown.
    pub context_window: Option<i64>,
    /// The environment variables that hosts read, with their values.
    pub variables: BTreeMap<String, String>,
    /// The installed plugins.
    pub plugins: Vec<Plugin>,
    /// The files that the model has read or changed, in the order of access.
    pub touched: Vec<String>,
}

impl Environment {
    /// Returns the plugins that are installed in this host.
    pub fn plugins_of<'e>(&'e self, host: &'e str) -> impl Iterator<Item = &'e Plugin> {
        let is_of = move |plugin: &&Plugin| plugin.host.as_deref().is_none_or(|of| of == host);
        self.plugins.iter().filter(is_of)
    }

    /// Returns true if the value of this environment variable is `1`, `true`, `yes` or `on`.
    /// Uppercase and lowercase are treated alike.
    #[must_use]
    pub fn is_on(&self, variable: &str) -> bool {
        let value = self
            .variables
            .get(variable)
            .map(|value| value.trim().to_ascii_lowercase());
        value.is_some_and(|value| matches!(value.as_str(), "1" | "true" | "yes" | "on"))
    }
}
