//! The table of fields that the specification and the reference library define
//! (`docs/hosts/standard.md#the-fields`).

use super::names::{MAX_COMPATIBILITY, MAX_DESCRIPTION, MAX_NAME};
use crate::model::field::{Field, FieldKind, OverLimit, SCALAR};

/// The fields that the standard defines, in alphabetical order. The reference validator refuses
/// other fields, and clients ignore them.
pub(super) const FIELDS: [Field; 6] = [
    Field::kept(
        "allowed-tools",
        FieldKind::texts(" ", false),
        "tools that may run without a question, for clients that support it; separated by spaces",
    ),
    Field::kept(
        "compatibility",
        SCALAR,
        "what the skill needs of its surroundings, for people",
    )
    .at_most(MAX_COMPATIBILITY, OverLimit::Advised),
    Field::new(
        "description",
        SCALAR,
        "what the skill does and when to use it; what the model reads before it chooses",
    )
    .required(true)
    .at_most(MAX_DESCRIPTION, OverLimit::Advised),
    Field::kept("license", SCALAR, "the licence, or the file that holds it"),
    Field::kept(
        "metadata",
        FieldKind::Map { texts: true },
        "whatever else clients want to keep, as texts",
    ),
    Field::new(
        "name",
        SCALAR,
        "what the skill is called; the same as its folder",
    )
    .required(true)
    .at_most(MAX_NAME, OverLimit::Advised)
    .like(r"^\s*(?!.*[\p{Lu}\p{Lt}])[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*\s*$"),
];
