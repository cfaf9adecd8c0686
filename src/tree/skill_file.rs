//! The file that makes its folder a skill.

use crate::tree::Entry;

/// The name of the file that makes its folder a skill, as all hosts spell it.
pub(crate) const SKILL_FILE: &str = "SKILL.md";

/// Returns true if a file has that name in any case.
pub(crate) fn is_skill_file_name(name: &str) -> bool {
    name.eq_ignore_ascii_case(SKILL_FILE)
}

/// Returns true if an entry has that name in any case.
pub(crate) fn is_skill_file(entry: Entry<'_>) -> bool {
    is_skill_file_name(entry.name())
}
