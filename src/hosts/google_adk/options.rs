//! The options that only Google ADK reads.

use serde::Serialize;

use crate::host::OwnOptions;
use crate::host::sdk::check_sources;
use crate::model::argument::ArgumentError;

/// Options that only Google ADK reads.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct GoogleAdkOptions {
    /// The folders that the program gives to the library, as absolute paths, in order. The default
    /// is `<cwd>/skills`.
    #[serde(default)]
    pub sources: Vec<String>,
    /// True if the program calls `load_skills_from_dir`, which raises an exception at the first
    /// invalid skill, so that no skill loads. The default is false: the program calls
    /// `list_skills_in_dir`, which leaves out invalid skills.
    #[serde(default)]
    pub load_all: bool,
}

crate::record! { GoogleAdkOptions: has(sources, load_all) }

impl OwnOptions for GoogleAdkOptions {
    fn check(&mut self, _home: Option<&str>) -> Result<(), ArgumentError> {
        check_sources("googleAdk", &self.sources)
    }
}
