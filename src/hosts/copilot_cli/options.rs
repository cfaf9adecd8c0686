//! The options that only Copilot CLI reads.

use serde::{Deserialize, Serialize};

use crate::host::OwnOptions;
use crate::model::argument::{ArgumentError, check_directory};

/// Options that only GitHub Copilot CLI reads.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CopilotCliOptions {
    /// Whether the folder is trusted; a session loads the project's skills only then. True when absent.
    #[serde(default)]
    pub trusted: Option<bool>,
    /// Whether the program runs without a user (`-p`), where `/name` is plain text; somebody types in a session when absent.
    #[serde(default)]
    pub headless: bool,
    /// Whether this is `copilot skill list` and no session: another file `.git` ends its search for roots.
    #[serde(default)]
    pub skill_list: bool,
    /// Directories of skills that the user added (`copilot skill add`), absolute, in order.
    #[serde(default)]
    pub added: Vec<String>,
    /// The skills that the program brings along, in its order; none when absent.
    #[serde(default)]
    pub built_in: Vec<CopilotBuiltInSkill>,
}

/// A skill that the program brings along. It has no file.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(deny_unknown_fields)]
pub struct CopilotBuiltInSkill {
    /// Its name.
    pub name: String,
    /// Its description.
    pub description: String,
    /// Its text.
    #[serde(default)]
    pub content: String,
}

impl OwnOptions for CopilotCliOptions {
    fn check(&mut self, _home: Option<&str>) -> Result<(), ArgumentError> {
        for (index, directory) in self.added.iter().enumerate() {
            check_directory(&format!("copilotCli.added[{index}]"), directory)?;
        }
        Ok(())
    }
}
