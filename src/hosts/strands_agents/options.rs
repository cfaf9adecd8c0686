//! The options that only Strands Agents reads.

use serde::Serialize;

use crate::host::OwnOptions;
use crate::host::sdk::check_sources;
use crate::model::argument::ArgumentError;

/// Options that only Strands Agents reads.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct StrandsAgentsOptions {
    /// The paths that the program gives to the plugin, absolute and in order: folders of skills,
    /// folders of one skill, and `SKILL.md` files. The default is `<cwd>/skills`.
    #[serde(default)]
    pub sources: Vec<String>,
    /// True if a skill whose name breaks a rule does not load (`strict=True`). By default such a
    /// skill loads with a warning.
    #[serde(default)]
    pub strict: bool,
}

crate::record! { StrandsAgentsOptions: has(sources, strict) }

impl OwnOptions for StrandsAgentsOptions {
    fn check(&mut self, _home: Option<&str>) -> Result<(), ArgumentError> {
        check_sources("strandsAgents", &self.sources)
    }
}
