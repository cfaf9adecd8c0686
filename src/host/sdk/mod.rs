//! Discovery of the agent SDKs. The caller gives folders, and each child folder with a `SKILL.md`
//! is a skill. The differences between the SDKs are the values of [`Rules`].

pub(crate) mod answer;
pub(crate) mod files;
pub(crate) mod json;

use std::collections::BTreeMap;

use crate::hashing::HashMap;
use crate::host::left_out::{self, ReasonText, TOO_MANY_FOLDERS, is_searched};
use crate::host::roots::Search;
use crate::host::scan::{Found, PassedOver, Walk};
use crate::host::stages::{Assembly, Candidate, Considered, Discovery, Fault, Parsed};
use crate::model::argument::{ArgumentError, check_directory};
use crate::model::catalog::{FaultCode, Ignored, LeftOut, LeftOutReason, Root, SkillError};
use crate::model::environment::Environment;
use crate::model::skill::{Scope, Skill};
use crate::sort;
use crate::text::document::Place;
use crate::text::python;
use crate::tree::skill_file::{SKILL_FILE, is_skill_file_name};
use crate::tree::{Contents, Entry, EntryKind, Tree, Unresolved, path};

/// The maximum number of folders that Skillglass's advice suggests as new locations for a skill.
const MAX_PLACES: usize = 16;

/// The rules by which an agent SDK searches for skills. The program that uses the SDK gives the
/// folders.
#[derive(Debug)]
pub(crate) struct Rules {
    /// The SDK's name in messages.
    pub label: &'static str,
    /// The accepted names of a skill file. If a folder has several of these files, the first name
    /// is used.
    pub files: &'static [&'static str],
    /// The number of levels of folders that are searched below a given folder.
    pub depth: usize,
    /// True if folders whose name begins with a dot are searched.
    pub hidden: bool,
    /// True if the search follows links to folders. The folder in which the search starts may be a
    /// link in either case.
    pub folder_links: bool,
    /// True if the host reads a skill file that is a link. False if the host skips such a link.
    pub file_links: bool,
    /// True if a given folder that contains a skill file is itself a skill. Folders in such a
    /// folder are not searched.
    pub takes_root: bool,
    /// The order in which the entries of a folder are visited.
    pub order: Order,
    /// The SDK's own messages about files that the SDK skips, each with advice for the author.
    pub reasons: &'static [ReasonText],
}

/// The order in which the entries of a folder are visited.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Order {
    /// The entries of the folder are sorted by the code points of their names.
    Name,
    /// The entries of the folder are sorted by the code points of their names, as if each name
    /// ended with `/`. So the folder `a-b` comes before the folder `a`, because `-` comes before
    /// `/`.
    Slashed,
    /// The order in which the file system lists the entries, if the caller gives this order. Other
    /// entries come last, sorted by name.
    Listed,
}

/// The names of a folder's entries in the order of the file system, by the path of the folder.
/// Entries that are not in this list come last, sorted by name.
pub(crate) type Listed = BTreeMap<String, Vec<String>>;

const REASONS: &[ReasonText] = &[
    TOO_MANY_FOLDERS,
    (
        LeftOutReason::FlatFile,
        "skills are folders with a SKILL.md in them, not files",
        "Make a folder of that name and move the file there as SKILL.md.",
    ),
    (
        LeftOutReason::TooDeep,
        "folders are not searched this deep",
        "Move the skill's folder directly into one of the given folders.",
    ),
    (
        LeftOutReason::LinkNotFollowed,
        "links to folders are not followed",
        "Replace the link by a copy of the folder.",
    ),
    (
        LeftOutReason::SymlinkedFile,
        "a SKILL.md that is a link is not read",
        "Replace the link by a copy of the file.",
    ),
];

/// Returns the folders that the caller gives, or `<cwd>/skills` if the caller gives none.
pub(crate) fn sources(environment: &Environment, given: &[String]) -> Vec<String> {
    if given.is_empty() {
        vec![path::join(&environment.cwd, "skills")]
    } else {
        given.to_vec()
    }
}

/// Returns the first of the given folders, or `<cwd>/skills` if the caller gives none.
pub(crate) fn placement(environment: &Environment, given: &[String]) -> String {
    let sources = sources(environment, given);
    sources.into_iter().next().unwrap_or_default()
}

/// Checks that each folder that the caller gives is an absolute path. `host` is the name of the
/// host's options, such as `deepAgents`.
///
/// # Errors
/// Returns an error that names the wrong folder.
pub(crate) fn check_sources(host: &str, sources: &[String]) -> Result<(), ArgumentError> {
    for (index, path) in sources.iter().enumerate() {
        check_directory(&format!("{host}.sources[{index}]"), path)?;
    }
    Ok(())
}

