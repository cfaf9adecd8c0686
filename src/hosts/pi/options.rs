//! The options that only pi reads.

use serde::Serialize;

use crate::host::OwnOptions;
use crate::model::argument::{ArgumentError, check_directory};

/// Options that only pi reads.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PiOptions {
    /// True if the user trusts the project. Skills of the project load only in a trusted project.
    /// The default is true.
    #[serde(default)]
    pub trusted: Option<bool>,
    /// True if pi searches only the paths in `skill_paths` (`--no-skills`).
    #[serde(default)]
    pub no_skills: bool,
    /// The directories and files with skills that packages, settings or the command line
    /// (`--skill`) name, as absolute paths, in order.
    #[serde(default)]
    pub skill_paths: Vec<String>,
}

crate::record! { PiOptions: has(trusted, no_skills, skill_paths) }

impl OwnOptions for PiOptions {
    fn check(&mut self, _home: Option<&str>) -> Result<(), ArgumentError> {
        for (index, path) in self.skill_paths.iter().enumerate() {
            check_directory(&format!("pi.skillPaths[{index}]"), path)?;
        }
        Ok(())
    }
}
