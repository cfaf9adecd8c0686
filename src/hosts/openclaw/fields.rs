//! The table of frontmatter fields of a `SKILL.md` (`docs/hosts/openclaw.md#frontmatter`).

use crate::model::field::{Field, FieldKind, SCALAR, WORD_BOOLEAN};

pub(super) fn fields() -> Vec<Field> {
    let fields =
        vec![
        Field::new("name", SCALAR, "what the skill is called; the folder's name when absent"),
        Field::new(
            "description",
            SCALAR,
            "what the model reads before it chooses the skill; without it the skill does not load",
        )
        .required(true),
        Field::new(
            "user-invocable",
            WORD_BOOLEAN,
            "`false` keeps the skill from being a command",
        )
        .default("true"),
        Field::new(
            "disable-model-invocation",
            WORD_BOOLEAN,
            "keeps the skill out of the list; its command stays",
        )
        .default("false"),
        Field::new(
            "metadata",
            FieldKind::Anything,
            "under `openclaw`, what the skill needs of the machine, as JSON5 or a mapping",
        ),
        Field::new(
            "command-dispatch",
            FieldKind::one_of(&["tool"]),
            "`tool`: the command calls a tool in place of the model",
        ),
        Field::new("command-tool", SCALAR, "the tool that the command calls")
            .with("command-dispatch", "tool"),
        Field::kept("command-arg-mode", SCALAR, "is always `raw`"),
        Field::new("emoji", SCALAR, "a picture for user interfaces"),
        Field::new("homepage", SCALAR, "the skill's page in the web"),
        Field::new("website", SCALAR, "is used if `homepage` is missing"),
        Field::new("url", SCALAR, "is used if `homepage` is missing"),
        Field::kept("license", FieldKind::Anything, "is kept for people"),
        Field::kept("compatibility", FieldKind::Anything, "is kept for people"),
        Field::kept("version", FieldKind::Anything, "is kept for people"),
    ];
    Field::with_ignored(fields)
}
