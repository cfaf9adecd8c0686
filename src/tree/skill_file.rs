//! The name of the file that makes a folder a skill.

use crate::tree::Entry;

/// The name of the file that makes its folder a skill, in the spelling that all hosts accept.
pub(crate) const SKILL_FILE: &str = "SKILL.md";

/// Returns true if a name is `SKILL.md`. Differences between uppercase and lowercase are ignored.
pub(crate) fn is_skill_file_name(name: &str) -> bool {
    name.eq_ignore_ascii_case(SKILL_FILE)
}

/// Returns true if the name of an entry is `SKILL.md`. Differences between uppercase and lowercase
/// are ignored.
pub(crate) fn is_skill_file(entry: Entry<'_>) -> bool {
    is_skill_file_name(entry.name())
}
