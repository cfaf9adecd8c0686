//! The options that only Agent Framework reads.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::host::{OwnOptions, sdk};
use crate::model::argument::ArgumentError;

/// Options that only Agent Framework reads.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AgentFrameworkOptions {
    /// The absolute paths of the folders that the program gives to `SkillsProvider.from_paths`, in
    /// order. The default is the folder `skills` of the working directory.
    #[serde(default)]
    pub sources: Vec<String>,
    /// The names of a folder's entries in the order of the file system, by the path of the folder.
    /// This order decides which of several skills with the same name is used. The default is the
    /// order of the names.
    #[serde(default)]
    #[cfg_attr(
        feature = "typescript",
        tsify(type = "Record<string, string[]>", optional)
    )]
    pub order: BTreeMap<String, Vec<String>>,
}

crate::record! { AgentFrameworkOptions: has(sources, order) }

impl OwnOptions for AgentFrameworkOptions {
    fn check(&mut self, _home: Option<&str>) -> Result<(), ArgumentError> {
        sdk::check_sources("agentFramework", &self.sources)
    }
}
