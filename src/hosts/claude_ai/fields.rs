//! The fields that the frontmatter of an uploaded skill may have. claude.ai refuses an upload with
//! any other key (`docs/hosts/claude-ai.md#what-an-upload-must-have`).

use super::editions::ClaudeAiEdition;
use crate::model::field::{Field, FieldKind, OverLimit, SCALAR};

pub(super) const NAME: &str = "name";
pub(super) const DESCRIPTION: &str = "description";
pub(super) const COMPATIBILITY: &str = "compatibility";

/// The keys that the frontmatter may have, in alphabetical order.
pub(super) const KEYS: [&str; 6] = [
    "allowed-tools",
    COMPATIBILITY,
    DESCRIPTION,
    "license",
    "metadata",
    NAME,
];

/// Returns descriptions of the fields, in the order of [`KEYS`].
pub(super) fn fields(edition: &ClaudeAiEdition) -> Vec<Field> {
    let [tools, compatibility, description, license, metadata, name] = KEYS;
    let texts = FieldKind::texts(" ", false);
    vec![
        Field::kept(tools, texts, "is allowed; no document describes an effect"),
        Field::kept(compatibility, SCALAR, "what the skill needs, for people")
            .at_most(edition.max_compatibility, OverLimit::Advised),
        Field::new(
            description,
            SCALAR,
            "what the skill does and when to use it; in the system prompt",
        )
        .required(true)
        .at_most(edition.max_description, OverLimit::SkillDropped),
        Field::kept(license, SCALAR, "the license, or the file that has it"),
        Field::kept(
            metadata,
            FieldKind::Map { texts: true },
            "other keys and values, as texts",
        ),
        Field::new(name, SCALAR, "the skill's name; in the system prompt")
            .required(true)
            .at_most(edition.max_name, OverLimit::SkillDropped)
            .like(r"^\s*(?!.*(?:anthropic|claude))[a-z0-9]+(?:-[a-z0-9]+)*\s*$"),
    ]
}
