//! The table of frontmatter fields of a `SKILL.md` (`docs/hosts/agent-framework.md#frontmatter`).

use crate::model::field::{Field, FieldKind, OverLimit, SCALAR};

/// The maximum number of characters in the field `name`.
pub(super) const NAME: usize = 64;
pub(super) const DESCRIPTION: usize = 1024;
pub(super) const COMPATIBILITY: usize = 500;

pub(super) fn fields() -> Vec<Field> {
    let fields = vec![
        Field::new(
            "name",
            SCALAR,
            "what the skill is called; the folder's name",
        )
        .required(true)
        .at_most(NAME, OverLimit::SkillDropped)
        .like("^[a-z0-9]+(?:-[a-z0-9]+)*$"),
        Field::new(
            "description",
            SCALAR,
            "what the model reads before it chooses the skill",
        )
        .required(true)
        .at_most(DESCRIPTION, OverLimit::SkillDropped),
        Field::kept("license", SCALAR, "is kept for people"),
        Field::kept("compatibility", SCALAR, "is kept for people")
            .at_most(COMPATIBILITY, OverLimit::SkillDropped),
        Field::kept(
            "allowed-tools",
            SCALAR,
            "is kept; a list instead of a text drops the skill",
        ),
        Field::kept(
            "metadata",
            FieldKind::Map { texts: true },
            "is kept for other programs",
        ),
    ];
    Field::with_ignored(fields)
}
