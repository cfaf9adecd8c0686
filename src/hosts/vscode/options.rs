//! The options that only VS Code reads.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::host::OwnOptions;
use crate::model::argument::{ArgumentError, check_directory};

/// Options that only VS Code reads.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct VscodeOptions {
    /// The setting `chat.agentSkillsLocations`: skill folders that VS Code searches (true) or does
    /// not search (false). A folder is relative to the working directory or begins with `~/`. The
    /// setting can add folders and turn off default folders. The default is empty.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", tsify(type = "Record<string, boolean>"))]
    pub skills_locations: BTreeMap<String, bool>,
    /// The setting `chat.useCustomizationsInParentRepositories`: true if directories above the
    /// workspace are also searched. The default is false.
    #[serde(default)]
    pub parent_repositories: bool,
    /// True if the model has a tool that reads files. If false, the model sees no list of skills.
    /// The default is true.
    #[serde(default)]
    pub reads_files: Option<bool>,
    /// The name of the skill tool; `None` if the model has no such tool, which is the default. With
    /// the tool, the list of skills has a budget.
    #[serde(default)]
    pub skill_tool: Option<String>,
    /// The skills that extensions provide, in order. By default there are none.
    #[serde(default)]
    pub extension_skills: Vec<VscodeExtensionSkill>,
}

crate::record! { VscodeOptions: has(skills_locations, parent_repositories, reads_files, skill_tool, extension_skills) }

/// A skill that an extension provides.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(deny_unknown_fields)]
pub struct VscodeExtensionSkill {
    /// The name of the skill.
    pub name: String,
    /// The description of the skill.
    pub description: String,
    /// The absolute path of the skill's file. The file need not be in the tree.
    pub file: String,
}

crate::record! { VscodeExtensionSkill: has(name, description, file) needs(name, description, file) }

impl OwnOptions for VscodeOptions {
    fn check(&mut self, _home: Option<&str>) -> Result<(), ArgumentError> {
        for (index, skill) in self.extension_skills.iter().enumerate() {
            check_directory(
                &format!("vscode.extensionSkills[{index}].file"),
                &skill.file,
            )?;
        }
        Ok(())
    }
}

impl VscodeOptions {
    pub(super) fn is_off(&self, location: &str) -> bool {
        self.skills_locations.get(location) == Some(&false)
    }
}
