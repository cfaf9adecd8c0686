//! The location to which a skill is moved for a host that does not find the skill at its own path.

use std::collections::VecDeque;

use crate::model::environment::Environment;
use crate::tree::skill_file::{SKILL_FILE, is_skill_file_name};
use crate::tree::{Entry, EntryKind, Tree, path};

/// The maximum number of files and folders below a skill's folder that are moved with the skill,
/// when the skill is tried in another folder. No host has this limit.
const MAX_ENTRIES_BESIDE: usize = 500;

/// The maximum number of folder levels below a skill's folder that are moved with the skill, when
/// the skill is tried in another folder. Without a limit, each of several nested skills would move
/// all skills below it. Hosts read files at most two levels deep, so 16 levels are more than
/// enough.
const MAX_LEVELS_BESIDE: usize = 16;

/// Returns true if a file has the name `SKILL.md` in uppercase or lowercase, so that its folder is a skill. Any other
/// file is a single-file skill, such as a command.
fn is_skill_file(file: &str) -> bool {
    is_skill_file_name(path::file_name(file))
}

/// Returns the path of a skill's file after a move into `placement`, a host's folder of skills. The
/// second value is the folder that is moved with the file; `None` if only the file is moved.
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

/// Returns a skill's file, followed by the other files and folders in the skill's folder. Entries
/// directly in the folder come first, and the entries of its subfolders follow, level by level.
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

/// Returns a tree with only these files, moved into `placement`, a host's folder for project
/// skills. Also returns the path of the skill's file in that tree. The first entry must be the
/// skill's file.
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
                // Hosts read only YAML and JSON files beside a skill. Of any other file they check only whether it
                // exists.
                let counts = path.ends_with(".yaml") || path.ends_with(".json");
                (format!("{moved_folder}{}", inside.unwrap_or(&path)), counts)
            };
            // The write fails only if the path is too long. No host could open a file with such a path.
            let _ = alone.write(&moved, contents.filter(|_| counts).cloned());
        }
    }
    (alone, target)
}

/// Returns the environment without plugins, because plugins add further skills.
pub(super) fn alone(environment: &Environment) -> Environment {
    Environment {
        plugins: Vec::new(),
        ..environment.clone()
    }
}
