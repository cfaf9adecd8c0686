//! The fields of a `SKILL.md`, as the parser reads them (`docs/hosts/pi.md#frontmatter`).

use super::editions::Edition;
use crate::model::field::{Field, FieldKind, FieldStatus, OverLimit, TextFrom};

const TEXT: FieldKind = FieldKind::Text {
    from: TextFrom::Strings,
};

/// The field that keeps a skill from the model.
pub(super) const DISABLE: &str = "disable-model-invocation";

/// The booleans of YAML 1.2; no word in quotes is one.
const BOOLEAN: FieldKind = FieldKind::Boolean {
    yes: &["true"],
    no: &["false"],
    quoted: false,
};

/// Fields that other hosts act on and this one does not.
const ELSEWHERE: [&str; 8] = [
    "allowed-tools",
    "user-invocable",
    "context",
    "agent",
    "model",
    "paths",
    "hooks",
    "argument-hint",
];

pub(super) fn fields(edition: &Edition) -> Vec<Field> {
    let mut fields = vec![
        Field::new(
            "name",
            TEXT,
            "what the skill is called; the folder's name without it",
        )
        .at_most(edition.name_units, OverLimit::Advised)
        .like("^[a-z0-9]+(?:-[a-z0-9]+)*$"),
        Field::new(
            "description",
            TEXT,
            "what the model reads before it chooses the skill",
        )
        .required(true)
        .at_most(edition.description_units, OverLimit::Advised),
        Field::new(DISABLE, BOOLEAN, "keeps the skill out of the list").default("false"),
        Field::kept("license", FieldKind::Anything, "is kept for people"),
        Field::kept("compatibility", FieldKind::Anything, "is kept for people"),
        Field::kept(
            "metadata",
            FieldKind::Anything,
            "is kept for other programs",
        ),
    ];
    let summary = "other hosts act on it; it has no effect here";
    fields.extend(
        ELSEWHERE
            .map(|key| Field::new(key, FieldKind::Anything, summary).status(FieldStatus::Ignored)),
    );
    fields
}
