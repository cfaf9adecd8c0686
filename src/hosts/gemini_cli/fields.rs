//! The table of frontmatter fields of a `SKILL.md` (`docs/hosts/gemini-cli.md#frontmatter`).

use crate::model::field::{Field, SCALAR};

pub(super) fn fields() -> Vec<Field> {
    let mut fields = vec![
        Field::new("name", SCALAR, "what the skill is called").required(true),
        Field::new(
            "description",
            SCALAR,
            "what the model reads before it chooses the skill; it may be empty",
        )
        .required(true),
    ];
    fields.extend(Field::kept_for_others());
    Field::with_ignored(fields)
}
