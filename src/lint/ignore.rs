//! Removes the findings that authors ignore with [`comments`](super::comments).

use std::collections::{BTreeMap, VecDeque};
use std::rc::Rc;

use super::comments::Comments;
use super::config::Settings;
use super::diagnostic::Diagnostic;
use super::registry::rules;
use super::rules::configuration::unused_ignore;
use crate::tree::skill_file::is_skill_file;
use crate::tree::{Entry, EntryKind, Tree};

/// The maximum number of entries in a skill's folder that are searched for ignore comments. No host has this limit.
const MAX_ENTRIES: usize = 500;

/// Returns two values. The first value is true if at least one file of the skill contains the word
/// that begins ignore comments. The second value is the list of the skill's files.
pub(super) fn may_be_in<'t>(tree: &'t Tree, skill: &str) -> (bool, Vec<Entry<'t>>) {
    let files = files(tree, skill);
    (files.iter().any(|file| Comments::may_be_in(*file)), files)
}

/// Removes the findings that are ignored by comments in the files of these skills. Reports the
/// comments that ignore no finding.
pub(super) fn apply(
    tree: &Tree,
    skills: &[&str],
    settings: &Settings,
    found: Vec<Rc<Diagnostic>>,
) -> Vec<Rc<Diagnostic>> {
    let mut comments = BTreeMap::new();
    for skill in skills {
        for file in files(tree, skill) {
            let read = Comments::read(file);
            comments.extend(read.map(|read| (file.path(), read)));
        }
    }
    if comments.is_empty() {
        return found;
    }
    let mut kept: Vec<_> = (found.into_iter())
        .filter(|one| {
            let of_file = comments.get_mut(&one.path);
            !of_file.is_some_and(|of_file| of_file.ignore(one))
        })
        .collect();
    if settings.judges_comments
        && let Some(severity) =
            settings.severity(unused_ignore::RULE.code, unused_ignore::RULE.severity)
    {
        let known = rules();
        let is_asked_for = |code: &str| settings.asks_for(code);
        let heard_of = |path: &String| !settings.ignores(path);
        for (path, of_file) in comments.iter().filter(|(path, _)| heard_of(path)) {
            let unused = unused_ignore::find(of_file, path, &known, is_asked_for);
            let unused = unused.into_iter();
            kept.extend(unused.map(|one| Rc::new(Diagnostic { severity, ..one })));
        }
    }
    kept
}

/// Returns the skill's file and the files in the skill's folder. Files that belong to another skill are excluded.
fn files<'t>(tree: &'t Tree, skill: &str) -> Vec<Entry<'t>> {
    let Ok(file) = tree.resolve(skill) else {
        return Vec::new();
    };
    let mut found = vec![file];
    if !is_skill_file(file) {
        return found;
    }
    let mut folders: VecDeque<_> = file.parent().into_iter().collect();
    let mut seen = 0;
    while let Some(folder) = folders.pop_front() {
        if folder
            .children()
            .any(|child| child.id() != file.id() && is_skill_file(child))
        {
            continue;
        }
        for entry in folder.children().filter(|entry| entry.id() != file.id()) {
            seen += 1;
            if seen > MAX_ENTRIES {
                return found;
            }
            match entry.kind() {
                EntryKind::Directory => folders.push_back(entry),
                EntryKind::File(_) => found.push(entry),
                EntryKind::Link(_) => {}
            }
        }
    }
    found
}
