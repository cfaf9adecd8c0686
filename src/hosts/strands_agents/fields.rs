//! The table of frontmatter fields of a `SKILL.md` (`docs/hosts/strands-agents.md#frontmatter`).

use super::editions::StrandsAgentsEdition;
use crate::model::field::{Field, FieldKind, OverLimit, SCALAR, STRING};

pub(super) fn fields(edition: &StrandsAgentsEdition) -> Vec<Field> {
    let fields = vec![
        Field::new("name", STRING, "what the skill is called")
            .required(true)
            .at_most(edition.name, OverLimit::Advised)
            .like("^[a-z0-9]([a-z0-9-]*[a-z0-9])?$"),
        Field::new(
            "description",
            STRING,
            "what the model reads before it loads the skill",
        )
        .required(true),
        Field::new(
            "allowed-tools",
            FieldKind::texts(" \t\n", true),
            "is shown with the skill's text; tools are not restricted",
        ),
        Field::new("compatibility", SCALAR, "is shown with the skill's text"),
        Field::kept("license", FieldKind::Anything, "is kept for people"),
        Field::kept("metadata", FieldKind::Anything, "is kept for programs"),
    ];
    Field::with_ignored(fields)
}
