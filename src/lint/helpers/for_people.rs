//! Documents beside a skill that are meant for people, such as a `README.md`.

use crate::hashing::HashSet;
use crate::lint::helpers::phrases;
use crate::lint::helpers::phrases::Phrases;
use crate::lint::skill_context::SkillContext;
use crate::tree::path;

/// Names of documents that are meant for people, without extensions.
static NAMES: Phrases = Phrases::new(|| phrases::parse(include_str!("phrases/for_people.txt")));

/// Returns the documents for people, such as a changelog, that are not mentioned in any text of the
/// skill. The model does not read such documents.
pub fn unnamed<'s>(context: &'s SkillContext<'_>) -> HashSet<&'s str> {
    let unnamed = (context.resources.files.iter()).filter(|file| file.depth.is_none());
    let for_people = unnamed.filter(|file| is_for_people(path::file_name(&file.relative)));
    for_people.map(|file| file.path.as_str()).collect()
}

/// Returns true if a file is a document for people who browse the folder. No host shows such a document, and the model
/// does not need it.
pub fn is_for_people(relative: &str) -> bool {
    let name = relative.to_lowercase();
    let stem = name
        .strip_suffix(".md")
        .or_else(|| name.strip_suffix(".txt"));
    let stem = stem.unwrap_or(&name).replace('-', "_");
    NAMES.contains(&stem.as_str())
}
