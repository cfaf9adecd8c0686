//! The surroundings of the tree: where the host runs and for whom.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::tree::path;

/// An installed plugin.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Plugin {
    /// Such as `name@marketplace`.
    pub id: String,
    /// Its directory, absolute.
    pub root: String,
    /// Its directory of skills, absolute; `<root>/skills` when absent.
    #[serde(default)]
    pub skills: Option<String>,
    /// Where it keeps data of its own, absolute.
    #[serde(default)]
    pub data: Option<String>,
    /// The user's values for its options, secrets left out, by key.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", tsify(type = "Record<string, string>"))]
    pub config: BTreeMap<String, String>,
    /// Directories that its marketplace lists in place of the scan, relative to its root.
    #[serde(default)]
    pub listed: Option<Vec<String>>,
    /// The one host that it is installed in; absent, every host has it that knows plugins.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", tsify(type = "HostId | null", optional))]
    pub host: Option<String>,
}

crate::record! { Plugin: has(id, root, skills, data, config, listed, host) needs(id, root) }

impl Plugin {
    /// Its directory of skills, absolute.
    #[must_use]
    pub fn skills_directory(&self) -> String {
        let directory = self.skills.clone();
        directory.unwrap_or_else(|| path::join(&self.root, "skills"))
    }
}

/// The surroundings of a tree, checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Environment {
    /// The working directory.
    pub cwd: String,
    /// The user's home directory.
    pub home: Option<String>,
    /// The model's context window in tokens.
    pub context_window: Option<i64>,
    /// The environment variables that the host would read.
    pub variables: BTreeMap<String, String>,
    /// The plugins that are installed.
    pub plugins: Vec<Plugin>,
    /// Files that the model has read or changed, in that order.
    pub touched: Vec<String>,
}

impl Environment {
    /// The plugins that are installed in a host.
    pub fn plugins_of<'e>(&'e self, host: &'e str) -> impl Iterator<Item = &'e Plugin> {
        let is_of = move |plugin: &&Plugin| plugin.host.as_deref().is_none_or(|of| of == host);
        self.plugins.iter().filter(is_of)
    }

    /// True if an environment variable switches something on.
    #[must_use]
    pub fn is_on(&self, variable: &str) -> bool {
        let value = self
            .variables
            .get(variable)
            .map(|value| value.trim().to_ascii_lowercase());
        value.is_some_and(|value| matches!(value.as_str(), "1" | "true" | "yes" | "on"))
    }
}
