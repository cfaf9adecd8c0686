//! The table of frontmatter fields of a `SKILL.md` (`docs/hosts/openai-agents.md#frontmatter`).

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
        Field::new(
            "name",
            SCALAR,
            "what the skill is called; the folder's name without it",
        ),
        Field::new(
            "description",
            SCALAR,
            "what the model reads before it chooses the skill",
        ),
    ];
    fields.extend(Field::kept_for_others());
    fields.extend(ELSEWHERE.map(Field::elsewhere));
    fields
}
