//! The table of frontmatter fields of a `SKILL.md` (`docs/hosts/vscode.md#fields`).

use super::editions::VscodeEdition;
use crate::model::field::{Field, FieldKind, FieldStatus, OverLimit, SCALAR};

/// The type of a field whose value is `true` or `false` in lowercase, with or without quotes. Other
/// hosts have other rules for booleans.
const BOOLEAN: FieldKind = FieldKind::one_of(&["true", "false"]);

pub(super) const NAME: &str = "name";
pub(super) const DESCRIPTION: &str = "description";
pub(super) const HINT: &str = "argument-hint";
pub(super) const NO_MODEL: &str = "disable-model-invocation";
pub(super) const FOR_USERS: &str = "user-invocable";

/// The former key of the field `user-invocable`, which VS Code still reads.
pub(super) const FOR_USERS_BEFORE: &str = "user-invokable";

/// Frontmatter fields that the host ignores, and that authors write for other readers.
const KEPT: [&str; 3] = ["license", "compatibility", "metadata"];

/// Frontmatter fields that have an effect in other hosts, but not in this host.
const ELSEWHERE: [&str; 6] = [
    "allowed-tools",
    "context",
    "agent",
    "model",
    "paths",
    "hooks",
];

pub(super) fn fields(edition: &VscodeEdition) -> Vec<Field> {
    let for_users = |key| {
        Field::new(
            key,
            BOOLEAN,
            "`false` takes it out of the menu that a slash opens; typed in full it still runs",
        )
        .default("true")
    };
    let mut fields = vec![
        Field::new(
            NAME,
            SCALAR,
            "what menus show; the skill is called as its folder",
        ),
        Field::new(
            DESCRIPTION,
            SCALAR,
            "what the model reads before it chooses the skill; without it the skill is not listed",
        )
        .at_most(edition.max_description, OverLimit::Shortened),
        Field::new(HINT, SCALAR, "shown while the user types"),
        Field::new(NO_MODEL, BOOLEAN, "`true` keeps the skill out of the list").default("false"),
        for_users(FOR_USERS),
        Field {
            status: FieldStatus::Deprecated,
            instead: Some(FOR_USERS),
            ..for_users(FOR_USERS_BEFORE)
        },
    ];
    fields.extend(KEPT.map(|key| Field::kept(key, FieldKind::Anything, "may be anything")));
    fields.extend(ELSEWHERE.map(Field::elsewhere));
    fields
}

/// Returns true if a key is in this file's lists of frontmatter fields.
pub(super) fn is_known(key: &str) -> bool {
    let read = [
        NAME,
        DESCRIPTION,
        HINT,
        NO_MODEL,
        FOR_USERS,
        FOR_USERS_BEFORE,
    ];
    read.contains(&key) || KEPT.contains(&key) || is_elsewhere(key)
}

/// Returns true if a frontmatter key has an effect only in other hosts.
pub(super) fn is_elsewhere(key: &str) -> bool {
    ELSEWHERE.contains(&key)
}
