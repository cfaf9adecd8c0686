//! The options that only OpenClaw reads.

use serde::Serialize;

use crate::host::OwnOptions;
use crate::model::argument::{ArgumentError, check_directory};

/// Options that only OpenClaw reads. They describe the machine, and a skill that requires more is not
/// eligible.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct OpenclawOptions {
    /// The active agent. The default is `main`.
    #[serde(default)]
    pub agent: Option<String>,
    /// The agent's workspace, as an absolute path. The default is the configured one, otherwise
    /// `.openclaw/workspace` in the home.
    #[serde(default)]
    pub workspace: Option<String>,
    /// The absolute path of the folder in which a session runs, if it is not the workspace. Its skills come
    /// after all others.
    #[serde(default)]
    pub session_folder: Option<String>,
    /// The absolute path of the directory of bundled skills. The default is none. The environment variable
    /// `OPENCLAW_BUNDLED_SKILLS_DIR` takes precedence.
    #[serde(default)]
    pub bundled: Option<String>,
    /// The operating system, as Node names it: `linux`, `darwin`, `win32`. The default is `linux`.
    #[serde(default)]
    pub os: Option<String>,
    /// The programs that can be run: names (`jq`), or absolute paths of files in directories of the
    /// environment's `PATH`. The default is none.
    #[serde(default)]
    pub binaries: Option<Vec<String>>,
    /// The absolute paths of files with several names on the disk (hard links). Such a `SKILL.md` is refused.
    #[serde(default)]
    pub hardlinked: Option<Vec<String>>,
}

crate::record! { OpenclawOptions: has(agent, workspace, session_folder, bundled, os, binaries, hardlinked) }

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
