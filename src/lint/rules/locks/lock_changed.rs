//! `lock-changed`: an installed skill differs from the digest in its lock file.
//!
//! Fix: none, because only the user knows whether the copy or the lock file is right.

use crate::lint::prelude::*;
use crate::locks::{LockEntry, LockFormat, LockReason, LockState};
use crate::tree::path;
use crate::tree::skill_file::SKILL_FILE;

pub static RULE: LintRule = LintRule::new(
    RuleGroup::Locks,
    "lock-changed",
    Severity::Warning,
    "an installed skill is not what its lock file records",
    &[Run::Search(Search::Locks)],
);

/// Returns the finding about an entry whose installed copies do not have the digest in the entry.
pub fn finding(lock: &str, format: LockFormat, entry: &LockEntry) -> Diagnostic {
    let name = &entry.name;
    let changed: Vec<_> = entry
        .copies
        .iter()
        .filter(|copy| copy.state == LockState::Changed)
        .collect();
    let (message, help) = if format == LockFormat::WellKnown {
        let found = changed.first().and_then(|copy| copy.found.as_deref());
        let message = format!(
            "the `digest` of `{name}` is not that of its file, so clients leave the skill out without a message"
        );
        let help = format!(
            "Write the digest of the file: {}",
            found.unwrap_or_default()
        );
        (message, help)
    } else {
        let message = format!("the installed skill `{name}` is not what was locked");
        let mut help = "Restore its files from Git, or install it again with `npx skills add`, which writes a new digest."
            .to_owned();
        if entry.reason == Some(LockReason::SourceDigest) {
            help.push_str(
                " If nobody changed it, its source has files that are not installed, such as metadata.json, links or files that `.gitignore` excludes here; then no copy in this repository has this digest.",
            );
        }
        (message, help)
    };
    let mut one = Diagnostic::new(&RULE, lock, entry.range, message).help(help);
    // The source may have files that are never installed, so the difference proves nothing.
    if entry.reason == Some(LockReason::SourceDigest) {
        one.severity = Severity::Info;
    }
    for copy in changed {
        let file = match format {
            LockFormat::WellKnown => copy.path.clone(),
            _ => path::join(&copy.path, SKILL_FILE),
        };
        one = one.related_file("the skill that is there", &file);
    }
    one
}
