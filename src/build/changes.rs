//! Computes the changes that a build makes in a tree. Only files that an earlier build recorded are
//! overwritten or removed.

use std::collections::{BTreeMap, BTreeSet};

use super::record::{self, Files};
use super::report::{BuildConflict, BuildConflictReason, BuildContent, BuildPlan, BuildWrite};
use crate::sort;
use crate::tree::{EntryKind, Tree, path};

/// The planned content of one path. `unit` is the folder of the built skill that contains the path.
/// For a link or a manifest, `unit` is the path itself.
pub(super) struct Wanted {
    pub content: BuildContent,
    pub unit: String,
}

/// The changes that a build makes in a tree. `files` has the digests of the files that the build
/// will list in its record.
#[derive(Default)]
pub(super) struct Changes {
    pub removes: Vec<String>,
    pub writes: Vec<BuildWrite>,
    pub keeps: Vec<String>,
    pub conflicts: Vec<BuildConflict>,
    pub files: Files,
}

/// The action for one path, chosen by comparing the path's present content with the planned
/// content.
enum State {
    Write { replaces: bool },
    Keep,
    Conflict(BuildConflict),
}

/// Returns the changes that a build must make so that the tree contains the files in `wanted`.
/// `ours` has the digests of the files that earlier builds wrote, keyed by absolute path.
pub(super) fn changes(
    tree: &Tree,
    base: &str,
    wanted: &BTreeMap<String, Wanted>,
    ours: &Files,
) -> Changes {
    let mut changes = Changes::default();
    for (path, digest) in ours {
        let Some(entry) = tree.entry(path) else {
            continue;
        };
        let is_link = matches!(entry.kind(), EntryKind::Link(_));
        let is_same = record::of_entry(entry).as_ref() == Some(digest);
        match wanted.get(path) {
            Some(next) if !is_same || is_link == is_link_content(&next.content) => {}
            _ if is_same => changes.removes.push(path.clone()),
            _ => {
                changes
                    .conflicts
                    .push(if entry.kind() == EntryKind::File(None) {
                        unread(path)
                    } else {
                        changed(path, "is not removed")
                    });
                changes.keep_record(base, path, digest);
            }
        }
    }
    let mut after = tree.clone();
    remove_all(&mut after, base, &changes.removes);
    let mut units: BTreeMap<&str, Vec<(&String, &Wanted)>> = BTreeMap::new();
    for (path, next) in wanted {
        units.entry(&next.unit).or_default().push((path, next));
    }
    for (unit, files) in units {
        changes.add_unit(tree, &after, base, ours, unit, &files);
    }
    changes
}

impl Changes {
    fn keep_record(&mut self, base: &str, path: &str, digest: &str) {
        self.files
            .insert(record::relative(path, base), digest.to_owned());
    }

    /// Adds the changes for the files in one skill's folder. If no earlier build wrote into this
    /// folder and a file in it differs from the planned file, adds only a conflict for the folder.
    fn add_unit(
        &mut self,
        tree: &Tree,
        after: &Tree,
        base: &str,
        ours: &Files,
        unit: &str,
        files: &[(&String, &Wanted)],
    ) {
        let states = files.iter().map(|(path, next)| {
            let state = state(tree, after, path, &next.content, ours.get(*path));
            (*path, *next, state)
        });
        let states: Vec<_> = states.collect();
        let is_ours = ours.keys().any(|path| path::is_within(path, unit));
        let foreign = states.iter().find_map(|(path, _, state)| match state {
            State::Conflict(conflict) if conflict.reason == BuildConflictReason::NotBuilt => {
                Some((*path, conflict))
            }
            _ => None,
        });
        if let (Some((path, conflict)), false) = (foreign, is_ours) {
            self.conflicts.push(BuildConflict {
                message: if *path == unit {
                    conflict.message.clone()
                } else {
                    format!("no build wrote this folder, and {path} in it differs; nothing is written into it")
                },
                path: unit.to_owned(),
                ..conflict.clone()
            });
            return;
        }
        for (path, next, state) in states {
            match state {
                State::Keep => {
                    self.keeps.push(path.clone());
                    if let Some(digest) = ours.get(path) {
                        self.keep_record(base, path, digest);
                    }
                }
                State::Write { replaces } => {
                    if let Some(digest) = record::digest(tree, &next.content) {
                        self.keep_record(base, path, &digest);
                    }
                    self.writes.push(BuildWrite {
                        path: path.clone(),
                        content: next.content.clone(),
                        replaces,
                    });
                }
                State::Conflict(conflict) => {
                    self.conflicts.push(conflict);
                    if let Some(digest) = ours.get(path) {
                        self.keep_record(base, path, digest);
                    }
                }
            }
        }
    }
}

