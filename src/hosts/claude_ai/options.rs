//! The options that only claude.ai reads.

use serde::{Deserialize, Serialize};

use crate::model::argument::{ArgumentError, check_directory};

/// Options that only claude.ai reads.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ClaudeAiOptions {
    /// Folders that hold skills to upload, absolute, besides `skills` of the working directory.
    #[serde(default)]
    pub skill_roots: Vec<String>,
}

impl ClaudeAiOptions {
    /// Returns the options with every path checked.
    pub(crate) fn checked(options: Option<&Self>) -> Result<Self, ArgumentError> {
        let options = options.cloned().unwrap_or_default();
        for (index, path) in options.skill_roots.iter().enumerate() {
            check_directory(&format!("claudeAi.skillRoots[{index}]"), path)?;
        }
        Ok(options)
    }
}
