//! Computes the files after an installation with the `skills` CLI
//! (`docs/skills-cli.md#what-is-installed`).

use std::collections::BTreeMap;

use super::agents::UNIVERSAL;
use super::report::{InstallReport, InstallRequest, InstalledContent, InstalledEntry};
use crate::tree::path;
use crate::tree::{Entry, EntryKind, Tree};

/// The names of folders in a skill's folder that are not copied. If a symbolic link leads to a
/// folder, all contents of that folder are copied, even folders with these names.
const NOT_COPIED: &[&str] = &[".git", "__pycache__", "__pypackages__"];

/// The name of a file in a skill's folder that is not copied. If a symbolic link leads to a folder,
/// all contents of that folder are copied, even a file with this name.
const NOT_COPIED_FILE: &str = "metadata.json";

/// The maximum number of levels of folders and links that are copied. No host has this limit.
const MAX_LEVELS: usize = 64;

/// The maximum number of entries that are copied for one skill. No host has this limit.
const MAX_ENTRIES: usize = 20_000;

/// The choice of files and folders that are copied from a skill's folder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Copying {
    /// All files and folders except [`NOT_COPIED`] and [`NOT_COPIED_FILE`].
    WithoutExtras,
    /// All files and folders of the skill.
    Whole,
}

type Entries = BTreeMap<String, InstalledContent>;

pub(crate) fn place(
    tree: &Tree,
    request: &InstallRequest,
    targets: &[String],
    copying: Copying,
    report: &mut InstallReport,
) {
    let base = match (&request.home, request.global) {
        (Some(home), true) => home.as_str(),
        _ => request.project.as_str(),
    };
    // If all agents share one folder, no link is needed.
    let copies = request.copy || targets.len() == 1;
    // If several folders are the same through a link, the skill is written only once, at the link's target.
    let real_of = |folder: &str| real_path(tree, &path::resolve(base, folder));
    let mut real_targets: Vec<String> = Vec::new();
    for target in targets {
        let real = real_of(target);
        if !real_targets.contains(&real) {
            real_targets.push(real);
        }
    }
    let mut entries = Entries::new();
    for skill in report.skills.iter().filter(|skill| skill.chosen) {
        let Ok(folder) = tree.resolve(&skill.folder) else {
            continue;
        };
        let at = |folder: &str| path::join(folder, &skill.installed_as);
        // A skill that is already in its destination is not copied. If a file has the destination's path, nothing is
        // written.
        let source = folder.path();
        let overlaps = |target: &str| {
            let real = tree
                .resolve(target)
                .map_or_else(|_| target.to_owned(), |entry| entry.path());
            path::is_within(&real, &source) || path::is_within(&source, &real)
        };
        let is_free = |target: &str| {
            let mut above = path::ancestors(target).skip(1);
            let is_file = |path: &str| {
                let entry = tree.resolve(path);
                entry.is_ok_and(|entry| matches!(entry.kind(), EntryKind::File(_)))
            };
            !above.any(is_file)
        };
        let mut put = |target: String| {
            if !is_free(&target) {
                return false;
            }
            if overlaps(&target) {
                return true;
            }
            let mut copied = Entries::new();
            let mut left = MAX_ENTRIES;
            let takes_all = copying == Copying::Whole;
            let is_whole = copy(folder, &target, takes_all, 0, &mut left, &mut copied).is_some();
            if is_whole {
                remove_within(&mut entries, &target);
            }
            entries.extend(copied);
            is_whole
        };
        if copies {
            for target in &real_targets {
                put(at(target));
            }
            continue;
        }
        let universal = real_of(UNIVERSAL);
        if !put(at(&universal)) {
            continue;
        }
        for target in targets.iter().filter(|target| *target != UNIVERSAL) {
            let link = at(&path::resolve(base, target));
            if !is_free(&link) || overlaps(&link) || real_of(target) == universal {
                continue;
            }
            let up = target.split('/').count();
            let content = InstalledContent::Link {
                target: format!("{}{UNIVERSAL}/{}", "../".repeat(up), skill.installed_as),
            };
            remove_within(&mut entries, &link);
            entries.insert(link, content);
        }
    }
    let entries = entries.into_iter();
    report.entries = entries
        .map(|(path, content)| InstalledEntry { path, content })
        .collect();
}

/// Returns a path with links resolved. Segments of the path that do not exist are appended
/// unchanged.
fn real_path(tree: &Tree, path: &str) -> String {
    let mut above = path::ancestors(path);
    let real = above.find_map(|above| {
        let entry = tree.resolve(above).ok()?;
        let rest = path[above.len()..].trim_start_matches('/');
        Some(match rest {
            "" => entry.path(),
            rest => path::join(&entry.path(), rest),
        })
    });
    real.unwrap_or_else(|| path.to_owned())
}

/// Removes the entry at a path, and all entries below the path.
fn remove_within(entries: &mut Entries, target: &str) {
    entries.remove(target);
    let below = format!("{target}/");
    // `0` is the character that follows `/` in ASCII.
    let after = format!("{target}0");
    let known: Vec<_> = (entries.range(below..after))
        .map(|(path, _)| path.clone())
        .collect();
    for path in known {
        entries.remove(&path);
    }
}

/// Copies a folder. Returns none if links form a circle, or if a limit is exceeded.
fn copy(
    folder: Entry<'_>,
    target: &str,
    by_link: bool,
    level: usize,
    left: &mut usize,
    into: &mut Entries,
) -> Option<()> {
    if level > MAX_LEVELS {
        return None;
    }
    let mut is_empty = true;
    for child in folder.children() {
        is_empty = false;
        let is_link = matches!(child.kind(), EntryKind::Link(_));
        let entry = match child.follow() {
            Ok(entry) => entry,
            Err(crate::tree::Unresolved::Missing) => continue,
            Err(crate::tree::Unresolved::Loop) => return None,
        };
        *left = left.checked_sub(1)?;
        let at = path::join(target, child.name());
        match entry.kind() {
            EntryKind::Directory => {
                let is_left_out = !is_link && !by_link && NOT_COPIED.contains(&child.name());
                if !is_left_out {
                    copy(entry, &at, by_link || is_link, level + 1, left, into)?;
                }
            }
            EntryKind::File(_) => {
                if by_link || child.name() != NOT_COPIED_FILE {
                    let from = entry.path();
                    into.insert(at, InstalledContent::File { from });
                }
            }
            EntryKind::Link(_) => {}
        }
    }
    if is_empty {
        into.insert(target.to_owned(), InstalledContent::Directory);
    }
    Some(())
}
