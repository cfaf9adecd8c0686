//! JSON Schemas (draft 2020-12) for editors. There are schemas for the frontmatter and for
//! `agents/openai.yaml` as a host reads them, and a schema for `skillglass.json`. They are built
//! from the same tables that the parsers use.
//!
//! A schema accepts every file that a host accepts without a complaint. It cannot express that
//! hosts fold whitespace before they count characters, or how hosts read invalid YAML.
//! [`lint`](crate::Workspace::lint) checks both.

use serde_json::{Map, Value, json};

use super::config::{self, CONFIG_FILE};
use super::registry::rules;
use super::request::Level;
use crate::host::Host;
use crate::hosts::hosts;
use crate::hosts::{self, HostOptions};
use crate::model::argument::ArgumentError;
use crate::model::field::{Field, FieldFile, FieldKind, FieldStatus, OverLimit, TextFrom};
use crate::text::unicode;

/// The version of JSON Schema in which the schemas are written.
const DIALECT: &str = "https://json-schema.org/draft/2020-12/schema";

/// A pattern that rejects a text that has only whitespace.
const NOT_BLANK: &str = r"\S";

/// A pattern that rejects a text with a comma outside of parentheses.
const NO_COMMA: &str = r"^(?:[^,()]|\([^)]*\))*$";

/// Returns the schema of the frontmatter of a `SKILL.md`. If no edition is given, the schema is for the host's default
/// edition.
///
/// # Errors
/// Returns an error if the host or edition is unknown.
pub fn frontmatter(host: &str, edition: Option<&str>) -> Result<Value, ArgumentError> {
    let host = hosts::open(Some(host), edition, &HostOptions::default())?;
    Ok(of_file(&*host, FieldFile::Frontmatter, "SKILL.md"))
}

/// Returns the schema of `agents/openai.yaml`; `None` if the host does not read that file.
///
/// # Errors
/// Returns an error if the host or edition is unknown.
pub fn openai_yaml(host: &str, edition: Option<&str>) -> Result<Option<Value>, ArgumentError> {
    let host = hosts::open(Some(host), edition, &HostOptions::default())?;
    let reads = (host.format().fields().iter()).any(|field| field.file == FieldFile::OpenaiYaml);
    Ok(reads.then(|| of_file(&*host, FieldFile::OpenaiYaml, "agents/openai.yaml")))
}

/// Returns the schema of `skillglass.json`.
#[must_use]
pub fn configuration() -> Value {
    let levels = [
        Level::Error,
        Level::Warning,
        Level::Info,
        Level::Hint,
        Level::Off,
    ];
    let rules = rules().into_iter().map(|rule| {
        let schema = json!({
            "description": format!("When {}. See {}.", rule.summary, rule.docs()),
            "default": rule.severity,
            "enum": levels,
        });
        (rule.code.to_owned(), schema)
    });
    let hosts = hosts();
    let with_edition = hosts.iter().map(|host| {
        json!({
            "type": "object",
            "properties": {
                "host": { "const": host.host },
                "edition": { "enum": host.editions, "default": host.default },
            },
            "required": ["host"],
            "additionalProperties": false,
        })
    });
    let named = hosts.iter().flat_map(|host| {
        let with_edition = (host.editions.iter()).map(|edition| format!("{}@{edition}", host.host));
        std::iter::once(host.host.clone()).chain(with_edition)
    });
    let names: Vec<_> = named.collect();
    let host_schemas: Vec<_> = std::iter::once(json!({ "enum": names }))
        .chain(with_edition)
        .collect();
    json!({
        "$schema": DIALECT,
        "$id": "urn:skillglass:configuration",
        "title": CONFIG_FILE,
        "description": "What to look for in skills.",
        "type": "object",
        "properties": {
            "$schema": { "type": "string" },
            "hosts": {
                "description": "The target hosts, each by its name or with an edition; all hosts in their default edition if the list is empty.",
                "type": "array",
                "items": { "anyOf": host_schemas },
            },
            "rules": {
                "description": "The level of each rule, where it differs from the rule's default.",
                "type": "object",
                "properties": rules.collect::<Map<_, _>>(),
                "additionalProperties": false,
            },
            "ignore": {
                "description": "Globs of files without findings, relative to this file's directory.",
                "type": "array",
                "items": { "type": "string" },
                "maxItems": config::MAX_GLOBS,
            },
        },
        "additionalProperties": false,
    })
}

