//! The files in a skill's folder besides the skill file.

use crate::tree::{Entry, EntryKind, Tree, path};

/// The largest number of entries that are inspected below one folder. No host has this limit.
const MAX_ENTRIES: usize = 20_000;

/// A file below a skill's folder.
#[derive(Debug, Clone)]
pub(crate) struct SkillFile<'t> {
    /// The file's path, relative to the searched folder.
    pub path: String,
    /// The file, or the target if the file is a link.
    pub entry: Entry<'t>,
}

/// The rules by which an SDK collects the files in a skill's folder.
#[derive(Debug, Clone, Copy)]
pub(crate) struct FileRules {
    /// The number of folder levels that are searched, including the searched folder.
    pub depth: usize,
    /// True if files and folders whose name begins with a dot are collected.
    pub hidden: bool,
    /// True if links to folders are followed.
    pub folder_links: bool,
}

/// Returns the files below a folder, sorted by the segments of their paths. Links to files are
/// followed, and the folder itself may be a link.
pub(crate) fn below<'t>(tree: &'t Tree, folder: &str, rules: FileRules) -> Vec<SkillFile<'t>> {
    let mut files = Vec::new();
    let Ok(directory) = tree.resolve(folder) else {
        return files;
    };
    let mut inspected = 0;
    // The last entry of the list is visited next.
    let mut pending = vec![(directory, String::new(), 0)];
    while let Some((entry, at, depth)) = pending.pop() {
        inspected += 1;
        if inspected > MAX_ENTRIES {
            break;
        }
        match entry.kind() {
            EntryKind::File(_) if depth > 0 => files.push(SkillFile { path: at, entry }),
            EntryKind::Directory if depth < rules.depth => {
                let children: Vec<_> = entry.children().collect();
                for child in children.into_iter().rev() {
                    let Ok(target) = child.follow() else { continue };
                    let is_link = target.id() != child.id();
                    let is_folder = target.kind() == EntryKind::Directory;
                    let is_hidden = child.name().starts_with('.') && !rules.hidden;
                    if is_hidden || is_link && is_folder && !rules.folder_links {
                        continue;
                    }
                    let path = if at.is_empty() {
                        child.name().to_owned()
                    } else {
                        path::join(&at, child.name())
                    };
                    pending.push((target, path, depth + 1));
                }
            }
            _ => {}
        }
    }
    files
}
