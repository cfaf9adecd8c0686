//! The table of frontmatter fields of a `SKILL.md` (`docs/hosts/pi.md#frontmatter`).

use super::editions::PiEdition;
use crate::model::field::{Field, OverLimit, STRING, YAML_BOOLEAN};

/// The key of the field that hides a skill from the model.
pub(super) const DISABLE: &str = "disable-model-invocation";

pub(super) fn fields(edition: &PiEdition) -> Vec<Field> {
    let mut fields = vec![
        Field::new(
            "name",
            STRING,
            "what the skill is called; the folder's name without it",
        )
        .at_most(edition.name_units, OverLimit::Advised)
        .like("^[a-z0-9]+(?:-[a-z0-9]+)*$"),
        Field::new(
            "description",
            STRING,
            "what the model reads before it chooses the skill",
        )
        .required(true)
        .at_most(edition.description_units, OverLimit::Advised),
        Field::new(DISABLE, YAML_BOOLEAN, "keeps the skill out of the list").default("false"),
    ];
    fields.extend(Field::kept_for_others());
    Field::with_ignored(fields)
}
