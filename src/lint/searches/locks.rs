//! Searches for lock files, and reports the lock files that do not match the installed skills.

use std::rc::Rc;

use crate::lint::cache::Found;
use crate::lint::diagnostic::Diagnostic;
use crate::lint::rules::locks::{lock_broken, lock_changed, lock_missing, lock_unlisted};
use crate::locks::{self, FilesWithoutOrigin, LockFile, LockFormat, LockState};
use crate::memo::Memo;
use crate::model::environment::Environment;
use crate::pipeline::Inputs;
use crate::tree::Tree;

/// The functions that check lock files. If the WebAssembly module is split into parts, they are in
/// the part `locks`.
#[derive(Clone, Copy)]
struct Calls {
    findings: fn(&Tree, &Environment, &FilesWithoutOrigin) -> Vec<Diagnostic>,
    unread: fn(&Tree, &Environment) -> Vec<String>,
}

const CALLS: Calls = Calls {
    findings,
    unread: unread_in,
};

/// The functions of the part `locks` of the WebAssembly module. Empty until this part is loaded.
#[cfg(feature = "parts")]
static LOADED: std::sync::OnceLock<Calls> = std::sync::OnceLock::new();

/// Makes the check of lock files available. The part `locks` of the WebAssembly module calls this
/// function when it is loaded.
#[cfg(feature = "parts")]
pub(in crate::lint) fn provide() {
    let _ = LOADED.set(std::hint::black_box(CALLS));
}

#[cfg(feature = "parts")]
fn calls() -> Option<Calls> {
    LOADED.get().copied()
}

#[cfg(not(feature = "parts"))]
fn calls() -> Option<Calls> {
    Some(CALLS)
}

/// Returns the findings in lock files. If the tree has not changed, the cached findings are
/// returned. If the part `locks` is not loaded, there are no findings.
pub(in crate::lint) fn found(
    inputs: Inputs<'_>,
    (cache, without): (&Memo<(), u64, Found>, &FilesWithoutOrigin),
) -> Found {
    let Some(calls) = calls() else {
        return Found::default();
    };
    let find = || {
        let found = (calls.findings)(inputs.tree, inputs.environment, without);
        found.into_iter().map(Rc::new).collect()
    };
    cache.get_or_insert((), inputs.tree.revision(), find)
}

/// Returns the paths of the files that the check of lock files needs and whose contents have not
/// been given.
pub(in crate::lint) fn unread(inputs: Inputs<'_>) -> Vec<String> {
    calls().map_or_else(Vec::new, |calls| {
        (calls.unread)(inputs.tree, inputs.environment)
    })
}

fn unread_in(tree: &Tree, environment: &Environment) -> Vec<String> {
    locks::locks(tree, environment).unread
}

fn findings(
    tree: &Tree,
    environment: &Environment,
    without: &FilesWithoutOrigin,
) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for lock in locks::locks_again(tree, environment, without).locks {
        check(&lock, &mut found);
    }
    found
}

fn check(lock: &LockFile, found: &mut Vec<Diagnostic>) {
    let (path, format) = (&*lock.path, lock.format);
    let problems = lock.problems.iter();
    found.extend(problems.map(|problem| lock_broken::finding(path, problem)));
    let is_missing = |state| state == LockState::Missing;
    let is_empty = format != LockFormat::WellKnown
        && !lock.entries.is_empty()
        && lock.entries.iter().all(|entry| is_missing(entry.state));
    if is_empty {
        found.push(lock_missing::finding_of_all(lock));
    }
    for entry in &lock.entries {
        match entry.state {
            LockState::Changed => found.push(lock_changed::finding(path, format, entry)),
            LockState::Missing if !is_empty => {
                found.push(lock_missing::finding(path, format, entry))
            }
            _ => {}
        }
    }
    let unlisted = lock.unlisted.iter();
    found.extend(unlisted.map(|skill| lock_unlisted::finding(path, skill)));
}
