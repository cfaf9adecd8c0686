//! The table of frontmatter fields of a `SKILL.md` (`docs/hosts/gemini-cli.md#frontmatter`).

use crate::model::field::{Field, SCALAR};

/// Frontmatter fields that other hosts use and this host ignores.
const ELSEWHERE: [&str; 9] = [
    "allowed-tools",
    "disable-model-invocation",
    "user-invocable",
    "context",
    "agent",
    "model",
    "paths",
    "hooks",
    "argument-hint",
];

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
    fields.extend(ELSEWHERE.map(Field::elsewhere));
    fields
}