fn of_file(host: &dyn Host, file: FieldFile, name: &str) -> Value {
    let fields = host.format().fields().into_iter();
    let fields: Vec<_> = fields.filter(|field| field.file == file).collect();
    let (id, edition) = (host.id(), host.edition());
    let mut schema = object(None, &fields);
    let refuses = file == FieldFile::Frontmatter && host.format().refuses_unknown_fields();
    schema.insert("additionalProperties".to_owned(), json!(!refuses));
    let head = [
        ("$schema", json!(DIALECT)),
        (
            "$id",
            json!(format!("urn:skillglass:{id}:{edition}:{name}")),
        ),
        (
            "title",
            json!(format!("{name} for {} {edition}", hosts::label(id))),
        ),
    ];
    for (key, value) in head {
        schema.insert(key.to_owned(), value);
    }
    Value::Object(schema)
}

/// Returns the schema of the fields directly below the key `parent`, or of the top-level fields if there is no
/// `parent`.
fn object(parent: Option<&str>, fields: &[Field]) -> Map<String, Value> {
    let own = || {
        let below = |field: &&Field| match (parent, field.key.rsplit_once('.')) {
            (None, None) => true,
            (Some(parent), Some((above, _))) => parent == above,
            _ => false,
        };
        fields.iter().filter(below)
    };
    let mut properties = Map::new();
    for field in own() {
        properties.insert(field.name().to_owned(), property(field, fields));
    }
    let required: Vec<_> = (own().filter(|field| field.required))
        .map(Field::name)
        .collect();
    let mut object = Map::new();
    object.insert("type".to_owned(), json!("object"));
    object.insert("properties".to_owned(), Value::Object(properties));
    if !required.is_empty() {
        object.insert("required".to_owned(), json!(required));
    }
    object
}

fn property(field: &Field, fields: &[Field]) -> Value {
    let mut schema = kind(field, fields);
    let mut description = capitalised(field.summary);
    if let Some(limit) = field.limit {
        let characters = limit.characters;
        if limit.over == OverLimit::Shortened {
            description.push_str(&format!(" The list shows at most {characters} characters."));
        } else {
            schema.insert("maxLength".to_owned(), json!(characters));
        }
    }
    match field.status {
        FieldStatus::Deprecated => {
            schema.insert("deprecated".to_owned(), json!(true));
            let instead = field.instead.unwrap_or_default();
            description.push_str(&format!(" Use {instead} in its place."));
        }
        FieldStatus::Read | FieldStatus::Kept | FieldStatus::Ignored => {}
    }
    if let Some((other, value)) = field.with {
        description.push_str(&format!(" Counts only with `{other}: {value}`."));
    }
    if let Some(default) = field.default {
        let value = field.boolean(default).map_or(json!(default), Value::Bool);
        schema.insert("default".to_owned(), value);
    }
    schema.insert("description".to_owned(), json!(description));
    Value::Object(schema)
}

/// Returns a summary as a sentence, with an uppercase first letter and a full stop.
fn capitalised(summary: &str) -> String {
    unicode::capitalized(summary) + "."
}

