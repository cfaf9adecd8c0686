//! The table of frontmatter fields of a `SKILL.md` (`docs/hosts/copilot-cli.md#fields`).

use super::editions::CopilotCliEdition;
use crate::model::field::{Field, FieldKind, OverLimit, STRING, YAML_BOOLEAN};

/// The pattern for valid names, as Copilot CLI describes them. Whitespace around a name is also
/// accepted.
const NAME: &str = r"^\s*[A-Za-z0-9](?:[A-Za-z0-9._:-]|\s)*$";

/// The key of the frontmatter field with the skill's name. Copilot CLI checks the type of this
/// field, and also of `description`, `argument-hint`, `disable-model-invocation`, `user-invocable`
/// and `allowed-tools`.
pub(super) const NAME_KEY: &str = "name";
pub(super) const DESCRIPTION: &str = "description";
pub(super) const HINT: &str = "argument-hint";
pub(super) const NO_MODEL: &str = "disable-model-invocation";
pub(super) const FOR_USERS: &str = "user-invocable";
pub(super) const TOOLS: &str = "allowed-tools";

/// Frontmatter fields that the host ignores, and that authors write for other readers.
const KEPT: [&str; 3] = ["license", "compatibility", "metadata"];

/// Frontmatter fields that have an effect in other hosts, but not in this host.
const ELSEWHERE: [&str; 5] = ["context", "agent", "model", "paths", "hooks"];

pub(super) fn fields(edition: &CopilotCliEdition) -> Vec<Field> {
    let mut fields = vec![
        Field::new(
            NAME_KEY,
            STRING,
            "what the skill is called; its folder's name when absent",
        )
        .at_most(edition.max_name, OverLimit::SkillDropped)
        .like(NAME),
        Field::new(
            DESCRIPTION,
            STRING,
            "what the model reads before it chooses the skill; the first lines of the text when absent",
        )
        .at_most(edition.max_description, OverLimit::SkillDropped),
        Field::new(HINT, STRING, "shown while the user types"),
        Field::new(
            NO_MODEL,
            YAML_BOOLEAN,
            "`true` keeps the skill from the model",
        )
        .default("false"),
        Field::new(
            FOR_USERS,
            YAML_BOOLEAN,
            "`false` keeps users from running it by its name",
        )
        .default("true"),
        Field::new(
            TOOLS,
            FieldKind::texts(",", true),
            "tools that need no question while the skill is in use",
        ),
    ];
    fields.extend(Field::kept_for_others());
    fields.extend(ELSEWHERE.map(Field::elsewhere));
    fields
}

/// Returns those of the given frontmatter keys that have an effect only in other hosts.
pub(super) fn without_effect(keys: &[String]) -> impl Iterator<Item = &str> {
    (keys.iter().map(String::as_str)).filter(|key| ELSEWHERE.contains(key))
}

/// Returns true if a key is a known frontmatter field that Copilot CLI ignores.
pub(super) fn is_known(key: &str) -> bool {
    KEPT.contains(&key) || ELSEWHERE.contains(&key)
}
