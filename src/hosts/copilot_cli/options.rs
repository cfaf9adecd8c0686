//! The options that only Copilot CLI reads.

use serde::Serialize;

use crate::host::OwnOptions;
use crate::model::argument::{ArgumentError, check_directory};

/// Options that only GitHub Copilot CLI reads.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CopilotCliOptions {
    /// True if the user trusts the folder. In a session, skills of the project load only if the
    /// folder is trusted. The default is true.
    #[serde(default)]
    pub trusted: Option<bool>,
    /// True if Copilot CLI runs without a user (`-p`). A `/name` in the prompt is then plain text.
    /// The default is false: a user types in a session.
    #[serde(default)]
    pub headless: bool,
    /// True to emulate the command `copilot skill list`, false to emulate a session. The command
    /// and a session search for the top folder of a repository differently: a session stops at
    /// every `.git` file, but the command stops only at a `.git` file that leads to a repository.
    #[serde(default)]
    pub skill_list: bool,
    /// Directories of skills that the user added with `copilot skill add`, as absolute paths, in
    /// order.
    #[serde(default)]
    pub added: Vec<String>,
    /// The folders of plugins that the user named with `--plugin-dir`, as absolute paths, in order.
    #[serde(default)]
    pub plugin_dirs: Vec<String>,
    /// The skills that are built into Copilot CLI, in order. By default there are none.
    #[serde(default)]
    pub built_in: Vec<CopilotBuiltInSkill>,
}

crate::record! { CopilotCliOptions: has(trusted, headless, skill_list, added, plugin_dirs, built_in) }

/// A skill that is built into Copilot CLI. Such a skill has no file.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(deny_unknown_fields)]
pub struct CopilotBuiltInSkill {
    /// The name of the skill.
    pub name: String,
    /// The description of the skill.
    pub description: String,
    /// The text that the model receives when the skill is invoked.
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
