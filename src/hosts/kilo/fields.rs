//! The table of frontmatter fields of a `SKILL.md` (`docs/hosts/kilo.md#frontmatter`).

use crate::model::field::{Field, STRING};

pub(super) fn fields() -> Vec<Field> {
    let mut fields = vec![
        Field::new("name", STRING, "what the skill is called").required(true),
        Field::new(
            "description",
            STRING,
            "what the model reads before it chooses the skill; without it the skill is not listed",
        ),
    ];
    fields.extend(Field::kept_for_others());
    Field::with_ignored(fields)
}
