//! The text of a skill as the model receives it.

use super::frontmatter;
use crate::host::stages::View;
use crate::model::skill::Skill;
use crate::tree::{Entry, EntryKind};

/// Returns the text of a skill for the model: a line with the skill's folder, then the text after
/// the frontmatter. If there is no text, returns the reason as an error.
pub(super) fn injected(view: &View<'_>, skill: &Skill) -> Result<String, &'static str> {
    let text = match view.tree.entry(&skill.path).map(Entry::kind) {
        Some(EntryKind::File(Some(contents))) => contents.text_with_line_feeds(),
        Some(EntryKind::File(None)) => return Err("its contents have not been given yet"),
        _ => return Err("there is no such file"),
    };
    let body = frontmatter::split(&text).map_or("", |split| split.body);
    let directory = skill.directory();
    Ok(format!(
        "Base directory for this skill: {directory}\nImportant: ALWAYS resolve absolute paths from this base directory when working with skills.\n\n{body}\n"
    ))
}
