//! The options that only the OpenAI Agents SDK reads.

use serde::Serialize;

use crate::host::OwnOptions;
use crate::model::argument::{ArgumentError, check_directory};

/// Options that only the OpenAI Agents SDK reads.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct OpenaiAgentsOptions {
    /// The absolute path of the folder of skills that the program gives to `Skills`. The default is
    /// the folder `skills` in the working directory.
    #[serde(default)]
    pub source: Option<String>,
    /// True if the folder is copied into the sandbox at the start (`from_`). The default is false:
    /// the model loads single skills with a tool (`lazy_from`).
    #[serde(default)]
    pub eager: bool,
}

crate::record! { OpenaiAgentsOptions: has(source, eager) }

impl OwnOptions for OpenaiAgentsOptions {
    fn check(&mut self, _home: Option<&str>) -> Result<(), ArgumentError> {
        match &self.source {
            Some(source) => check_directory("openaiAgents.source", source),
            None => Ok(()),
        }
    }
}