/// Searches the folders that the caller gives, in order. A folder that is given twice is searched
/// twice.
pub(crate) fn discover(
    tree: &Tree,
    environment: &Environment,
    rules: &Rules,
    given: &[String],
    listed: &Listed,
) -> Discovery {
    discover_with_files(tree, environment, rules, (given, false), listed)
}

/// Searches the folders that the caller gives, in order. If `takes_files` is true, a given path may
/// also be the path of a skill file.
pub(crate) fn discover_with_files(
    tree: &Tree,
    environment: &Environment,
    rules: &Rules,
    (given, takes_files): (&[String], bool),
    listed: &Listed,
) -> Discovery {
    let roots = sources(environment, given).into_iter();
    let roots = roots.map(|path| Root::new(path, Scope::Repo, "given"));
    let mut search = Search::new(tree);
    search.walks_again = true;
    search.walk_targets(roots.collect(), &mut |_, target, root, left| {
        let is_file = matches!(target.kind(), EntryKind::File(_));
        if takes_files && is_file && is_skill_file_name(target.name()) {
            let found = Found {
                entry: target.id(),
                path: target.path(),
                discovered_path: root.path.clone(),
            };
            return Some(Walk {
                found: vec![found],
                ..Walk::default()
            });
        }
        let is_directory = target.kind() == EntryKind::Directory;
        is_directory.then(|| walk(target, &root.path, rules, listed, left))
    });
    let explain = |path: &str, reason, root: Option<&str>, roots: &[Root]| {
        explain(rules, path, reason, root, roots)
    };
    search.explain_rest(&explain);
    search.explain_flat_files(|_| true, &explain);
    search.discovery
}

/// Explains why the SDK leaves a file out, in the SDK's wording if it has one for `reason`.
pub(crate) fn explain(
    rules: &Rules,
    path: &str,
    reason: LeftOutReason,
    root: Option<&str>,
    roots: &[Root],
) -> LeftOut {
    let places = roots.iter().filter(|root| is_searched(root));
    let known = |reasons: &'static [ReasonText]| reasons.iter().any(|(it, ..)| *it == reason);
    let reasons = if known(rules.reasons) {
        rules.reasons
    } else {
        REASONS
    };
    left_out::explain(
        rules.label,
        reasons,
        (path, reason, root),
        places.take(MAX_PLACES),
    )
}

/// Returns the entry of the skill file in a folder, and the file after links are followed. Returns
/// `None` if the folder has no skill file that the SDK accepts.
pub(crate) fn skill_file<'t>(
    directory: Entry<'t>,
    rules: &Rules,
) -> Option<(Entry<'t>, Entry<'t>)> {
    let mut entries = rules.files.iter().filter_map(|name| directory.child(name));
    entries.find_map(|entry| {
        let target = entry.follow().ok()?;
        let is_link = target.id() != entry.id();
        let is_taken =
            matches!(target.kind(), EntryKind::File(_)) && (rules.file_links || !is_link);
        is_taken.then_some((entry, target))
    })
}

/// Returns the entries of a folder in the SDK's order. `at` is the folder's path.
pub(crate) fn children<'t>(
    directory: Entry<'t>,
    at: &str,
    order: Order,
    listed: &Listed,
) -> Vec<Entry<'t>> {
    let mut children: Vec<_> = directory.children().collect();
    match order {
        Order::Name => {}
        Order::Slashed => sort::by(&mut children, |left, right| {
            let [left, right] = [left, right].map(|entry| entry.name().bytes().chain([b'/']));
            left.cmp(right)
        }),
        Order::Listed => {
            if let Some(names) = listed.get(at) {
                let places: BTreeMap<_, _> = sort::collect_map(
                    (names.iter().enumerate()).map(|(place, name)| (name.as_str(), place)),
                );
                sort::by_key(&mut children, |entry| {
                    places.get(entry.name()).copied().unwrap_or(usize::MAX)
                });
            }
        }
    }
    children
}

