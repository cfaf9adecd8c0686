//! The table of frontmatter fields of a `SKILL.md` (`docs/hosts/kilo.md#frontmatter`).

use crate::model::field::{Field, STRING};

/// Frontmatter fields that other hosts use and this host ignores.
pub(super) const ELSEWHERE: [&str; 9] = [
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
        Field::new("name", STRING, "what the skill is called").required(true),
        Field::new(
            "description",
            STRING,
            "what the model reads before it chooses the skill; without it the skill is not listed",
        ),
    ];
    fields.extend(Field::kept_for_others());
    fields.extend(ELSEWHERE.map(Field::elsewhere));
    fields
}
