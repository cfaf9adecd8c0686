//! The options that only Deep Agents reads.

use serde::Serialize;

use crate::host::{OwnOptions, sdk};
use crate::model::argument::ArgumentError;

/// Options that only Deep Agents reads.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct DeepAgentsOptions {
    /// The absolute paths of the folders of skills that the user's Python program passes to Deep
    /// Agents' `SkillsMiddleware`, in order. The default is the folder `skills` of the working
    /// directory.
    #[serde(default)]
    pub sources: Vec<String>,
    /// True if the file backend shows real paths (`virtual_mode=False`). The default is false:
    /// paths are relative to the working directory, and links are resolved.
    #[serde(default)]
    pub real_paths: bool,
    /// The names of the skills that the program pins with `pinned_skills`. Before the next call of
    /// the model, Deep Agents adds the texts of these skills to the conversation.
    #[serde(default)]
    pub pinned_skills: Vec<String>,
}

crate::record! { DeepAgentsOptions: has(sources, real_paths, pinned_skills) }

impl OwnOptions for DeepAgentsOptions {
    fn check(&mut self, _home: Option<&str>) -> Result<(), ArgumentError> {
        sdk::check_sources("deepAgents", &self.sources)
    }
}
