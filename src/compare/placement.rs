//! Where a skill would lie that a host does not find where it lies.

use std::collections::VecDeque;

use crate::model::environment::Environment;
use crate::tree::skill_file::{SKILL_FILE, is_skill_file_name};
use crate::tree::{Entry, EntryKind, Tree, path};

/// Entries of a skill's folder and below that are looked at with it. The limit is ours.
const MAX_ENTRIES_BESIDE: usize = 500;

/// Levels of folders below a skill's that are looked at with it. The limit is ours: what hosts read beside a skill lies two
/// levels deep at most, and skills in skills would each bring all below them along.
const MAX_LEVELS_BESIDE: usize = 16;

/// True if a file makes its folder a skill, in some spelling; another file is one by itself, such as a command.
fn is_skill_file(file: &str) -> bool {
    is_skill_file_name(path::file_name(file))
}

/// Where a skill's file would go in a host's folder for skills, with the folder that it brings along, if it has one.
pub(super) fn target<'f>(file: &'f str, placement: &str) -> (String, Option<&'f str>) {
    let name = path::file_name(file);
    let folder = path::parent(file).filter(|folder| is_skill_file(file) && *folder != "/");
    match folder {
        Some(folder) => {
            let moved = path::join(placement, path::file_name(folder));
            (path::join(&moved, name), Some(folder))
        }
        None => {
            let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
            let moved = path::join(placement, stem);
            (path::join(&moved, SKILL_FILE), None)
        }
    }
}

/// A skill's file and what lies in its folder, the nearest first.
pub(super) fn with_all_beside<'t>(tree: &'t Tree, file: &str) -> Vec<Entry<'t>> {
    let Ok(entry) = tree.resolve(file) else {
        return Vec::new();
    };
    let (_, folder) = target(file, "/");
    let mut found = vec![entry];
    let own = folder.and_then(|_| entry.parent());
    let mut folders: VecDeque<_> = own.into_iter().map(|folder| (folder, 0)).collect();
    while let Some((folder, level)) = folders.pop_front() {
        for beside in folder.children().filter(|beside| beside.id() != entry.id()) {
            if found.len() > MAX_ENTRIES_BESIDE {
                return found;
            }
            found.push(beside);
            if beside.kind() == EntryKind::Directory && level < MAX_LEVELS_BESIDE {
                folders.push_back((beside, level + 1));
            }
        }
    }
    found
}

/// A tree with nothing but these entries, the skill's file the first, where a host's project skills go, and that file's
/// path in it.
pub(super) fn placed(entries: &[Entry<'_>], file: &str, placement: &str) -> (Tree, String) {
    let (target, folder) = target(file, placement);
    let moved_folder = path::parent(&target).unwrap_or("/");
    let mut alone = Tree::new();
    for entry in entries {
        if let EntryKind::File(contents) = entry.kind() {
            let path = entry.path();
            let inside = folder.and_then(|folder| path.strip_prefix(folder));
            let (moved, counts) = if path == file {
                (target.clone(), true)
            } else {
                // Of what only lies beside it, its being there is enough.
                let counts = path.ends_with(".yaml") || path.ends_with(".json");
                (format!("{moved_folder}{}", inside.unwrap_or(&path)), counts)
            };
            // A path that is too long there is one that the host could not open either.
            let _ = alone.write(&moved, contents.filter(|_| counts).cloned());
        }
    }
    (alone, target)
}

/// The surroundings without what brings other skills along.
pub(super) fn alone(environment: &Environment) -> Environment {
    Environment {
        plugins: Vec::new(),
        ..environment.clone()
    }
}
