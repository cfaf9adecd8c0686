//! `lock-broken`: a lock file, or an entry of it, is not what its program writes.
//!
//! Fix: none, because the program has to write the entry anew.

use crate::lint::prelude::*;
use crate::locks::LockProblem;

pub static RULE: LintRule = LintRule::new(
    RuleGroup::Locks,
    "lock-broken",
    Severity::Warning,
    "a lock file, or an entry of it, is not what its program writes",
    &[Run::Search(Search::Locks)],
);

/// Returns the finding about a fault of a lock file.
pub fn finding(path: &str, problem: &LockProblem) -> Diagnostic {
    Diagnostic::new(&RULE, path, problem.range, &*problem.message).help(&*problem.help)
}
