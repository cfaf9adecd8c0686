//! Copies of skills that a build writes, and functions that write them into a tree.

use std::collections::BTreeMap;

use super::report::BuildContent;
use super::source::SourceSkill;
use crate::tree::{EntryKind, Tree, path};

/// A copy of a skill that a build writes into a folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct SkillCopy {
    /// The name of the skill's folder.
    pub name: String,
    /// The path of the skill's main file below the skill's folder, such as `SKILL.md`.
    pub file: String,
    /// The content of each file, keyed by the file's path below the skill's folder.
    pub files: BTreeMap<String, BuildContent>,
    /// True if the copy differs from the source, so that a link to the source cannot replace the copy.
    pub is_changed: bool,
}

impl SkillCopy {
    /// Creates a copy with the same name and the same files as the source skill.
    pub fn of(skill: &SourceSkill) -> Self {
        Self {
            name: skill.name().to_owned(),
            file: skill.file_name().to_owned(),
            files: skill.files.clone(),
            is_changed: false,
        }
    }

    /// Returns the text of the file `name` in this copy of a skill. Returns none if the file is a
    /// link, is missing, is not UTF-8, or is not yet read.
    pub fn text<'c>(&'c self, tree: &'c Tree, name: &str) -> Option<&'c str> {
        match self.files.get(name)? {
            BuildContent::File { from } => tree.entry(from)?.contents()?.text().ok(),
            BuildContent::Text { text } => Some(text),
            BuildContent::Link { .. } => None,
        }
    }

    /// Replaces or adds the text of a file in this copy of a skill.
    pub fn set_text(&mut self, name: &str, text: String) {
        let text = BuildContent::Text { text };
        self.files.insert(name.to_owned(), text);
        self.is_changed = true;
    }

    /// Writes the files of this copy into the tree `into`. The skill's folder is created in the
    /// folder `folder`. If a file is a copy of a source file, its contents are read from the tree
    /// `source`.
    pub fn put(&self, into: &mut Tree, source: &Tree, folder: &str) {
        let folder = path::join(folder, &self.name);
        for (name, content) in &self.files {
            put(into, source, &path::join(&folder, name), content);
        }
    }
}

/// Returns a tree with only those entries whose path satisfies `is_wanted`.
pub(super) fn part(tree: &Tree, is_wanted: impl Fn(&str) -> bool) -> Tree {
    let mut part = Tree::new();
    for entry in tree.entries() {
        let path = entry.path();
        if path == "/" || !is_wanted(&path) {
            continue;
        }
        // The source tree has all these entries, so no path is refused.
        let _ = match entry.kind() {
            EntryKind::Directory => part.make_directory(&path),
            EntryKind::File(contents) => part.write(&path, contents.cloned()),
            EntryKind::Link(target) => part.link(&path, target),
        };
    }
    part
}

/// Writes one file or link into a tree. If the tree refuses the path, nothing is written.
pub(super) fn put(into: &mut Tree, source: &Tree, path: &str, content: &BuildContent) {
    let _ = match content {
        BuildContent::File { from } => {
            let contents = source.entry(from).and_then(|entry| entry.contents());
            into.write(path, contents.cloned())
        }
        BuildContent::Text { text } => into.write(path, Some(text.as_str().into())),
        BuildContent::Link { target } => into.link(path, target),
    };
}

/// Returns the target for a link at the path `link` that should lead to the path `to`. The target
/// is relative to the link's folder.
pub(super) fn link_target(link: &str, to: &str) -> String {
    let folder = path::parent(link).unwrap_or("/");
    let segments = |path: &str| -> Vec<String> {
        let segments = path.split('/').filter(|segment| !segment.is_empty());
        segments.map(str::to_owned).collect()
    };
    let (folder, to) = (segments(folder), segments(to));
    let common = folder
        .iter()
        .zip(&to)
        .take_while(|(one, other)| one == other)
        .count();
    let up = folder[common..].iter().map(|_| "..".to_owned());
    let all: Vec<String> = up.chain(to[common..].iter().cloned()).collect();
    match &all[..] {
        [] => ".".to_owned(),
        all => all.join("/"),
    }
}
