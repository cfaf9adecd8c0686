//! The effect of reading or changing files.

use serde::{Deserialize, Serialize};

use crate::model::catalog::Catalog;
use crate::model::message::{Message, SkillEvent};
use crate::sort;

/// The effect of reading or changing files.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Touch {
    /// The skills that became active, in the catalog's order.
    pub added: Vec<TouchedSkill>,
    /// The directories that the host searches now and did not search earlier, in the host's order.
    pub directories: Vec<String>,
    /// The host's record of the new directories in the conversation.
    pub attachments: Vec<TouchAttachment>,
    /// The messages that the host puts into the conversation. The messages of the next list follow them.
    pub messages: Vec<Message>,
    /// The events that the host records because of the touched files.
    pub events: Vec<SkillEvent>,
}

/// A host's record of a directory of skills in its conversation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct TouchAttachment {
    /// The kind of record, such as `dynamic_skill`.
    #[serde(rename = "type")]
    pub kind: String,
    /// The path of the directory of skills.
    pub directory: String,
    /// The names of the skills in the directory.
    pub names: Vec<String>,
    /// The directory's path as user interfaces show it.
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
    /// The way in which the files activate the skill.
    pub by: TouchedBy,
    /// The root that contains the skill.
    pub root: String,
}

/// The way in which touched files activate a skill.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum TouchedBy {
    /// A pattern of the skill's `paths` matches a touched file.
    Condition,
    /// The host searches the skill's directory because of a touched file.
    Directory,
}

impl Touch {
    /// Returns the active skills and the directories that are in the catalog `after`, but not in the catalog `before`.
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
