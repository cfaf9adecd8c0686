//! Lists the texts of skills: each skill's own file, and the texts beside it.

use crate::tree::resources::{self, Beside};
use crate::tree::{Entry, EntryId, Tree, path};

/// The extensions of Markdown files.
const MARKDOWN: [&str; 4] = ["md", "markdown", "mdx", "mdown"];

/// The extensions of text files that people read, besides Markdown. Programs, data and settings are
/// not ranked, because a model runs such files or opens them by name.
const TEXTS: [&str; 6] = ["txt", "text", "rst", "adoc", "asciidoc", "org"];

/// A text of a skill: the skill's own file, or a text beside it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct TextFile {
    /// The text's file, with links resolved.
    pub(super) entry: EntryId,
    /// The file of the skill that the text belongs to.
    pub(super) skill: EntryId,
    /// The name of the skill's folder, followed by the text's path in this folder. The words of
    /// this label are searched.
    pub(super) label: String,
    pub(super) is_markdown: bool,
}

/// Returns the texts of all skills in a tree, sorted by path. Each skill's own file comes before the skill's other
/// texts.
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

/// Returns `Some(true)` for a Markdown file, and `Some(false)` for a text file in another format,
/// such as `.txt`. Returns `None` for a file that is not ranked, such as a program.
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
