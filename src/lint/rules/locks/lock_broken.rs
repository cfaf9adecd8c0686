//! `lock-broken`: a lock file, or an entry in it, is not in the form that its program writes.
//!
//! Fix: none, because the program has to write the entry again.

use crate::lint::prelude::*;
use crate::locks::LockProblem;

pub static RULE: LintRule = LintRule::new(
    RuleGroup::Locks,
    "lock-broken",
    Severity::Warning,
    "a lock file, or an entry of it, is not what its program writes",
    &[Run::Search(Search::Locks)],
);

/// Returns the finding about a faulty lock file or entry.
pub fn finding(path: &str, problem: &LockProblem) -> Diagnostic {
    Diagnostic::new(&RULE, path, problem.range, &*problem.message).help(&*problem.help)
}
