//! The fields of a skill or a command, as the parser reads them (docs/hosts/claude-code.md#parsing-skillmd).

use super::editions::{Booleans, Edition};
use super::hooks;
use super::names::{DEFAULT_SHELL, FORK, POWERSHELL};
use crate::model::field::{Field, FieldKind, FieldStatus, OverLimit, TextFrom};

/// Bare numbers count as text (2.1.47).
const TEXT: FieldKind = FieldKind::Text {
    from: TextFrom::StringsAndNumbers,
};

/// Rules on tools, in one text or a list.
const TOOLS: FieldKind = FieldKind::Texts {
    separators: Some(" ,"),
    list: true,
    values: &[],
};

/// How many fields there are.
const COUNT: usize = 24;

/// The fields of an edition.
pub(super) const fn fields(edition: &Edition) -> [Field; COUNT] {
    let boolean = match edition.booleans {
        Booleans::TrueFalse => FieldKind::Boolean {
            yes: &["true"],
            no: &["false"],
            quoted: true,
        },
        Booleans::Words => FieldKind::Boolean {
            yes: &["true", "yes", "on", "1"],
            no: &["false", "no", "off", "0"],
            quoted: true,
        },
    };
    let description = Field::new(
        "description",
        TEXT,
        "what the model reads before it chooses the skill; without it, the beginning of the text stands in",
    );
    let fork_only = read_if(edition.forks_in_background);
    [
        Field::new("name", TEXT, "a label; the folder names the skill"),
        match edition.list.max_description {
            Some(characters) => description.at_most(characters as usize, OverLimit::Shortened),
            None => description,
        },
        Field::new(
            "when_to_use",
            TEXT,
            "stands behind the description in the list",
        ),
        Field::new(
            "argument-hint",
            FieldKind::Hint,
            "is shown while the user types",
        ),
        Field::new(
            "arguments",
            FieldKind::Texts {
                separators: Some(" "),
                list: true,
                values: &[],
            },
            "names of the arguments, in their order, for `$name` in the text",
        ),
        Field::new(
            "disable-model-invocation",
            boolean,
            "keeps the model from choosing it by itself",
        )
        .default("false"),
        Field::new(
            "user-invocable",
            boolean,
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
        )
        .status(read_if(edition.disallows_tools)),
        Field::new(
            "model",
            TEXT,
            "changes the model for a turn, or for the sub-agent",
        ),
        Field::new(
            "effort",
            FieldKind::OneOf {
                values: edition.efforts,
                numbers: edition.numbers_as_effort,
            },
            "changes the effort for a turn",
        ),
        Field::new(
            "context",
            FieldKind::OneOf {
                values: &[FORK, "inline"],
                numbers: false,
            },
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
            boolean,
            "whether the conversation goes on meanwhile, with `context: fork`",
        )
        .default("true")
        .status(fork_only)
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
            FieldKind::Texts {
                separators: Some(","),
                list: edition.path_lists,
                values: &[],
            },
            "keeps the skill away until a file that one of these patterns matches is touched",
        ),
        Field::new(
            "shell",
            FieldKind::OneOf {
                values: &[DEFAULT_SHELL, POWERSHELL],
                numbers: false,
            },
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
        // Known of edition `2026-04`; the documentation does not name it.
        Field::kept("version", TEXT, "is kept for people"),
        spelt("display-name"),
        spelt("default-enabled"),
        spelt("fallback"),
    ]
}

/// A key that may be written in kebab, snake or camel case; what it does is not known
/// (docs/hosts/claude-code.md#versions).
const fn spelt(key: &'static str) -> Field {
    Field {
        any_spelling: true,
        ..Field::kept(key, FieldKind::Anything, "is known, and nothing more is")
    }
}

const fn read_if(is_read: bool) -> FieldStatus {
    if is_read {
        FieldStatus::Read
    } else {
        FieldStatus::Ignored
    }
}
