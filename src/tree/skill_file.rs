//! The file that makes its folder a skill.

use crate::tree::Entry;

/// The file that makes its folder a skill, as all hosts spell it.
pub(crate) const SKILL_FILE: &str = "SKILL.md";

/// True if a file is named so in some capitals.
pub(crate) fn is_skill_file_name(name: &str) -> bool {
    name.eq_ignore_ascii_case(SKILL_FILE)
}

/// True if an entry is named so.
pub(crate) fn is_skill_file(entry: Entry<'_>) -> bool {
    is_skill_file_name(entry.name())
}