fn kind(field: &Field, fields: &[Field]) -> Map<String, Value> {
    // If a host ignores a field, every value is allowed.
    if field.status == FieldStatus::Ignored {
        return Map::new();
    }
    let schema = match field.kind {
        FieldKind::Anything => json!({}),
        FieldKind::Text { from } => text(field, from),
        FieldKind::Boolean { yes, no, quoted } => boolean(yes, no, quoted),
        FieldKind::OneOf { values, numbers } => {
            let words = std::iter::once(Value::Null).chain(values.iter().map(|word| json!(word)));
            let words: Vec<_> = words.collect();
            if numbers {
                json!({ "anyOf": [{ "enum": words }, { "type": "number" }] })
            } else {
                json!({ "enum": words })
            }
        }
        FieldKind::Texts {
            separators,
            list,
            values,
        } => {
            let item = match values {
                [] => json!({ "type": "string" }),
                values => json!({ "enum": values }),
            };
            let mut forms = Vec::new();
            if let Some(separators) = separators {
                forms.push(if separators.contains(',') || list {
                    json!({ "type": ["string", "null"] })
                } else {
                    json!({ "type": ["string", "null"], "pattern": NO_COMMA })
                });
            }
            if list {
                forms.push(json!({ "type": "array", "items": item }));
            }
            match forms.len() {
                1 => forms.remove(0),
                _ => json!({ "anyOf": forms }),
            }
        }
        FieldKind::Hint => json!({ "type": ["string", "number", "null", "array"] }),
        FieldKind::Map { texts } => {
            let mut map = object(Some(field.key), fields);
            map.insert("type".to_owned(), json!(["object", "null"]));
            if texts {
                let text = json!({ "type": ["string", "number", "boolean", "null"] });
                map.insert("additionalProperties".to_owned(), text);
            }
            Value::Object(map)
        }
        FieldKind::List => {
            let item = object(Some(&format!("{}[]", field.key)), fields);
            json!({ "type": "array", "items": item })
        }
        FieldKind::Hooks { events } => json!({
            "type": ["object", "null"],
            "propertyNames": { "enum": events },
            "additionalProperties": {
                "type": "array",
                "items": {
                    "type": "object",
                    "properties": {
                        "matcher": { "type": ["string", "null"] },
                        "hooks": {
                            "type": "array",
                            "items": {
                                "type": "object",
                                "properties": { "type": { "type": "string" } },
                                "required": ["type"],
                            },
                        },
                    },
                    "required": ["hooks"],
                },
            },
        }),
    };
    match schema {
        Value::Object(schema) => schema,
        _ => Map::new(),
    }
}

fn text(field: &Field, from: TextFrom) -> Value {
    let scalars: &[&str] = match from {
        TextFrom::Strings => &["string"],
        TextFrom::StringsAndNumbers => &["string", "number", "null"],
        TextFrom::Scalars => &["string", "number", "boolean", "null"],
    };
    // For a host that requires the field, null is the same as an absent field. If the host also accepts every scalar as
    // text, an empty text is the same as an absent field, too.
    let types: Vec<_> = (scalars.iter())
        .filter(|known| !(field.required && **known == "null"))
        .collect();
    let pattern = match (field.pattern, from) {
        (Some(pattern), _) => Some(pattern),
        (None, TextFrom::Scalars) if field.required || field.limit.is_some_and(drops) => {
            Some(NOT_BLANK)
        }
        (None, _) => None,
    };
    match pattern {
        Some(pattern) => json!({ "type": types, "pattern": pattern }),
        None => json!({ "type": types }),
    }
}

/// Returns true if a host loads the skill but ignores the field when the field is too long. Such a
/// host also ignores an empty field.
fn drops(limit: crate::model::field::Limit) -> bool {
    limit.over == OverLimit::FieldDropped
}

/// Returns the schema of a field whose value is true, false or null. If `quoted` is true, the
/// schema also allows the words in the lists `yes` and `no`, in uppercase or lowercase. If a word
/// in the lists is a number, such as `1`, it is also allowed without quotes.
fn boolean(yes: &[&str], no: &[&str], quoted: bool) -> Value {
    if !quoted {
        return json!({ "type": ["boolean", "null"] });
    }
    let words = || yes.iter().chain(no);
    let in_any_case = |word: &&str| -> String {
        let letters = word.chars().map(|letter| {
            if letter.is_ascii_alphabetic() {
                format!("[{}{letter}]", letter.to_ascii_uppercase())
            } else {
                letter.to_string()
            }
        });
        letters.collect()
    };
    let alternatives: Vec<_> = words().map(in_any_case).collect();
    let numbers: Vec<u32> = words().filter_map(|word| word.parse().ok()).collect();
    let mut forms = vec![
        json!({ "type": ["boolean", "null"] }),
        json!({ "type": "string", "pattern": format!(r"^\s*(?:{})\s*$", alternatives.join("|")) }),
    ];
    if !numbers.is_empty() {
        forms.push(json!({ "enum": numbers }));
    }
    json!({ "anyOf": forms })
}
