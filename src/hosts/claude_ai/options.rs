//! The options of a workspace that only claude.ai reads.

use serde::Serialize;

use crate::host::OwnOptions;
use crate::model::argument::{ArgumentError, check_directory};

/// The options of a workspace that only claude.ai reads.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ClaudeAiOptions {
    /// The folders with skills to upload, as absolute paths. The folder `skills` in the working
    /// directory is always included.
    #[serde(default)]
    pub skill_roots: Vec<String>,
}

crate::record! { ClaudeAiOptions: has(skill_roots) }

impl OwnOptions for ClaudeAiOptions {
    fn check(&mut self, _home: Option<&str>) -> Result<(), ArgumentError> {
        for (index, path) in self.skill_roots.iter().enumerate() {
            check_directory(&format!("claudeAi.skillRoots[{index}]"), path)?;
        }
        Ok(())
    }
}
