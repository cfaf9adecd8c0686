//! The table of frontmatter fields of a `SKILL.md` (`docs/hosts/agno.md#validation`).

use super::editions::AgnoEdition;
use crate::model::field::{Field, FieldKind, OverLimit, STRING};

/// The sorted keys that frontmatter may have if skills are validated.
pub(super) const ALLOWED: [&str; 6] = [
    "allowed-tools",
    "compatibility",
    "description",
    "license",
    "metadata",
    "name",
];

pub(super) fn fields(edition: &AgnoEdition) -> Vec<Field> {
    vec![
        Field::new(
            "name",
            STRING,
            "what the skill is called; the folder's name",
        )
        .required(true)
        .at_most(edition.name, OverLimit::SkillDropped),
        Field::new(
            "description",
            STRING,
            "what the model reads before it loads the skill",
        )
        .required(true)
        .at_most(edition.description, OverLimit::SkillDropped),
        Field::kept("license", STRING, "is kept for programs"),
        Field::kept("compatibility", STRING, "is kept for programs")
            .at_most(edition.compatibility, OverLimit::SkillDropped),
        Field::kept(
            "allowed-tools",
            FieldKind::List,
            "is kept for programs, and must be a list",
        ),
        Field::kept("metadata", FieldKind::Anything, "is kept for programs"),
    ]
}
