//! The options that only Copilot CLI reads.

use serde::Serialize;

use crate::host::OwnOptions;
use crate::model::argument::{ArgumentError, check_directory};

/// Options that only GitHub Copilot CLI reads.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CopilotCliOptions {
    /// True if the folder is trusted. A session loads the project's skills only from a trusted folder. The default is
    /// true.
    #[serde(default)]
    pub trusted: Option<bool>,
    /// True if the program runs without a user (`-p`). `/name` is then plain text. The default is false: a user types
    /// in a session.
    #[serde(default)]
    pub headless: bool,
    /// True to emulate `copilot skill list`, false to emulate a session. They determine the top of the repository
    /// differently: a session stops at every `.git` file, but `copilot skill list` stops only at a `.git` file that
    /// leads to a repository.
    #[serde(default)]
    pub skill_list: bool,
    /// Directories of skills that the user added with `copilot skill add`, as absolute paths, in order.
    #[serde(default)]
    pub added: Vec<String>,
    /// The folders of plugins that the user named with `--plugin-dir`, as absolute paths, in order.
    #[serde(default)]
    pub plugin_dirs: Vec<String>,
    /// The skills that are built into the program, in order. The default is none.
    #[serde(default)]
    pub built_in: Vec<CopilotBuiltInSkill>,
}

crate::record! { CopilotCliOptions: has(trusted, headless, skill_list, added, plugin_dirs, built_in) }

/// A skill that is built into the program, so the skill has no file.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(deny_unknown_fields)]
pub struct CopilotBuiltInSkill {
    /// The skill's name.
    pub name: String,
    /// The skill's description.
    pub description: String,
    /// The skill's text.
    #[serde(default)]
    pub content: String,
}

crate::record! { CopilotBuiltInSkill: has(name, description, content) needs(name, description) }

impl OwnOptions for CopilotCliOptions {
    fn check(&mut self, _home: Option<&str>) -> Result<(), ArgumentError> {
        for (index, directory) in self.added.iter().enumerate() {
            check_directory(&format!("copilotCli.added[{index}]"), directory)?;
        }
        for (index, directory) in self.plugin_dirs.iter().enumerate() {
            check_directory(&format!("copilotCli.pluginDirs[{index}]"), directory)?;
        }
        Ok(())
    }
}
