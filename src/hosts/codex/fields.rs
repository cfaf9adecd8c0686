//! Tables of the fields in `SKILL.md` and `agents/openai.yaml`, which the parsers use
//! (`docs/hosts/codex.md#parsing-skillmd`, `docs/hosts/codex.md#agentsopenaiyaml`).

use super::editions::CodexEdition;
use super::names::MAX_NAME;
use super::openai_yaml::{MAX_LONG, MAX_SHORT, PRODUCTS};
use crate::model::field::{Field, FieldFile, FieldKind, OverLimit, SCALAR, YAML_BOOLEAN};

/// The kind of a field whose value is a map. Codex reads some of the fields in this map.
const BLOCK: FieldKind = FieldKind::Map { texts: false };

pub(super) fn fields(edition: &CodexEdition) -> Vec<Field> {
    let mut fields = frontmatter(edition).to_vec();
    fields.extend(openai_yaml().map(|field| field.of(FieldFile::OpenaiYaml)));
    fields
}

fn frontmatter(edition: &CodexEdition) -> [Field; 4] {
    let limited = |field: Field| match edition.max_description {
        Some(characters) => field.at_most(characters, OverLimit::SkillDropped),
        None => field,
    };
    let description = limited(
        Field::new(
            "description",
            SCALAR,
            "what the model reads before it chooses the skill",
        )
        .required(true),
    );
    [
        Field::new("name", SCALAR, "what the skill is mentioned by")
            .required(!edition.name_may_be_missing)
            .at_most(MAX_NAME, OverLimit::SkillDropped),
        match edition.list.max_description {
            Some(characters) => description.at_most(characters, OverLimit::Shortened),
            None => description,
        },
        Field::kept("metadata", BLOCK, "of its entries the host reads one"),
        limited(Field::new(
            "metadata.short-description",
            SCALAR,
            "is what menus show",
        )),
    ]
}

fn openai_yaml() -> [Field; 18] {
    let short =
        |key, summary| Field::new(key, SCALAR, summary).at_most(MAX_SHORT, OverLimit::FieldDropped);
    let long =
        |key, summary| Field::new(key, SCALAR, summary).at_most(MAX_LONG, OverLimit::FieldDropped);
    let icon = |key, summary| {
        Field::new(key, SCALAR, summary).like(r"^(?!(?:.*/)?\.\.(?:/|$))(?:\./+)*assets(?:/|$)")
    };
    [
        Field::new("interface", BLOCK, "how user interfaces show the skill"),
        short("interface.display_name", "the name shown"),
        long("interface.short_description", "the description shown"),
        icon(
            "interface.icon_small",
            "the small icon, a file below assets/",
        ),
        icon(
            "interface.icon_large",
            "the large icon, a file below assets/",
        ),
        Field::new("interface.brand_color", SCALAR, "a colour, #RRGGBB")
            .like(r"^\s*#[0-9A-Fa-f]{6}\s*$"),
        long("interface.default_prompt", "a prompt to start from"),
        Field::new("dependencies", BLOCK, "what the skill needs"),
        Field::new(
            "dependencies.tools",
            FieldKind::List,
            "the tools that it needs; variables and servers that are missing are asked for",
        ),
        short("dependencies.tools[].type", "such as mcp, env_var or cli").required(true),
        long(
            "dependencies.tools[].value",
            "the server, the variable, the program",
        )
        .required(true),
        long("dependencies.tools[].description", "what it is"),
        short(
            "dependencies.tools[].transport",
            "how a server is spoken to",
        ),
        long("dependencies.tools[].command", "how a server is started"),
        long("dependencies.tools[].url", "where a server is"),
        Field::new("policy", BLOCK, "how the skill may be used"),
        Field::new(
            "policy.allow_implicit_invocation",
            YAML_BOOLEAN,
            "`false` keeps the model from choosing the skill on its own",
        )
        .default("true"),
        Field::new(
            "policy.products",
            FieldKind::Texts {
                separators: None,
                list: true,
                values: &PRODUCTS,
            },
            "the products that the skill is restricted to",
        ),
    ]
}
