//! The table of frontmatter fields of a `SKILL.md` (`docs/hosts/deep-agents.md#frontmatter`).

use crate::model::field::{Field, FieldKind, OverLimit, SCALAR};

/// The key of the field `allowed-tools`. The list of skills shows the tools in this field.
pub(super) const TOOLS: &str = "allowed-tools";

/// The maximum number of characters of a description in the list of skills.
pub(super) const DESCRIPTION: usize = 1024;

/// The maximum number of characters of `compatibility` in the list of skills.
pub(super) const COMPATIBILITY: usize = 500;

pub(super) fn fields() -> Vec<Field> {
    let fields = vec![
        Field::new("name", SCALAR, "what the skill is called").required(true),
        Field::new(
            "description",
            SCALAR,
            "what the model reads before it chooses the skill",
        )
        .required(true)
        .at_most(DESCRIPTION, OverLimit::Shortened),
        Field::new("license", SCALAR, "is shown in the list"),
        Field::new("compatibility", SCALAR, "is shown in the list")
            .at_most(COMPATIBILITY, OverLimit::Shortened),
        Field::new(
            TOOLS,
            FieldKind::texts(" ,", true),
            "tools that the list names; nothing is restricted",
        ),
        Field::kept(
            "metadata",
            FieldKind::Map { texts: true },
            "is kept for other programs",
        ),
    ];
    Field::with_ignored(fields)
}
