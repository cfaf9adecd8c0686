//! `lock-unlisted`: an installed skill is not listed in a lock file.
//!
//! Fix: none, because only the user knows where the skill is from.

use crate::lint::prelude::*;
use crate::locks::UnlistedSkill;
use crate::tree::path;

pub static RULE: LintRule = LintRule::new(
    RuleGroup::Locks,
    "lock-unlisted",
    Severity::Hint,
    "a skill in the folder of an agent is not in the lock file next to it",
    &[Run::Search(Search::Locks)],
);

/// Returns the finding about an installed skill that the lock file does not list.
pub fn finding(lock: &str, skill: &UnlistedSkill) -> Diagnostic {
    let message = format!(
        "the skill `{}` is not in {}",
        skill.name,
        path::file_name(lock)
    );
    let help = "Install it with `npx skills add`, which adds it to the lock file. If the skill is your own, keep it in another folder and link to it, or turn this rule off.";
    Diagnostic::new(&RULE, &skill.path, START, message)
        .help(help)
        .related_file("the lock file", lock)
}
