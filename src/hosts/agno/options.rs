//! The options that only agno reads.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::host::OwnOptions;
use crate::host::sdk::check_sources;
use crate::model::argument::ArgumentError;

/// Options that only agno reads.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AgnoOptions {
    /// The folders that the program gives to `LocalSkills`, as absolute paths, in order. The
    /// default is `<cwd>/skills`.
    #[serde(default)]
    pub sources: Vec<String>,
    /// False if agno loads skills without validation (`LocalSkills(…, validate=False)`). The
    /// default is true, so agno validates skills. Then one invalid skill raises an exception and no
    /// skill loads.
    #[serde(default)]
    pub validate: Option<bool>,
    /// The names of a folder's entries in the order of the file system, by the path of the folder.
    /// agno loads skills in this order. The default is the order of the names.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", tsify(type = "Record<string, string[]>"))]
    pub listed: BTreeMap<String, Vec<String>>,
}

crate::record! { AgnoOptions: has(sources, validate, listed) }

impl AgnoOptions {
    /// Returns true if agno validates skills.
    pub(super) fn validates(&self) -> bool {
        self.validate.unwrap_or(true)
    }
}

impl OwnOptions for AgnoOptions {
    fn check(&mut self, _home: Option<&str>) -> Result<(), ArgumentError> {
        check_sources("agno", &self.sources)
    }
}