/// Searches a folder that the caller gives. `left` is the number of folders that may still be
/// visited.
fn walk(root: Entry<'_>, root_path: &str, rules: &Rules, listed: &Listed, left: usize) -> Walk {
    let mut walk = Walk::default();
    // The last entry of the list is visited next.
    let mut pending = vec![(root, root_path.to_owned(), 0)];
    while let Some((directory, at, depth)) = pending.pop() {
        if walk.directories >= left {
            pass(&mut walk, directory, LeftOutReason::DirectoryLimit);
            continue;
        }
        walk.directories += 1;
        let file = skill_file(directory, rules).filter(|_| depth > 0 || rules.takes_root);
        let enters = file.is_none() && depth < rules.depth;
        if let Some((entry, target)) = file {
            if entry.id() != target.id() {
                walk.links.push(entry.id());
            }
            walk.found.push(Found {
                entry: target.id(),
                path: target.path(),
                discovered_path: path::join(&at, entry.name()),
            });
        }
        let found = file.map(|(entry, _)| entry.id());
        for child in children(directory, &at, rules.order, listed)
            .into_iter()
            .rev()
        {
            if Some(child.id()) == found {
                continue;
            }
            match step(child, depth, enters, rules) {
                Ok(Some(target)) => {
                    pending.push((target, path::join(&at, child.name()), depth + 1))
                }
                Ok(None) => {}
                Err(reason) => pass(&mut walk, child, reason),
            }
        }
    }
    walk
}

fn pass(walk: &mut Walk, entry: Entry<'_>, reason: LeftOutReason) {
    let entry = entry.id();
    walk.passed_over.push(PassedOver { entry, reason });
}

/// Returns the folder that the search enters next: `child`, or the target if `child` is a link to a
/// folder. Returns the reason as an error if the search skips `child`. Returns `None` if `child` is
/// a file that does not have the name of a skill file.
fn step<'t>(
    child: Entry<'t>,
    depth: usize,
    enters: bool,
    rules: &Rules,
) -> Result<Option<Entry<'t>>, LeftOutReason> {
    let name = child.name();
    let target = child.follow().map_err(|problem| match problem {
        Unresolved::Missing => LeftOutReason::DanglingLink,
        Unresolved::Loop => LeftOutReason::LinkLoop,
    })?;
    let is_link = target.id() != child.id();
    if !matches!(target.kind(), EntryKind::Directory) {
        return if !is_skill_file_name(name) {
            Ok(None)
        } else if depth == 0 && !rules.takes_root {
            Err(LeftOutReason::FlatFile)
        } else if is_link && !rules.file_links {
            Err(LeftOutReason::SymlinkedFile)
        } else {
            Err(LeftOutReason::WrongSpelling)
        };
    }
    if name == SKILL_FILE && depth > 0 {
        return Err(LeftOutReason::NotAFile);
    }
    if !enters {
        return Err(LeftOutReason::TooDeep);
    }
    if !rules.hidden && name.starts_with('.') {
        return Err(LeftOutReason::Hidden);
    }
    if is_link && !rules.folder_links {
        return Err(LeftOutReason::LinkNotFollowed);
    }
    Ok(Some(target))
}

/// Converts positions in a text with universal newlines to positions in the file, in which a line
/// may end in CRLF or CR.
pub(crate) fn with_places_in_file(contents: &Contents, mut parsed: Parsed) -> Parsed {
    let Some(text) = contents.text().ok().filter(|text| text.contains('\r')) else {
        return parsed;
    };
    let in_file =
        |place: &mut Place| *place = Place::of_byte(text, python::byte_in_file(text, place.byte));
    match &mut parsed.outcome {
        Ok(fields) => {
            in_file(&mut fields.name_place);
            if let Err(fault) = &mut fields.text {
                fault.place.iter_mut().for_each(in_file);
            }
        }
        Err(fault) => fault.place.iter_mut().for_each(in_file),
    }
    for ignored in &mut parsed.ignored {
        ignored.place.iter_mut().for_each(in_file);
    }
    parsed
}

/// Builds a fault with the given code, message, position and advice.
pub(crate) fn fault(code: FaultCode, message: String, place: Option<Place>, help: &str) -> Fault {
    Fault {
        code,
        message,
        place,
        help: help.to_owned(),
    }
}

/// Removes all skills and reports them as left out, because the SDK raises an exception about the
/// file or folder at `culprit`. Ignores candidates that are already left out or reported with an
/// error.
pub(crate) fn lose_all(
    assembly: &mut Assembly,
    candidates: &[Considered<'_>],
    culprit: &str,
    message: &str,
) {
    assembly.skills.clear();
    let others = candidates.iter().map(|considered| considered.candidate);
    let others = others.filter(|candidate| candidate.found.discovered_path != culprit);
    lose(assembly, others, culprit, message);
}

/// Reports skill files as skipped, because the SDK raises an exception about the file or folder at
/// `culprit`. Ignores candidates that are already loaded, skipped or reported with an error.
pub(crate) fn lose<'c>(
    assembly: &mut Assembly,
    candidates: impl Iterator<Item = &'c Candidate>,
    culprit: &str,
    message: &str,
) {
    let skills = assembly.skills.iter().map(|skill| &skill.discovered_path);
    let errors = assembly.errors.iter().map(|error| &error.path);
    let left_out = assembly.left_out.iter().map(|left| &left.path);
    let reported = sort::collect_set(skills.chain(errors).chain(left_out).cloned());
    let lost = candidates.filter(|candidate| !reported.contains(&candidate.found.discovered_path));
    let lost = lost.map(|candidate| {
        let words = (
            format!("the skill is lost, because {culprit} raises an exception: {message}"),
            format!("Fix or remove {culprit}."),
        );
        let path = &candidate.found.discovered_path;
        LeftOut::new(
            path,
            Some(&candidate.root),
            LeftOutReason::LoadStopped,
            words,
        )
    });
    let lost: Vec<_> = lost.collect();
    assembly.left_out.extend(lost);
}

