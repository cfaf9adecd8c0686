//! The options that only OpenClaw reads.

use serde::{Deserialize, Serialize};

use crate::host::OwnOptions;
use crate::model::argument::{ArgumentError, check_directory};

/// Options that only OpenClaw reads. What the machine has is what the caller says that it has: a skill that needs more is
/// not eligible.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct OpenclawOptions {
    /// The agent that works; `main` when absent.
    #[serde(default)]
    pub agent: Option<String>,
    /// The agent's workspace, absolute; when absent the one that the configuration names, else `.openclaw/workspace` in the
    /// home.
    #[serde(default)]
    pub workspace: Option<String>,
    /// The folder that a session runs in where that is not the workspace, absolute: its skills come behind all others.
    #[serde(default)]
    pub session_folder: Option<String>,
    /// The directory of the skills that come with the program, absolute; none when absent. The environment's
    /// `OPENCLAW_BUNDLED_SKILLS_DIR` goes before it.
    #[serde(default)]
    pub bundled: Option<String>,
    /// The operating system, as Node names it: `linux`, `darwin`, `win32`; `linux` when absent.
    #[serde(default)]
    pub os: Option<String>,
    /// The programs that can be run: names (`jq`), or absolute paths of files in directories of the environment's `PATH`;
    /// none when absent.
    #[serde(default)]
    pub binaries: Option<Vec<String>>,
    /// Files that have more than one name on the disk (hard links), absolute: such a `SKILL.md` is refused.
    #[serde(default)]
    pub hardlinked: Option<Vec<String>>,
}

impl OwnOptions for OpenclawOptions {
    fn check(&mut self, _home: Option<&str>) -> Result<(), ArgumentError> {
        for (name, directory) in [
            ("openclaw.workspace", &self.workspace),
            ("openclaw.sessionFolder", &self.session_folder),
            ("openclaw.bundled", &self.bundled),
        ] {
            if let Some(directory) = directory {
                check_directory(name, directory)?;
            }
        }
        for (index, file) in self.hardlinked.iter().flatten().enumerate() {
            check_directory(&format!("openclaw.hardlinked[{index}]"), file)?;
        }
        Ok(())
    }
}
