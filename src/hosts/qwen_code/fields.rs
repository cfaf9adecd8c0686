//! The table of fields of a `SKILL.md` (`docs/hosts/qwen-code.md#frontmatter`).

use crate::model::field::{Field, FieldKind, SCALAR, STRING};

/// The pattern that a skill's name must match.
pub(super) const NAME: &str = r"^[\p{L}\p{N}_:.-]+$";

/// The names of the events at which hooks can run.
pub(super) const EVENTS: &[&str] = &[
    "PreToolUse",
    "PostToolUse",
    "PostToolUseFailure",
    "PostToolBatch",
    "Notification",
    "UserPromptSubmit",
    "UserPromptExpansion",
    "SessionStart",
    "Stop",
    "MessageDisplay",
    "SubagentStart",
    "SubagentStop",
    "PreCompact",
    "PostCompact",
    "SessionEnd",
    "SessionDelete",
    "PermissionRequest",
    "PermissionDenied",
    "StopFailure",
    "TodoCreated",
    "TodoCompleted",
    "InstructionsLoaded",
];

/// The type of a field whose value is `true` or `false`, with or without quotes.
const BOOLEAN: FieldKind = FieldKind::Boolean {
    yes: &["true"],
    no: &["false"],
    quoted: true,
};

/// The type of a field whose value must be a list.
const LIST: FieldKind = FieldKind::Texts {
    separators: None,
    list: true,
    values: &[],
};

pub(super) fn fields() -> Vec<Field> {
    let mut fields = vec![
        Field::new("name", SCALAR, "what the skill is called")
            .required(true)
            .like(NAME),
        Field::new(
            "description",
            SCALAR,
            "what the model reads before it chooses the skill",
        )
        .required(true),
        Field::new(
            "when_to_use",
            STRING,
            "shown after the description in the list",
        ),
        Field::new("argument-hint", STRING, "shown while the user types"),
        Field::new(
            "model",
            STRING,
            "the model of the turn in which the model uses the skill; a value that is not text drops the skill",
        ),
        Field::new(
            "disable-model-invocation",
            BOOLEAN,
            "`true` keeps the skill from the model",
        )
        .default("false"),
        Field::new(
            "user-invocable",
            BOOLEAN,
            "`false` keeps users from running it by its name",
        )
        .default("true"),
        Field::new(
            "allowedTools",
            LIST,
            "tools that need no question while the skill is in use; a value that is no list drops the skill",
        ),
        Field::new(
            "paths",
            LIST,
            "the model sees the skill after a file that matches a pattern was read or written; a value that is no list drops the skill",
        ),
        Field::new(
            "hooks",
            FieldKind::Hooks { events: EVENTS },
            "hooks of the session",
        ),
        Field::kept("priority", FieldKind::Anything, "is kept as a number"),
    ];
    fields.extend(Field::kept_for_others());
    let mut fields = Field::with_ignored(fields);
    fields.push(Field::elsewhere("effort"));
    fields
}