/// Returns the catalog's entry for a skill that the later skill at `winner` replaces, because both have the same name.
pub(crate) fn replaced(loser: &Skill, winner: &str) -> LeftOut {
    let words = (
        format!("a later skill of the same name replaces it: {winner}"),
        "Give one of the skills another name.".to_owned(),
    );
    let (path, root) = (&loser.discovered_path, Some(loser.root.as_str()));
    LeftOut::new(path, root, LeftOutReason::Shadowed, words)
}

/// A folder that an SDK checks for a skill.
pub(crate) struct Folder<'t> {
    /// The path by which the SDK reaches the folder. This path may contain links.
    pub path: String,
    /// The folder after links are resolved.
    pub entry: Entry<'t>,
}

impl Folder<'_> {
    /// Returns the last segment of the folder's path.
    pub fn name(&self) -> &str {
        path::file_name(&self.path)
    }

    /// Returns the path of a folder that has the name of the skill file, such as `SKILL.md`.
    /// Returns `None` if a file has this name, or if nothing has this name.
    pub fn folder_as_file(&self, rules: &Rules) -> Option<String> {
        let mut names = rules.files.iter();
        let exists = |name: &&&str| {
            let child = self.entry.child(name);
            child.is_some_and(|child| child.follow().is_ok())
        };
        let first = names.find(exists)?;
        let target = self.entry.child(first)?.follow().ok()?;
        (target.kind() == EntryKind::Directory).then(|| path::join(&self.path, first))
    }
}

/// Returns the folders below `source` that an SDK checks for a skill, in the SDK's order, including
/// folders without a skill file. Returns `None` if `source` is not an existing folder.
pub(crate) fn folders<'t>(
    tree: &'t Tree,
    source: &str,
    rules: &Rules,
    listed: &Listed,
) -> Option<Vec<Folder<'t>>> {
    let root = tree.resolve(source).ok()?;
    if root.kind() != EntryKind::Directory {
        return None;
    }
    let has_file = |folder: Entry<'_>| {
        let mut files = rules.files.iter().filter_map(|name| folder.child(name));
        files.any(|file| file.follow().is_ok())
    };
    if rules.takes_root && has_file(root) {
        let path = source.to_owned();
        return Some(vec![Folder { path, entry: root }]);
    }
    let children = children(root, source, rules.order, listed).into_iter();
    let folders = children.filter_map(|child| {
        let entry = child.follow().ok()?;
        let is_link = entry.id() != child.id();
        let is_searched = entry.kind() == EntryKind::Directory
            && (rules.hidden || !child.name().starts_with('.'))
            && (rules.folder_links || !is_link);
        let path = path::join(source, child.name());
        is_searched.then_some(Folder { path, entry })
    });
    Some(folders.collect())
}

/// Returns the candidates, keyed by the path of the skill's folder.
pub(crate) fn by_folder<'c, 'p>(
    candidates: &'c [Considered<'p>],
) -> HashMap<&'p str, &'c Considered<'p>> {
    let candidates = candidates.iter().filter_map(|considered| {
        let file = considered.candidate.found.discovered_path.as_str();
        Some((path::parent(file)?, considered))
    });
    candidates.collect()
}

/// Builds the catalog's error about the file or folder at `path`.
pub(crate) fn error_at(path: &str, fault: Fault) -> SkillError {
    SkillError {
        path: path.to_owned(),
        scope: Scope::Repo,
        code: fault.code,
        message: fault.message,
        place: fault.place,
        help: fault.help,
    }
}

/// Builds the entry for a warning that the SDK writes to its log. The warning is about the file or
/// folder at `path`.
pub(crate) fn warning(path: &str, message: String) -> Ignored {
    Ignored {
        path: path.to_owned(),
        field: None,
        message,
        place: None,
    }
}
