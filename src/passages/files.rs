//! The texts beside skills.

use crate::tree::resources::{self, Beside};
use crate::tree::{Entry, EntryId, Tree, path};

/// The endings of Markdown files.
const MARKDOWN: [&str; 4] = ["md", "markdown", "mdx", "mdown"];

/// The endings of other texts that people read. Programs, data and settings are not ranked, because a model runs them or
/// opens them by name.
const TEXTS: [&str; 6] = ["txt", "text", "rst", "adoc", "asciidoc", "org"];

/// A text of a skill.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct TextFile {
    /// The file, with links resolved.
    pub(super) entry: EntryId,
    /// The skill's file.
    pub(super) skill: EntryId,
    /// The name of the skill's folder, and the path of the file in it.
    pub(super) label: String,
    pub(super) is_markdown: bool,
}

/// Returns the texts of all skills in a tree, in the order of their paths, each skill's own file first.
pub(super) fn texts(tree: &Tree) -> Vec<TextFile> {
    let mut texts = Vec::new();
    for skill in resources::skills(tree) {
        let folder = skill.parent().map_or("", Entry::name);
        texts.push(TextFile {
            entry: skill.id(),
            skill: skill.id(),
            label: folder.to_owned(),
            is_markdown: true,
        });
        for (relative, entry) in Beside::of(skill).iter() {
            if let Some(is_markdown) = is_text(relative) {
                texts.push(TextFile {
                    entry: entry.id(),
                    skill: skill.id(),
                    label: format!("{folder}/{relative}"),
                    is_markdown,
                });
            }
        }
    }
    texts
}

/// Returns true for Markdown, and false for another text; none for other files.
fn is_text(relative: &str) -> Option<bool> {
    let name = path::file_name(relative);
    let (_, ending) = name.rsplit_once('.')?;
    let is = |endings: &[&str]| {
        endings
            .iter()
            .any(|known| ending.eq_ignore_ascii_case(known))
    };
    match (is(&MARKDOWN), is(&TEXTS)) {
        (true, _) => Some(true),
        (_, true) => Some(false),
        _ => None,
    }
}
