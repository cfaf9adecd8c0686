//! A skill with the facts of its files.

use super::collector::Need;
use super::facts::FileFacts;
use crate::tree::path;

/// A skill with the facts of its files.
pub(super) struct SkillFacts {
    pub(super) path: String,
    /// The names of the skill: its folder's name and the field `name`.
    pub(super) names: Vec<String>,
    pub(super) files: Vec<FileFacts>,
    /// True if the skill will be removed.
    pub(super) is_removed: bool,
}

impl SkillFacts {
    /// Returns the needs of the skill.
    pub(super) fn needs(&self) -> impl Iterator<Item = &Need> {
        self.files.iter().flat_map(|file| &file.facts.needs)
    }
}

/// Returns the name of a skill's folder, for messages.
pub(super) fn title(skill: &str) -> &str {
    path::parent(skill).map_or(skill, path::file_name)
}
