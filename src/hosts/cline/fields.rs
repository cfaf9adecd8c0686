//! The table of frontmatter fields of a `SKILL.md` (`docs/hosts/cline.md#frontmatter`).

use crate::model::field::{Field, STRING, YAML_BOOLEAN};

/// The key of the skill's name. Cline reads this field and those below.
pub(super) const NAME: &str = "name";
pub(super) const DESCRIPTION: &str = "description";
pub(super) const DISABLED: &str = "disabled";
pub(super) const ENABLED: &str = "enabled";

/// Frontmatter fields that other hosts use and this host ignores.
pub(super) const ELSEWHERE: [&str; 9] = [
    "disable-model-invocation",
    "user-invocable",
    "allowed-tools",
    "argument-hint",
    "context",
    "agent",
    "model",
    "paths",
    "hooks",
];

pub(super) fn fields() -> Vec<Field> {
    let mut fields = vec![
        Field::new(
            NAME,
            STRING,
            "what the skill is called; the folder's name without it",
        ),
        Field::new(
            DESCRIPTION,
            STRING,
            "what the model reads with the text of the skill; the list shows only names",
        ),
        Field::new(DISABLED, YAML_BOOLEAN, "`true` switches the skill off").default("false"),
        Field::new(
            ENABLED,
            YAML_BOOLEAN,
            "`false` switches the skill off, if `disabled` is absent",
        )
        .default("true"),
    ];
    fields.extend(Field::kept_for_others());
    fields.extend(ELSEWHERE.map(Field::elsewhere));
    fields
}
