//! The table of frontmatter fields of a `SKILL.md` (`docs/hosts/google-adk.md#fields`).

use super::editions::GoogleAdkEdition;
use crate::model::field::{Field, FieldKind, OverLimit, STRING};

pub(super) fn fields(edition: &GoogleAdkEdition) -> Vec<Field> {
    let fields = vec![
        Field::new(
            "name",
            STRING,
            "what the skill is called; the folder's name",
        )
        .required(true)
        .at_most(edition.name, OverLimit::SkillDropped)
        .like("^[a-z0-9]+(-[a-z0-9]+)*$"),
        Field::new(
            "description",
            STRING,
            "what the model reads before it loads the skill",
        )
        .required(true)
        .at_most(edition.description, OverLimit::SkillDropped),
        Field::kept("license", STRING, "is returned with the skill's text"),
        Field::kept("compatibility", STRING, "is returned with the skill's text")
            .at_most(edition.compatibility, OverLimit::SkillDropped),
        Field::kept("allowed-tools", STRING, "is returned with the skill's text"),
        Field::kept("allowed_tools", STRING, "is read as `allowed-tools`"),
        Field::kept(
            "metadata",
            FieldKind::Anything,
            "is returned with the skill's text; `adk_additional_tools` names tools that the skill adds",
        ),
    ];
    Field::with_ignored(fields)
}