fn state(
    tree: &Tree,
    after: &Tree,
    path: &str,
    content: &BuildContent,
    recorded: Option<&String>,
) -> State {
    if let BuildContent::File { from } = content
        && tree
            .entry(from)
            .and_then(|entry| entry.contents())
            .is_none()
    {
        return State::Conflict(unread(from));
    }
    if let Err(problem) = path::check(path) {
        return State::Conflict(blocked(path, &problem.to_string()));
    }
    let above = path::ancestors(path).skip(1);
    let mut above = above.filter_map(|at| Some((at, after.entry(at)?)));
    if let Some((at, entry)) = above.next()
        && entry.kind() != EntryKind::Directory
    {
        let what = match entry.kind() {
            EntryKind::Link(_) => "link",
            _ => "file",
        };
        return State::Conflict(blocked(at, &format!("a {what} is in place of a folder")));
    }
    let Some(entry) = after.entry(path) else {
        let was_there = tree.entry(path).is_some();
        return State::Write {
            replaces: was_there,
        };
    };
    if entry.kind() == EntryKind::Directory {
        return State::Conflict(not_built(path, "a folder that no build wrote is there"));
    }
    let Some(digest) = record::of_entry(entry) else {
        return State::Conflict(unread(path));
    };
    if Some(&digest) == record::digest(tree, content).as_ref() {
        return State::Keep;
    }
    match recorded {
        Some(recorded) if *recorded == digest => State::Write { replaces: true },
        Some(_) => State::Conflict(changed(path, "is not overwritten")),
        None => State::Conflict(not_built(
            path,
            "no build wrote it, so it is not overwritten",
        )),
    }
}

fn is_link_content(content: &BuildContent) -> bool {
    matches!(content, BuildContent::Link { .. })
}

fn conflict(path: &str, reason: BuildConflictReason, message: &str, help: &str) -> BuildConflict {
    BuildConflict {
        path: path.to_owned(),
        reason,
        message: message.to_owned(),
        help: help.to_owned(),
        hosts: Vec::new(),
    }
}

fn changed(path: &str, fate: &str) -> BuildConflict {
    conflict(
        path,
        BuildConflictReason::Changed,
        &format!("it was changed after a build wrote it, so it {fate}"),
        "Move the change to the folder of skills, then remove this file and build again.",
    )
}

fn not_built(path: &str, message: &str) -> BuildConflict {
    conflict(
        path,
        BuildConflictReason::NotBuilt,
        message,
        "Move it away or remove it, then build again.",
    )
}

fn blocked(path: &str, message: &str) -> BuildConflict {
    conflict(
        path,
        BuildConflictReason::Blocked,
        message,
        "Move it away, then build again.",
    )
}

fn unread(path: &str) -> BuildConflict {
    conflict(
        path,
        BuildConflictReason::Unread,
        "its contents have not been given, so it is neither compared nor copied",
        "Write its contents; `planForBuild` lists every such file. On a disk, check its permissions.",
    )
}

/// Removes files and links from a tree, and then the folders below `base` that became empty.
pub(super) fn remove_all(tree: &mut Tree, base: &str, paths: &[String]) {
    for path in paths {
        tree.remove(path);
    }
    for folder in emptied(tree, base, paths) {
        tree.remove(&folder);
    }
}

/// Returns the folders below `base` that are empty after the files at `paths` were removed. Inner
/// folders come before outer folders.
pub(super) fn emptied(tree: &Tree, base: &str, paths: &[String]) -> Vec<String> {
    let above = paths.iter().flat_map(|path| path::ancestors(path).skip(1));
    let above = above.filter(|at| *at != base && path::is_within(at, base));
    let folders: BTreeSet<&str> = sort::collect_set(above);
    let mut empty: Vec<String> = Vec::new();
    // The sorted list has each folder before its contents.
    for folder in folders.into_iter().rev() {
        let is_empty = tree.entry(folder).is_some_and(|entry| {
            entry.kind() == EntryKind::Directory
                && entry.children().all(|child| empty.contains(&child.path()))
        });
        if is_empty {
            empty.push(folder.to_owned());
        }
    }
    empty
}

/// Makes the changes of a plan in a tree. The contents of copied files are read before any change.
pub(super) fn apply(tree: &mut Tree, plan: &BuildPlan, base: &str) {
    let before = tree.clone();
    remove_all(tree, base, &plan.removes);
    for write in &plan.writes {
        super::layout::put(tree, &before, &write.path, &write.content);
    }
}
