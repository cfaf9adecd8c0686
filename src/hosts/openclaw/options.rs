//! The options that only OpenClaw reads.

use serde::Serialize;

use crate::host::OwnOptions;
use crate::model::argument::{ArgumentError, check_directory};

/// Options that only OpenClaw reads. Some options describe the machine. A skill is not eligible if
/// it requires something that the machine does not have.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct OpenclawOptions {
    /// The name of the active agent. The default is `main`.
    #[serde(default)]
    pub agent: Option<String>,
    /// The agent's workspace, as an absolute path. The default is the workspace that the
    /// configuration names, or else `.openclaw/workspace` in the home directory.
    #[serde(default)]
    pub workspace: Option<String>,
    /// The folder in which a session runs, as an absolute path, if it is not the workspace. Skills
    /// in this folder come after all other skills.
    #[serde(default)]
    pub session_folder: Option<String>,
    /// The directory of bundled skills, as an absolute path. By default there is none. The
    /// environment variable `OPENCLAW_BUNDLED_SKILLS_DIR` takes precedence.
    #[serde(default)]
    pub bundled: Option<String>,
    /// The operating system by its name in Node.js: `linux`, `darwin` or `win32`. The default is
    /// `linux`.
    #[serde(default)]
    pub os: Option<String>,
    /// The programs on the machine: names such as `jq`, or absolute paths of files in the
    /// directories of the environment's `PATH`. By default there are none.
    #[serde(default)]
    pub binaries: Option<Vec<String>>,
    /// The absolute paths of files with more than one hard link. OpenClaw rejects such a
    /// `SKILL.md`. By default there are none.
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
