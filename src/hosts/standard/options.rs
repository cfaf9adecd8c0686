//! The options of a workspace that only the open standard reads.

use serde::Serialize;

use crate::host::OwnOptions;
use crate::model::argument::ArgumentError;

/// The workspace options that have an effect only for the open standard.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct StandardOptions {
    /// The name of the client's own folder in the project and in the user's home, such as `.acme`.
    /// The folder `skills` in it is searched before `.agents/skills`. By default the client has no
    /// folder of its own.
    #[serde(default)]
    pub client_folder: Option<String>,
    /// True if the client also searches `.claude/skills`, after the other folders. The default is
    /// false.
    #[serde(default)]
    pub claude_skills: Option<bool>,
    /// True if the user trusts the project. If false, the client does not read the project's
    /// skills. The default is true.
    #[serde(default)]
    pub trusts_project: Option<bool>,
    /// The way in which the model gets a skill's text. By default, the model calls a tool.
    #[serde(default)]
    pub activation: Option<Activation>,
    /// True if the list of skills shows the path of each skill. The default is true. The list must
    /// show the paths if the model reads the files itself.
    #[serde(default)]
    pub lists_locations: Option<bool>,
    /// The maximum number of the skill's files that are listed at the end of an activated skill's
    /// text. The default is 50.
    #[serde(default)]
    pub max_resources: Option<u32>,
}

crate::record! { StandardOptions: has(client_folder, claude_skills, trusts_project, activation, lists_locations, max_resources) }

/// The way in which the model gets a skill's text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum Activation {
    /// The model calls a tool that only activates skills.
    #[default]
    Tool,
    /// The model reads the `SKILL.md` with the tool that it uses for any other file.
    File,
}

crate::choice! { Activation: Tool = "tool", File = "file" }

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
