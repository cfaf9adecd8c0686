//! The table of frontmatter fields of a `SKILL.md` (`docs/hosts/opencode.md#editions`,
//! `docs/hosts/opencode.md#frontmatter`).

use super::editions::{Identity, OpencodeEdition};
use super::names::{AUTOINVOKE_FIELD, DOCUMENTED_DESCRIPTION, DOCUMENTED_NAME};
use crate::model::field::{Field, FieldKind, FieldStatus, OverLimit, STRING, YAML_BOOLEAN};

/// The pattern for valid names in opencode's documentation.
const NAME: &str = "^[a-z0-9]+(?:-[a-z0-9]+)*$";

pub(super) fn fields(edition: &OpencodeEdition) -> Vec<Field> {
    let name = Field::new("name", STRING, "what the skill is called");
    let name = match edition.identity {
        Identity::Name => name
            .required(true)
            .at_most(DOCUMENTED_NAME, OverLimit::Advised)
            .like(NAME),
        Identity::StrictName => name
            .required(true)
            .at_most(DOCUMENTED_NAME, OverLimit::SkillDropped)
            .like(NAME),
        Identity::Folder => Field {
            summary: "a label; the folder names the skill",
            ..name
        },
    };
    let summary = if edition.description_may_be_missing {
        "what the model reads before it chooses the skill; without it the skill is not listed"
    } else {
        "what the model reads before it chooses the skill; without it the skill does not load"
    };
    let description =
        Field::new("description", STRING, summary).required(!edition.description_may_be_missing);
    let description = match edition.identity {
        Identity::Name => description.at_most(DOCUMENTED_DESCRIPTION, OverLimit::Advised),
        Identity::StrictName | Identity::Folder => description,
    };
    // Only the edition that names skills after their folders reads `metadata`.
    let metadata = match edition.identity {
        Identity::Folder => FieldKind::Map { texts: false },
        Identity::Name | Identity::StrictName => FieldKind::Anything,
    };
    let mut fields = vec![
        name,
        description,
        Field::kept("license", FieldKind::Anything, "is kept for people"),
        Field::kept("compatibility", FieldKind::Anything, "is kept for people"),
        Field::kept("metadata", metadata, "is kept for other programs"),
    ];
    let strict = edition.identity == Identity::StrictName;
    let in_strict = |field: Field| {
        if strict {
            field
        } else {
            Field {
                kind: field.kind,
                default: field.default,
                ..Field::elsewhere(field.key)
            }
        }
    };
    fields.push(in_strict(Field::new(
        "allowed-tools",
        FieldKind::texts(" ,", true),
        "the tools that the model may use with the skill",
    )));
    let disable = Field::new(
        "disable-model-invocation",
        YAML_BOOLEAN,
        "keeps the skill out of the list",
    )
    .default("false");
    fields.push(match edition.identity {
        Identity::Name => in_strict(disable),
        Identity::StrictName | Identity::Folder => disable,
    });
    fields.push(in_strict(
        Field::new(
            "user-invocable",
            YAML_BOOLEAN,
            "`false` keeps users from running it by its name",
        )
        .default("true"),
    ));
    if edition.identity == Identity::Name {
        fields = Field::with_ignored(fields);
    }
    if edition.identity == Identity::Folder {
        let autoinvoke = FieldKind::Boolean {
            yes: &["true"],
            no: &["false"],
            quoted: true,
        };
        fields.push(Field {
            status: FieldStatus::Deprecated,
            instead: Some("disable-model-invocation"),
            ..Field::new(
                AUTOINVOKE_FIELD,
                autoinvoke,
                "`false` keeps the skill out of the list",
            )
            .default("true")
        });
    }
    fields
}
