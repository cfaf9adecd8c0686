//! Compares the lock files of installed skills with the installed copies.

use super::copies::{Copy, Installed};
use super::read::{self, RawEntry};
use super::report::{
    LockAlgorithm, LockDigest, LockEntry, LockFile, LockFormat, LockProblem, LockProblemCode,
    LockReason, LockState, LockedCopy,
};
use super::verify::Verifier;
use crate::install::folder_name;
use crate::install::gh_skill::{InstalledFrom, installed_from};
use crate::memo::Memo;
use crate::sort;
use crate::text::digest::is_hexadecimal;
use crate::text::document::PlaceIndex;
use crate::tree::skill_file::SKILL_FILE;
use crate::tree::{Entry, EntryId, EntryKind, Tree, path};

/// The files `SKILL.md` that name no origin, each with its revision. Few files name one, so after an
/// edit only the edited file has to be read.
pub(crate) type FilesWithoutOrigin = Memo<EntryId, u64, ()>;

/// Compares a lock file of the `skills` CLI with the skills that are installed in the project or
/// home `base`. Returns `None` if the contents of the lock file are not in the tree.
pub(super) fn check(
    tree: &Tree,
    (at, file): (&str, Entry<'_>),
    base: &str,
    format: LockFormat,
    unread: &mut Vec<String>,
) -> Option<LockFile> {
    if !is_file(file) {
        return None;
    }
    let Some(contents) = file.contents() else {
        unread.push(file.path());
        return None;
    };
    let text = contents.text_lossy();
    let raw = read::read(&text, format);
    let installed = Installed::of(tree, base, format == LockFormat::Global);
    let places = PlaceIndex::new(&text);
    let mut verifier = Verifier { tree, base, unread };
    let entries = raw.entries.iter().map(|entry| {
        let copies = installed.copies(&folder_name(&entry.name));
        compare(&mut verifier, entry, copies, &places)
    });
    let entries: Vec<_> = entries.collect();
    let listed = raw.entries.iter().map(|entry| folder_name(&entry.name));
    let listed = sort::collect_set(listed);
    // The program ignores the lock file, so nothing is known about its skills.
    let is_ignored = raw.problems.iter().any(|problem| {
        use LockProblemCode::{IgnoredVersion, Unreadable};
        matches!(problem.code, IgnoredVersion | Unreadable)
    });
    let unlisted = if is_ignored {
        Vec::new()
    } else {
        installed.unlisted(&listed)
    };
    Some(LockFile {
        path: at.to_owned(),
        format,
        version: raw.version,
        entries,
        unlisted,
        problems: raw.problems,
    })
}

fn compare<'t>(
    verifier: &mut Verifier<'t, '_>,
    raw: &RawEntry,
    copies: &[Copy<'t>],
    places: &PlaceIndex<'_>,
) -> LockEntry {
    let copies: Vec<LockedCopy> = match &*raw.name {
        "" => Vec::new(),
        _ => copies.iter().map(|copy| verifier.copy(raw, copy)).collect(),
    };
    let worst = copies.iter().max_by_key(|copy| severity(copy.state));
    let (state, reason) = match worst {
        Some(copy) => (copy.state, copy.reason),
        None if raw.name.is_empty() => (LockState::Unverifiable, Some(LockReason::NoName)),
        None => match verifier.source(raw) {
            // The program does not copy a project into the project itself.
            Some((_, folder)) if path::is_within(verifier.base, &folder.path()) => {
                (LockState::Unverifiable, Some(LockReason::SourceItself))
            }
            _ => (LockState::Missing, None),
        },
    };
    LockEntry {
        name: raw.name.clone(),
        source: raw.source.clone(),
        reference: raw.reference.clone(),
        state,
        reason,
        expected: raw.digest.as_ref().ok().cloned(),
        copies,
        range: places.range(raw.bytes.clone()),
    }
}

fn severity(state: LockState) -> usize {
    match state {
        LockState::Same => 0,
        LockState::Unverifiable => 1,
        LockState::Missing => 2,
        LockState::Changed => 3,
    }
}

/// Returns one `LockFile` for each skill that `gh skill` installed from GitHub. The version is
/// recorded in the skill's own `SKILL.md`, so this file is reported as the lock file.
/// Files in `without` have no version, and further such files are added to it.
pub(super) fn of_gh_skill(
    tree: &Tree,
    bases: &[(&str, bool)],
    without: &FilesWithoutOrigin,
) -> Vec<LockFile> {
    let mut locks = Vec::new();
    for (base, global) in bases {
        let installed = Installed::of(tree, base, *global);
        for (name, copy) in installed.all() {
            let file = copy.folder.child(SKILL_FILE).filter(|file| is_file(*file));
            let Some((file, contents)) = file.and_then(|file| Some((file, file.contents()?)))
            else {
                continue;
            };
            if without.get(&file.id(), &file.revision()).is_some() {
                continue;
            }
            let Some(from) = installed_from(contents.bytes()) else {
                without.insert(file.id(), file.revision(), ());
                continue;
            };
            let text = contents.text_lossy();
            locks.push(recorded(name, copy, &file.path(), &text, &from));
        }
    }
    locks
}

/// Builds a `LockFile` for one skill that `gh skill` installed. `gh skill` has no separate lock
/// file, but records the skill's origin and version in its `SKILL.md`.
fn recorded(name: &str, copy: &Copy<'_>, at: &str, text: &str, from: &InstalledFrom) -> LockFile {
    let places = PlaceIndex::new(text);
    let range = |key: &str| {
        let start = text.find(key).unwrap_or_default();
        let line = text[start..].lines().next().unwrap_or_default();
        places.range(start..start + line.len())
    };
    let mut problems = Vec::new();
    let mut problem = |code, key: &str, message: String| {
        problems.push(LockProblem {
            code,
            entry: Some(name.to_owned()),
            message,
            help: "Install the skill again with `gh skill install --force`, which writes the keys anew.".to_owned(),
            range: range(key),
        });
    };
    let tree_sha = from.tree_sha.clone().filter(|sha| is_hexadecimal(sha, 40));
    if tree_sha.is_none() {
        let message = "`github-tree-sha` is not the name of a tree in Git".to_owned();
        problem(LockProblemCode::BadEntry, "github-tree-sha", message);
    }
    if from.repository.is_none() {
        let message = "`github-repo` is missing, so `gh skill update` skips the skill".to_owned();
        problem(LockProblemCode::BadEntry, "github-tree-sha", message);
    }
    if from.path.as_deref().is_some_and(read::leads_out) {
        let message = "`github-path` leads out of the repository".to_owned();
        problem(LockProblemCode::LeadsOut, "github-path", message);
    }
    let reason = match &tree_sha {
        Some(_) if copy.is_outside => LockReason::Outside,
        Some(_) => LockReason::Rewritten,
        None => LockReason::UnknownDigest,
    };
    let (state, reason) = (LockState::Unverifiable, Some(reason));
    LockFile {
        path: at.to_owned(),
        format: LockFormat::GhSkill,
        version: None,
        entries: vec![LockEntry {
            name: name.to_owned(),
            source: from.repository.clone(),
            reference: from.reference.clone(),
            state,
            reason,
            expected: tree_sha.map(|value| LockDigest {
                algorithm: LockAlgorithm::GitTree,
                value,
            }),
            copies: vec![LockedCopy {
                path: copy.path.clone(),
                state,
                reason,
                found: None,
            }],
            range: range("github-tree-sha"),
        }],
        unlisted: Vec::new(),
        problems,
    }
}

fn is_file(entry: Entry<'_>) -> bool {
    matches!(entry.kind(), EntryKind::File(_))
}
