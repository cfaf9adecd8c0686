//! The options that only VS Code reads.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::host::OwnOptions;
use crate::model::argument::{ArgumentError, check_directory};

/// Options that only VS Code reads.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct VscodeOptions {
    /// The setting `chat.agentSkillsLocations`: folders, relative to the working directory or from `~/` on, with whether
    /// VS Code looks there. It goes beside the folders that it looks in anyway, and switches these off. Empty when absent.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", tsify(type = "Record<string, boolean>"))]
    pub skills_locations: BTreeMap<String, bool>,
    /// The setting `chat.useCustomizationsInParentRepositories`; off when absent.
    #[serde(default)]
    pub parent_repositories: bool,
    /// Whether the model has a tool to read files; without it, it is shown no list. True when absent.
    #[serde(default)]
    pub reads_files: Option<bool>,
    /// The name of the tool that loads skills, where the model has one; the list has a budget then. None when absent.
    #[serde(default)]
    pub skill_tool: Option<String>,
    /// The skills that extensions bring along, in their order; none when absent.
    #[serde(default)]
    pub extension_skills: Vec<VscodeExtensionSkill>,
}

/// A skill that an extension brings along.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(deny_unknown_fields)]
pub struct VscodeExtensionSkill {
    /// Its name.
    pub name: String,
    /// Its description.
    pub description: String,
    /// The path of its file, absolute; it need not be in the tree.
    pub file: String,
}

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
