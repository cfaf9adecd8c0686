//! Lists of a skill's files, with a maximum number, for the answers of skill tools.

use crate::tree::skill_file::SKILL_FILE;
use crate::tree::{Entry, EntryKind, Tree, path};

/// The maximum number of files and folders below a skill's folder that are inspected to list the
/// skill's files. No host has this limit.
const MAX_ENTRIES: usize = 20_000;

/// Returns at most `most` files below a skill's folder for which `is_shown` returns true, including
/// hidden files. Links are not followed. The files are sorted by path, as in opencode 2.0. Earlier
/// versions define no order.
pub(crate) fn files(
    tree: &Tree,
    folder: &str,
    most: usize,
    is_shown: &dyn Fn(&str) -> bool,
) -> Vec<String> {
    let Ok(directory) = tree.resolve(folder) else {
        return Vec::new();
    };
    let mut files = Vec::new();
    let mut looked_at = 0;
    // The last entry of the list is visited next. Children are added in reverse order, so that paths are visited in
    // order.
    let mut pending: Vec<(Entry<'_>, String)> = vec![(directory, folder.to_owned())];
    while let Some((entry, at)) = pending.pop() {
        looked_at += 1;
        if files.len() == most || looked_at > MAX_ENTRIES {
            break;
        }
        match entry.kind() {
            EntryKind::File(_) if !at.contains(SKILL_FILE) && is_shown(&at) => files.push(at),
            EntryKind::Directory => {
                let children: Vec<_> = (entry.children())
                    .filter(|child| child.name() != ".git")
                    .map(|child| (child, path::join(&at, child.name())))
                    .collect();
                pending.extend(children.into_iter().rev());
            }
            _ => {}
        }
    }
    files
}
