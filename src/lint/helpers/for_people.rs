//! Documents beside a skill that are meant for people, such as a `README.md`.

use crate::hashing::HashSet;
use crate::lint::helpers::phrases;
use crate::lint::helpers::phrases::Phrases;
use crate::lint::skill_context::SkillContext;
use crate::tree::path;
use crate::tree::resources::{ResourceFile, ResourceKind};

/// Names of documents that are meant for people, without extensions.
static NAMES: Phrases = Phrases::new(|| phrases::parse(include_str!("phrases/for_people.txt")));

/// Returns the documents for people that are not mentioned in any text of the skill. The model does
/// not read such documents. Examples are a changelog and, if the skill is a whole repository, the
/// pages in a folder such as `docs`.
pub fn unnamed<'s>(context: &'s SkillContext<'_>) -> HashSet<&'s str> {
    let is_root = context.is_root();
    let is_page = |file: &ResourceFile| {
        let folder = file.relative.split_once('/').map(|(folder, _)| folder);
        let is_of_skill = matches!(folder, None | Some("references" | "reference"));
        file.kind == ResourceKind::Reference && !is_of_skill
    };
    let unnamed = (context.resources.files.iter()).filter(|file| file.depth.is_none());
    let for_people = unnamed
        .filter(|file| is_for_people(path::file_name(&file.relative)) || is_root && is_page(file));
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
