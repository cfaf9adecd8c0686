//! Reads drawings of folder trees in code blocks, and finds the folders that contain an entry of
//! such a drawing.

use std::ops;

use crate::text::document::floor_char_boundary;

/// The maximum number of bytes that are read on each side of an entry in the drawing of a folder
/// tree. No host has this limit.
const NEAR: usize = 8 << 10;

/// An entry (a file or folder) in the drawing of a folder tree.
pub struct Drawn<'t> {
    /// The folders that contain this entry, as the drawing shows them. The outermost folder is
    /// first.
    pub folders: Vec<&'t str>,
    /// The text of the Markdown code block in which the folder tree is drawn, from at most [`NEAR`]
    /// bytes before this entry to at most [`NEAR`] bytes after this entry.
    pub block: &'t str,
}

impl<'t> Drawn<'t> {
    /// Returns the entry whose name is at byte `at` of the text, if its line is part of a drawn
    /// folder tree; otherwise `None`.
    pub fn at(text: &'t str, block: &ops::Range<usize>, at: usize) -> Option<Self> {
        let low = floor_char_boundary(text, block.start.max(at.saturating_sub(NEAR)));
        let high = floor_char_boundary(text, block.end.min(at + NEAR));
        let near = text.get(low..high)?;
        let before = text.get(low..at)?;
        let line = before.rfind('\n').map_or(before, |end| &before[end + 1..]);
        let mut column = column(line).filter(|_| is_drawn(line))?;
        let mut folders = Vec::new();
        for line in before[..before.len() - line.len()].lines().rev() {
            if line.trim().is_empty() {
                break;
            }
            let Some(other) = self::column(line) else {
                continue;
            };
            if other >= column {
                continue;
            }
            let name = line[marks(line)..].split_whitespace().next();
            let name = name.unwrap_or_default().trim_end_matches('/');
            folders.insert(0, name);
            column = other;
            if !is_drawn(line) {
                break;
            }
        }
        Some(Self {
            folders,
            block: near,
        })
    }
}

/// Returns the column at which the name of a file or folder begins in a line of a drawn folder
/// tree. The column is in characters. Returns `None` if the line has no name.
fn column(line: &str) -> Option<usize> {
    let marks = marks(line);
    (marks < line.trim_end().len() || !line.is_empty() && is_drawn(line))
        .then(|| line[..marks].chars().count())
}

/// Returns the number of bytes before the entry's name in a line of a drawing. These bytes are
/// spaces and line characters, such as `├──`.
fn marks(line: &str) -> usize {
    let is_mark =
        |c: char| c.is_whitespace() || matches!(c, '│' | '├' | '└' | '─' | '|' | '`' | '+' | '-');
    line.len() - line.trim_start_matches(is_mark).len()
}

/// Returns true if a text begins with the line characters of a drawing, such as `├──`.
fn is_drawn(line: &str) -> bool {
    let marks = &line[..marks(line)];
    marks.contains(['├', '└'])
        || ["|--", "`--", "+--"]
            .iter()
            .any(|mark| marks.contains(mark))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_is_in_the_folders_drawn_before_it_with_less_indentation() {
        let unicode =
            "forms/\n├── SKILL.md\n├── tax/   # the office\n│   ├── b.md\n│   └── a.md\n└── c.md\n";
        let ascii = "forms/\n|-- tax/\n|   |-- b.md\n|   `-- a.md\n`-- c.md\n";
        for text in [unicode, ascii] {
            for (name, folders) in [
                ("a.md", Some(vec!["forms", "tax"])),
                ("b.md", Some(vec!["forms", "tax"])),
                ("c.md", Some(vec!["forms"])),
                ("forms", None),
            ] {
                let at = text.find(name).unwrap();
                let drawn = Drawn::at(text, &(0..text.len()), at);
                assert_eq!(drawn.map(|drawn| drawn.folders), folders, "{text}{name}");
            }
        }
    }
}
