//! The text of a skill as the model receives it.

use super::frontmatter;
use super::hydrate::Variables;
use super::settings::text_of;
use crate::host::stages::View;
use crate::model::skill::Skill;
use crate::tree::{Entry, EntryKind, path};

/// Returns the text of a skill without whitespace at its ends. In a skill of an extension,
/// variables are replaced. If there is no text, returns the reason as an error.
pub(super) fn body_of(view: &View<'_>, skill: &Skill) -> Result<String, &'static str> {
    let text = match view.tree.entry(&skill.path).map(Entry::kind) {
        Some(EntryKind::File(Some(contents))) => text_of(contents),
        Some(EntryKind::File(None)) => return Err("its contents have not been given yet"),
        _ => return Err("there is no such file"),
    };
    let body = frontmatter::body(&text);
    Ok(match &skill.plugin_id {
        None => body.to_owned(),
        Some(_) => {
            let variables = Variables {
                extension: extension(&skill.root),
                workspace: &view.environment.cwd,
            };
            variables.fill(body).into_owned()
        }
    })
}

/// Returns the folder of an extension. `root` is the extension's folder of skills, directly in the
/// folder of the extension.
pub(super) fn extension(root: &str) -> &str {
    path::parent(root).unwrap_or("/")
}
