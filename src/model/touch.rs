//! The effect of reading or changing files.

use serde::{Deserialize, Serialize};

use crate::model::catalog::Catalog;
use crate::model::message::{Message, SkillEvent};
use crate::sort;

/// The effect of reading or changing files.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Touch {
    /// The skills that are there now and were not before, in the catalog's order.
    pub added: Vec<TouchedSkill>,
    /// The directories that the host looks into now and did not before, in its order.
    pub directories: Vec<String>,
    /// The host's record of it in the conversation.
    pub attachments: Vec<TouchAttachment>,
    /// The messages that the host puts into the conversation, before those of the next list.
    pub messages: Vec<Message>,
    /// The events that the host counts.
    pub events: Vec<SkillEvent>,
}

/// A directory of skills as a host keeps it in its record of the conversation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct TouchAttachment {
    /// The kind of record, such as `dynamic_skill`.
    #[serde(rename = "type")]
    pub kind: String,
    /// The directory.
    pub directory: String,
    /// The names of its skills.
    pub names: Vec<String>,
    /// The directory as user interfaces show it.
    pub display_path: String,
}

/// A skill that touched files brought.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[non_exhaustive]
pub struct TouchedSkill {
    /// Its name.
    pub name: String,
    /// The path of its `SKILL.md`.
    pub path: String,
    /// The cause.
    pub by: TouchedBy,
    /// The root that it lies under.
    pub root: String,
}

/// The way in which touched files bring a skill.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum TouchedBy {
    /// One of them is a file that the skill says it is for.
    Condition,
    /// It lies in a directory that the host looks into because of them.
    Directory,
}

impl Touch {
    /// The additions of a second catalog to a first: active skills, and directories.
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
