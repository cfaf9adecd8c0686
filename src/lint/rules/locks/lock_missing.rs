//! `lock-missing`: a skill that is listed in a lock file is not installed.
//!
//! Fix: none, because the files of the skill are missing.

use crate::lint::prelude::*;
use crate::locks::{LockEntry, LockFile, LockFormat};

pub static RULE: LintRule = LintRule::new(
    RuleGroup::Locks,
    "lock-missing",
    Severity::Info,
    "a skill of a lock file is not installed",
    &[Run::Search(Search::Locks)],
);

/// The advice for locked skills that are not installed.
const RESTORE: &str = "Install the locked skills with `npx skills experimental_install`, or remove them with `npx skills remove`.";

/// Returns the finding about a skill that a lock file lists and that is not installed. A lock file
/// can also be a site's index of its skills. The finding is then about a skill whose file is not on
/// the site.
pub fn finding(path: &str, format: LockFormat, entry: &LockEntry) -> Diagnostic {
    let name = &entry.name;
    let (message, help) = if format == LockFormat::WellKnown {
        let url = entry.source.as_deref().unwrap_or_default();
        let message = format!("the site has no file at the `url` of `{name}`: {url}");
        let help = "Publish the file, or remove the entry from the index.";
        (message, help)
    } else {
        (
            format!("the locked skill `{name}` is not installed"),
            RESTORE,
        )
    };
    let mut one = Diagnostic::new(&RULE, path, entry.range, message).help(help);
    one.severity = Severity::Warning;
    one
}

/// Returns the finding about a lock file if none of its skills is installed. The finding has the
/// severity `info`, because this is usual in a fresh clone if Git ignores the installed copies.
pub fn finding_of_all(lock: &LockFile) -> Diagnostic {
    let message = match lock.entries.len() {
        1 => format!(
            "the locked skill `{}` is not installed",
            lock.entries[0].name
        ),
        count => format!("none of the {count} locked skills is installed"),
    };
    Diagnostic::new(&RULE, &lock.path, START, message).help(RESTORE)
}
