//! The options that only pi reads.

use serde::{Deserialize, Serialize};

use crate::model::argument::{ArgumentError, check_directory};

/// Options that only pi reads.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PiOptions {
    /// Whether the project is trusted; it is when absent. The project's skills count only then.
    #[serde(default)]
    pub trusted: Option<bool>,
    /// `--no-skills`: only `skill_paths` count.
    #[serde(default)]
    pub no_skills: bool,
    /// Directories and files of skills that packages, settings or the command line (`--skill`) name, absolute, in order.
    #[serde(default)]
    pub skill_paths: Vec<String>,
}

impl PiOptions {
    /// The options as given, every path checked.
    pub(crate) fn checked(options: Option<&Self>) -> Result<Self, ArgumentError> {
        let options = options.cloned().unwrap_or_default();
        for (index, path) in options.skill_paths.iter().enumerate() {
            check_directory(&format!("pi.skillPaths[{index}]"), path)?;
        }
        Ok(options)
    }
}
