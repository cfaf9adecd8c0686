//! The table of frontmatter fields of a `SKILL.md` (`docs/hosts/openai-agents.md#frontmatter`).

use crate::model::field::{Field, SCALAR};

pub(super) fn fields() -> Vec<Field> {
    let mut fields = vec![
        Field::new(
            "name",
            SCALAR,
            "what the skill is called; the folder's name without it",
        ),
        Field::new(
            "description",
            SCALAR,
            "what the model reads before it chooses the skill",
        ),
    ];
    fields.extend(Field::kept_for_others());
    Field::with_ignored(fields)
}
