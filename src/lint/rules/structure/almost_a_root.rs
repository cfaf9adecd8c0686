//! `almost-a-root`: skills are in a folder whose name is similar to a name that hosts search, or in
//! a file whose name is similar to `SKILL.md`.
//!
//! Fix: renames the folder or the file; unsafe, because hosts then load additional skills. A folder
//! that belongs to other hosts has no fix, because the skills in it may be meant for those hosts.

use std::cell::OnceCell;
use std::collections::BTreeMap;

use crate::hashing::HashSet;
use crate::lint::helpers::roots::{Root, folders};
use crate::lint::prelude::*;
use crate::tree::skill_file::{SKILL_FILE, is_skill_file};
use crate::tree::{Entry, EntryKind, Tree, path};

pub static RULE: LintRule = LintRule::new(
    RuleGroup::Structure,
    "almost-a-root",
    Severity::Warning,
    "skills are in a folder or file whose name is similar to the one that a host searches for",
    &[Run::Catalogs(check)],
);

/// The folder for skills of the open standard. Some hosts do not search this folder.
const SHARED: &str = ".agents";

/// Lowercase names of files that were meant as a `SKILL.md`.
const FILES: [&str; 14] = [
    "skill",
    "skill-md",
    "skill.markdown",
    "skill.md.md",
    "skill.md.txt",
    "skill.mdc",
    "skill.mdx",
    "skill.mkd",
    "skill.txt",
    "skill_md",
    "skills",
    "skills.md",
    "skills.txt",
    "skil.md",
];

/// The similarity between the name of a folder and the name of a root, a folder that hosts search.
/// The greatest similarity is first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Nearness {
    /// The folder's name and the root's name differ only in case.
    Capitals,
    /// The folder's name and the root's name differ by one letter.
    Letter,
    /// The folder is `.agents`, the folder of the open standard.
    Shared,
}

