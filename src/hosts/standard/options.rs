//! The options that only a client of the open standard reads.

use serde::{Deserialize, Serialize};

use crate::host::OwnOptions;
use crate::model::argument::ArgumentError;

/// Options that only a client of the open standard reads.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct StandardOptions {
    /// The client's own folder in the project and in the user's home, such as `.acme`: its `skills` are read before
    /// those of `.agents`. None when absent.
    #[serde(default)]
    pub client_folder: Option<String>,
    /// Whether `.claude/skills` are read, too, behind the others; false when absent.
    #[serde(default)]
    pub claude_skills: Option<bool>,
    /// Whether the project is trusted; its skills are read only then. True when absent.
    #[serde(default)]
    pub trusts_project: Option<bool>,
    /// How the model comes to a skill's text; by the tool when absent.
    #[serde(default)]
    pub activation: Option<Activation>,
    /// Whether the list says where each skill lies. True when absent; it must be where the model reads the files.
    #[serde(default)]
    pub lists_locations: Option<bool>,
    /// Most files of a skill that its activation lists; 50 when absent.
    #[serde(default)]
    pub max_resources: Option<u32>,
}

/// How the model comes to a skill's text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum Activation {
    /// It calls a tool that is there for nothing else.
    #[default]
    Tool,
    /// It reads the `SKILL.md` as it reads any file.
    File,
}

impl OwnOptions for StandardOptions {
    fn check(&mut self, _home: Option<&str>) -> Result<(), ArgumentError> {
        if let Some(folder) = &self.client_folder
            && (folder.is_empty()
                || folder.contains(['/', '\0'])
                || matches!(&**folder, "." | ".."))
        {
            return Err(ArgumentError::new(
                "standard.clientFolder",
                format!("a folder's name without `/` is wanted (given: {folder:?})"),
            ));
        }
        if self.activation() == Activation::File && !self.lists_locations() {
            return Err(ArgumentError::new(
                "standard.listsLocations",
                "a model that reads the files must be told where they are",
            ));
        }
        Ok(())
    }
}

impl StandardOptions {
    pub(super) fn activation(&self) -> Activation {
        self.activation.unwrap_or_default()
    }

    pub(super) fn lists_locations(&self) -> bool {
        self.lists_locations.unwrap_or(true)
    }
}
