//! The name of the file that makes a folder a skill.

use crate::tree::Entry;

/// The name of the file that makes its folder a skill, in the spelling that all hosts accept.
pub(crate) const SKILL_FILE: &str = "SKILL.md";

/// Returns true if a name is `SKILL.md`. Differences between uppercase and lowercase are ignored.
pub(crate) fn is_skill_file_name(name: &str) -> bool {
    name.eq_ignore_ascii_case(SKILL_FILE)
}

/// Files that a documentation site of Mintlify has at its top. Such a site publishes a `skill.md` in
/// lowercase from there (<https://www.mintlify.com/docs/ai/skillmd>).
const SITES: [&str; 2] = ["docs.json", "mint.json"];

/// Returns true if a file is the `skill.md` of a documentation site. It is a page that the site
/// publishes, so hosts do not load it, and the other files of its folder are not the skill's files.
pub(crate) fn is_page_of_site(file: Entry<'_>) -> bool {
    let folder = file.parent();
    file.name() == "skill.md"
        && SITES
            .iter()
            .any(|site| folder.is_some_and(|folder| folder.child(site).is_some()))
}

/// Returns true if the name of an entry is `SKILL.md`. Differences between uppercase and lowercase
/// are ignored.
pub(crate) fn is_skill_file(entry: Entry<'_>) -> bool {
    is_skill_file_name(entry.name())
}
