//! The skills and directories that a host takes into account after the model has read or changed
//! files.

use serde::{Deserialize, Serialize};

use crate::model::catalog::Catalog;
use crate::model::message::{Message, SkillEvent};
use crate::sort;

/// The result of reading or changing files: the skills that became active, and the messages,
/// records and events that follow.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Touch {
    /// The skills that became active, in the catalog's order.
    pub added: Vec<TouchedSkill>,
    /// The directories that the host searches from now on because of the touched files, in the
    /// host's order.
    pub directories: Vec<String>,
    /// The host's records about new directories of skills. They become part of the conversation.
    pub attachments: Vec<TouchAttachment>,
    /// The messages that the host adds to the conversation before its next list of skills.
    pub messages: Vec<Message>,
    /// The events that the host records because of the touched files.
    pub events: Vec<SkillEvent>,
}

/// A record in the conversation about a directory of skills that the host found because of touched
/// files.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct TouchAttachment {
    /// The host's name for records of this kind, such as `dynamic_skill`.
    #[serde(rename = "type")]
    pub kind: String,
    /// The path of the directory of skills.
    pub directory: String,
    /// The names of the skills in the directory.
    pub names: Vec<String>,
    /// The directory's path in the form that user interfaces show.
    pub display_path: String,
}

/// A skill that became active because of touched files.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[non_exhaustive]
pub struct TouchedSkill {
    /// The name of the skill that became active.
    pub name: String,
    /// The path of the skill's `SKILL.md`.
    pub path: String,
    /// The reason why the touched files activate the skill.
    pub by: TouchedBy,
    /// The path of the searched directory that contains the skill.
    pub root: String,
}

/// The reason why touched files activate a skill.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum TouchedBy {
    /// A pattern of the skill's `paths` matches a touched file.
    Condition,
    /// Because of a touched file, the host now searches a directory that it did not search before.
    /// The skill is in this directory.
    Directory,
}

impl Touch {
    /// Returns the changes between two catalogs: the skills that became active, and the directories
    /// that were added.
    #[must_use]
    pub fn between(before: &Catalog, after: &Catalog) -> Self {
        let active = before.skills.iter().filter(|skill| skill.active);
        let active = sort::collect_set(active.map(|skill| skill.path.as_str()));
        let roots = sort::collect_set(before.roots.iter().map(|root| root.path.as_str()));
        let added = (after.skills.iter())
            .filter(|skill| skill.active && !active.contains(skill.path.as_str()))
            .map(|skill| TouchedSkill {
                name: skill.name.clone(),
                path: skill.path.clone(),
                by: if roots.contains(skill.root.as_str()) {
                    TouchedBy::Condition
                } else {
                    TouchedBy::Directory
                },
                root: skill.root.clone(),
            });
        let directories = after.roots.iter().map(|root| root.path.as_str());
        Self {
            added: added.collect(),
            directories: directories
                .filter(|root| !roots.contains(root))
                .map(str::to_owned)
                .collect(),
            ..Self::default()
        }
    }
}
