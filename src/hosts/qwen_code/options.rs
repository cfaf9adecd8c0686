//! The options that only Qwen Code reads.

use serde::Serialize;

use crate::host::OwnOptions;
use crate::model::argument::{ArgumentError, check_directory};

/// Options that only Qwen Code reads.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct QwenCodeOptions {
    /// True if the user trusts the working directory. The default is true. In an untrusted
    /// directory the project's settings are not used, but the project's skills load.
    #[serde(default)]
    pub trusted: Option<bool>,
    /// True if Qwen Code asks no questions about tools (`--yolo`). The default is false: it asks
    /// before the model uses a skill.
    #[serde(default)]
    pub yolo: bool,
    /// True if the session is started with `--bare`. Qwen Code then loads no skill. The default is
    /// false.
    #[serde(default)]
    pub bare: bool,
    /// The absolute path of the directory with the skills that are bundled with Qwen Code. By
    /// default there are none.
    #[serde(default)]
    pub bundled: Option<String>,
    /// The id of the session. When a user types a command with arguments, Qwen Code writes the
    /// arguments to a file, and the path of this file contains the id. If the id is missing, the
    /// path contains `<session>`.
    #[serde(default)]
    pub session_id: Option<String>,
}

crate::record! { QwenCodeOptions: has(trusted, yolo, bare, bundled, session_id) }

impl OwnOptions for QwenCodeOptions {
    fn check(&mut self, _home: Option<&str>) -> Result<(), ArgumentError> {
        if let Some(directory) = &self.bundled {
            check_directory("qwenCode.bundled", directory)?;
        }
        Ok(())
    }
}
