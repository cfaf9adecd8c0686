//! A skill with the facts about dependencies in its files.

use super::collector::Need;
use super::facts::FileFacts;
use crate::tree::path;

/// A skill with the facts about dependencies in its files.
pub(super) struct SkillFacts {
    pub(super) path: String,
    /// The names of the skill: the name of its folder, and the `name` in its frontmatter.
    pub(super) names: Vec<String>,
    pub(super) files: Vec<FileFacts>,
    /// True if the request names the skill as one that will be removed.
    pub(super) is_removed: bool,
}

impl SkillFacts {
    /// Returns the dependencies that the skill's files show.
    pub(super) fn needs(&self) -> impl Iterator<Item = &Need> {
        self.files.iter().flat_map(|file| &file.facts.needs)
    }
}

/// Returns the name of a skill's folder, for messages. `skill` is the path of the skill's main
/// file.
pub(super) fn title(skill: &str) -> &str {
    path::parent(skill).map_or(skill, path::file_name)
}
