//! The table of fields of a skill or command, which the parser follows
//! (docs/hosts/claude-code.md#parsing-skillmd).

use super::editions::{Booleans, ClaudeCodeEdition};
use super::hooks;
use super::names::{DEFAULT_SHELL, FORK, POWERSHELL};
use crate::model::field::{Field, FieldKind, FieldStatus, OverLimit, TextFrom, WORD_BOOLEAN};

/// The kind of a field with a text. Since version 2.1.47, a number without quotes is also accepted.
const TEXT: FieldKind = FieldKind::Text {
    from: TextFrom::StringsAndNumbers,
};

/// The kind of a field with permission rules on tools: one text with separators, or a list.
const TOOLS: FieldKind = FieldKind::texts(" ,", true);

/// The number of fields in `TABLE`.
const COUNT: usize = 24;

/// The frontmatter fields that Claude Code knows, with the values that most editions have.
const TABLE: [Field; COUNT] = [
    Field::new("name", TEXT, "a label; the folder names the skill"),
    Field::new(
        "description",
        TEXT,
        "the text that the model reads before it chooses the skill; without it, the beginning of the text is used",
    ),
    Field::new("when_to_use", TEXT, "follows the description in the list"),
    Field::new(
        "argument-hint",
        FieldKind::Hint,
        "is shown while the user types",
    ),
    Field::new(
        "arguments",
        FieldKind::texts(" ", true),
        "names of the arguments, in their order, for `$name` in the text",
    ),
    Field::new(
        "disable-model-invocation",
        WORD_BOOLEAN,
        "keeps the model from choosing the skill on its own",
    )
    .default("false"),
    Field::new(
        "user-invocable",
        WORD_BOOLEAN,
        "`false` keeps users from running it by its name",
    )
    .default("true"),
    Field::new(
        "allowed-tools",
        TOOLS,
        "lets these tools run without a question; does not restrict other tools",
    ),
    Field::new(
        "disallowed-tools",
        TOOLS,
        "takes these tools away for a turn",
    ),
    Field::new(
        "model",
        TEXT,
        "changes the model for a turn, or for the sub-agent",
    ),
    Field::new("effort", TEXT, "changes the effort for a turn"),
    Field::new(
        "context",
        FieldKind::one_of(&[FORK, "inline"]),
        "`fork` gives the skill to a sub-agent",
    )
    .default("inline"),
    Field::new(
        "agent",
        TEXT,
        "the type of the sub-agent, with `context: fork`",
    )
    .with("context", FORK),
    Field::new(
        "background",
        WORD_BOOLEAN,
        "whether the conversation goes on meanwhile, with `context: fork`",
    )
    .default("true")
    .with("context", FORK),
    Field::new(
        "hooks",
        FieldKind::Hooks {
            events: &hooks::EVENTS,
        },
        "registers them for the session",
    ),
    Field::new(
        "paths",
        FieldKind::texts(",", true),
        "hides the skill until a file that matches one of these patterns is touched",
    ),
    Field::new(
        "shell",
        FieldKind::one_of(&[DEFAULT_SHELL, POWERSHELL]),
        "what runs the commands in the text",
    )
    .default(DEFAULT_SHELL),
    Field::kept(
        "metadata",
        FieldKind::Map { texts: false },
        "is kept for other programs",
    ),
    Field::kept("license", TEXT, "is kept for people"),
    Field::kept("compatibility", TEXT, "is kept for people"),
    // These fields exist since edition `2026-04`; the documentation does not mention them.
    Field::kept("version", TEXT, "is kept for people"),
    spelt("display-name"),
    spelt("default-enabled"),
    spelt("fallback"),
];

/// Returns the table of frontmatter fields for an edition.
pub(super) fn fields(edition: &ClaudeCodeEdition) -> [Field; COUNT] {
    let booleans = match edition.booleans {
        Booleans::Words => WORD_BOOLEAN,
        Booleans::TrueFalse => FieldKind::Boolean {
            yes: &["true"],
            no: &["false"],
            quoted: true,
        },
    };
    TABLE.map(|field| {
        let kind = if field.kind == WORD_BOOLEAN {
            booleans
        } else {
            field.kind
        };
        let field = Field { kind, ..field };
        match field.key {
            "description" => match edition.list.max_description {
                Some(characters) => field.at_most(characters as usize, OverLimit::Shortened),
                None => field,
            },
            "effort" => Field {
                kind: FieldKind::OneOf {
                    values: edition.efforts,
                    numbers: edition.numbers_as_effort,
                },
                ..field
            },
            "paths" => Field {
                kind: FieldKind::texts(",", edition.path_lists),
                ..field
            },
            "disallowed-tools" if !edition.disallows_tools => field.status(FieldStatus::Ignored),
            "background" if !edition.forks_in_background => field.status(FieldStatus::Ignored),
            _ => field,
        }
    })
}

/// Returns a field that Claude Code accepts, but that has no known effect. Its key may be in kebab,
/// snake or camel case (docs/hosts/claude-code.md#versions).
const fn spelt(key: &'static str) -> Field {
    Field {
        any_spelling: true,
        ..Field::kept(key, FieldKind::Anything, "is known, and nothing more is")
    }
}