/// Reports folders of skills whose names are similar to those of roots, and files whose names are
/// similar to `SKILL.md`. A root is a folder that hosts search for skills.
pub fn check(survey: &Survey<'_>, found: &mut Vec<Diagnostic>) {
    let mut near: BTreeMap<String, (&Root<'_>, Nearness)> = BTreeMap::new();
    for root in &survey.roots.all {
        for (folder, nearness) in beside(survey.tree, root.path) {
            let path = folder.path();
            let is_nearer = (near.get(&path)).is_none_or(|known| nearness < known.1);
            if is_nearer && !is_root(survey.tree, &survey.roots.all, &path) {
                near.insert(path, (root, nearness));
            }
        }
    }
    for (folder, near) in near {
        found.extend(of_folder(
            survey.catalogs,
            survey.tree,
            &folder,
            near,
            |path| survey.is_asked(path),
        ));
    }
    let without = survey.roots.without(survey.tree);
    let files = without.filter_map(|(root, folder)| Some((root, nearly_a_skill_file(folder)?)));
    for (root, file) in files.take(MAX_FOUND) {
        let written = file.path();
        if !survey.is_asked(&written) {
            continue;
        }
        let name = file.name();
        let take = hosts_and_verb(root.hosts.iter().copied(), "takes", "take");
        let message = format!("the file is named {name}, and {take} only {SKILL_FILE} for a skill");
        let folder = path::parent(&written).unwrap_or("/");
        let wanted = path::join(folder, SKILL_FILE);
        let title = format!("Rename it to {SKILL_FILE}");
        found.push(
            Diagnostic::new(&RULE, &written, START, message)
                .help(format!("{title}."))
                .concerning(root.hosts.iter().copied())
                .fix(Fix::unsafe_(title).rename(&*written, wanted)),
        );
    }
}

/// Returns one finding for all skills in a folder that no target host searches. `None` if the
/// request includes none of these skills.
fn of_folder(
    catalogs: &Catalogs<'_>,
    tree: &Tree,
    folder: &str,
    (root, nearness): (&Root<'_>, Nearness),
    is_asked: impl Fn(&str) -> bool,
) -> Option<Diagnostic> {
    let hosts = || root.hosts.iter().copied();
    let loaded_paths = OnceCell::new();
    let is_loaded = |file: &str| {
        let all = || catalogs.all().flat_map(|catalog| &catalog.skills);
        loaded_paths
            .get_or_init(|| all().map(|skill| &*skill.path).collect::<HashSet<_>>())
            .contains(file)
    };
    let skills = folders(tree, folder).filter_map(|skill| {
        // The skill is skipped if the host's root contains a copy of it.
        let copy = path::join(root.path, skill.name());
        let file = skill.children().find(|child| is_skill_file(*child))?;
        let file = file.follow().ok()?.path();
        (tree.resolve(&copy).is_err() && !is_loaded(&file)).then_some(file)
    });
    let skills: Vec<_> = skills.collect();
    let first = skills.iter().find(|file| is_asked(file))?;
    let search = hosts_and_verb(hosts(), "searches", "search");
    let message = match skills.len() {
        1 => format!("no target host searches {folder}; {search} {}", root.path),
        count => format!(
            "no target host searches {folder}, which has {count} skills; {search} {}",
            root.path
        ),
    };
    let is_free = tree.entry(root.path).is_none();
    let help = match (nearness, is_free) {
        (Nearness::Shared, _) => format!(
            "Put the skills, or links to them, into {}, or choose a target host that searches here.",
            root.path
        ),
        (_, true) => format!("Rename the folder to {}.", root.path),
        (_, false) => format!("Move the skills into {}.", root.path),
    };
    let fix = (nearness != Nearness::Shared && is_free)
        .then(|| Fix::unsafe_(format!("Rename it to {}", root.path)).rename(folder, root.path));
    let diagnostic = Diagnostic::new(&RULE, first, START, message)
        .help(help)
        .concerning(hosts())
        .fix(fix);
    let others = skills.iter().filter(|file| *file != first).take(MAX_FOUND);
    Some(others.fold(diagnostic, |diagnostic, file| {
        diagnostic.related_file("another skill there", file)
    }))
}

/// Returns the folders that authors may confuse with `root`, a folder that hosts search. If `root`
/// is `.codex/skills`, these are three kinds of folders:
///
/// - A folder beside `root` whose name is similar, such as `.codex/skill`.
/// - A folder with the name of `root` in a hidden folder with a similar name, such as
///   `.code/skills`.
/// - A folder with the name of `root` in `.agents`: `.agents/skills`.
fn beside<'t>(tree: &'t Tree, root: &str) -> Vec<(Entry<'t>, Nearness)> {
    let mut found = Vec::new();
    let name = path::file_name(root);
    let Some(above) = path::parent(root) else {
        return found;
    };
    let children = |folder: &str| {
        let folder = tree.resolve(folder).ok();
        folder.into_iter().flat_map(Entry::children)
    };
    let directory = |entry: Entry<'t>| {
        let entry = entry.follow().ok()?;
        matches!(entry.kind(), EntryKind::Directory).then_some(entry)
    };
    for child in children(above) {
        let near = nearness(child.name(), name).and_then(|far| Some((directory(child)?, far)));
        found.extend(near);
    }
    let hidden = path::file_name(above);
    let Some(outer) = path::parent(above).filter(|_| hidden.starts_with('.')) else {
        return found;
    };
    for child in children(outer).filter(|child| child.name().starts_with('.')) {
        let far = match child.name() {
            SHARED if hidden != SHARED => Some(Nearness::Shared),
            other => nearness(other, hidden),
        };
        let inside = far.and_then(|far| Some((directory(directory(child)?.child(name)?)?, far)));
        found.extend(inside);
    }
    found
}

/// Returns the similarity of two names; `None` if the names are equal or not similar.
fn nearness(name: &str, wanted: &str) -> Option<Nearness> {
    if name == wanted || name.len().abs_diff(wanted.len()) > 1 {
        return None;
    }
    match strsim::osa_distance(&name.to_ascii_lowercase(), wanted) {
        0 => Some(Nearness::Capitals),
        1 => Some(Nearness::Letter),
        _ => None,
    }
}

/// Returns true if hosts search this folder, directly or through a link.
fn is_root(tree: &Tree, roots: &[Root<'_>], folder: &str) -> bool {
    roots.iter().any(|root| {
        root.path == folder
            || tree
                .resolve(root.path)
                .is_ok_and(|root| root.path() == folder)
    })
}

/// Returns the file in a folder that was most likely meant as the folder's `SKILL.md`. Returns
/// `None` if there is no such file, or if the folder has a `SKILL.md` in uppercase or lowercase.
fn nearly_a_skill_file(folder: Entry<'_>) -> Option<Entry<'_>> {
    if folder.children().any(is_skill_file) {
        return None;
    }
    let mut files = folder.children();
    files.find(|file| matches!(file.kind(), EntryKind::File(_)) && is_nearly(file.name()))
}

/// Returns true if a file with this name was most likely meant as a `SKILL.md`.
pub fn is_nearly(name: &str) -> bool {
    FILES.contains(&&*name.to_ascii_lowercase())
}
