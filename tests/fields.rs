//! Checks the tables of the fields that each host reads: a field in the table has an effect, any
//! other field has none.

use std::collections::BTreeSet;
use std::sync::Arc;

use serde_json::{Value, json};
use skillglass::Workspace;
use skillglass::hosts::{self, hosts};
use skillglass::lint::schema;
use skillglass::model::catalog::{Catalog, FaultCode};
use skillglass::model::field::{Field, FieldFile, FieldKind, FieldStatus, OverLimit};

use crate::common::{Files, in_repo, skills_folder};

/// Returns the table of fields of every edition of every host, as the host's id, the edition and
/// the fields.
fn tables() -> Vec<(String, String, Vec<Field>)> {
    let each = hosts().into_iter().flat_map(|host| {
        let name = host.host.clone();
        (host.editions.into_iter()).map(move |edition| (name.clone(), edition))
    });
    each.map(|(host, edition)| {
        let fields = hosts::fields(&host, Some(&edition)).unwrap();
        (host, edition, fields)
    })
    .collect()
}

fn catalog(host: &str, edition: &str, frontmatter: &str, openai: Option<&str>) -> Arc<Catalog> {
    let mut workspace = Workspace::new(&in_repo(host).edition(edition)).unwrap();
    let folder = format!("{}/pdf", skills_folder(host));
    let text = format!("---\n{frontmatter}---\nBody.\n");
    workspace.put(format!("{folder}/SKILL.md"), text.as_str());
    if let Some(openai) = openai {
        workspace.put(format!("{folder}/agents/openai.yaml"), openai);
    }
    workspace.catalog()
}

/// Returns the first skill as JSON, without the size and the list of unknown fields, which change
/// with every edit of the file. Returns `None` if no skill was loaded.
fn skill(catalog: &Catalog) -> Option<Value> {
    let mut skill = serde_json::to_value(catalog.skills.first()?).unwrap();
    skill["bytes"] = json!(0);
    if let Some(fields) = skill["frontmatter"].as_object_mut() {
        fields.remove("unknown");
    }
    Some(skill)
}

/// Returns the first skill as JSON like [`skill`], but without all fields of the frontmatter.
/// `None` if no skill was loaded.
fn effect(catalog: &Catalog) -> Option<Value> {
    let mut skill = skill(catalog)?;
    skill["frontmatter"] = Value::Null;
    Some(skill)
}

/// Returns frontmatter with a field, after the fields that every skill has. If the field belongs to
/// `agents/openai.yaml`, the second value is the text of that file.
fn with(field: &Field, value: &str) -> (String, Option<String>) {
    let lines = nested(field.key, value);
    let base = ["name", "description"]
        .into_iter()
        .filter(|key| *key != field.key);
    let mut base: String = base.map(|key| format!("{key}: pdf\n")).collect();
    match field.file {
        FieldFile::Frontmatter => {
            base.push_str(&lines);
            (base, None)
        }
        FieldFile::OpenaiYaml => (base, Some(lines)),
    }
}

/// Returns YAML that sets a field, given by a key with dots, to a value. An entry of a list gets
/// the keys `type` and `value`, without which it is not valid.
fn nested(key: &str, value: &str) -> String {
    let mut lines = String::new();
    let mut indentation = String::new();
    let mut parts = key.split('.').peekable();
    while let Some(part) = parts.next() {
        let rest = if parts.peek().is_none() { value } else { "" };
        let name = part.trim_end_matches("[]");
        lines.push_str(&format!("{indentation}{name}: {rest}\n"));
        indentation.push_str("  ");
        if part.ends_with("[]") {
            lines.push_str(&format!("{indentation}-\n"));
            indentation.push_str("  ");
            for needed in ["type", "value"] {
                if parts.peek() != Some(&needed) {
                    lines.push_str(&format!("{indentation}{needed}: x\n"));
                }
            }
        }
    }
    lines
}

/// Returns a value that the field accepts and that differs from the field's default.
fn sample(field: &Field) -> &'static str {
    match (field.key, field.kind) {
        ("name", _) => "\"csv\"",
        ("metadata", FieldKind::Anything) => "{openclaw: {emoji: 'x'}}",
        ("interface.brand_color", _) => "\"#112233\"",
        ("interface.icon_small" | "interface.icon_large", _) => "assets/a.png",
        ("dependencies.tools", _) => "[{type: mcp, value: x}]",
        ("dependencies", _) => "{tools: [{type: mcp, value: x}]}",
        ("interface", _) => "{display_name: x}",
        ("hooks", _) => "{Stop: [{hooks: [{type: command, command: ls}]}]}",
        (_, FieldKind::Boolean { .. }) => "false",
        (_, FieldKind::OneOf { values, .. }) => values[0],
        (
            _,
            FieldKind::Texts {
                values: [first, ..],
                ..
            },
        ) => match *first {
            "chatgpt" => "[codex]",
            other => panic!("no sample of a list of {other}"),
        },
        (_, FieldKind::Map { .. }) => "{a: b}",
        (_, FieldKind::List) => "[x]",
        _ => "\"x\"",
    }
}

#[test]
fn every_field_that_is_read_changes_the_skill() {
    for (host, edition, fields) in tables() {
        let plain = catalog(&host, &edition, "name: pdf\ndescription: pdf\n", None);
        for field in fields.iter().filter(|field| field.is_read()) {
            let (text, openai) = with(field, sample(field));
            let changed = catalog(&host, &edition, &text, openai.as_deref());
            // Another name can make an edition refuse the skill. This is an effect as well.
            assert_ne!(
                skill(&changed),
                skill(&plain),
                "{host} {edition} {}",
                field.key
            );
            // A name that differs from the folder's name has its own message, so it is not
            // compared.
            if field.key != "name" {
                assert_eq!(
                    changed.ignored, plain.ignored,
                    "{host} {edition} {}",
                    field.key
                );
            }
        }
    }
}

#[test]
fn a_field_that_is_not_read_has_no_effect_and_is_no_unknown_one() {
    for (host, edition, fields) in tables() {
        let plain = catalog(&host, &edition, "name: pdf\ndescription: pdf\n", None);
        for field in fields.iter().filter(|field| !field.is_read()) {
            let (text, _) = with(field, sample(field));
            let changed = catalog(&host, &edition, &text, None);
            let where_ = format!("{host} {edition} {}", field.key);
            assert_eq!(effect(&changed), effect(&plain), "{where_}");
            let fields = changed.skills[0].frontmatter.as_ref();
            assert!(
                fields.is_none_or(|fields| fields.unknown.is_empty()),
                "{where_}"
            );
            let is_noted = changed
                .ignored
                .iter()
                .any(|it| it.field.as_deref() == Some(field.key));
            assert!(
                !is_noted || field.status == FieldStatus::Ignored,
                "{where_}"
            );
        }
    }
}

#[test]
fn a_key_that_is_in_no_table_has_no_effect_or_is_refused() {
    let tables = tables();
    let all: BTreeSet<_> = (tables.iter())
        .flat_map(|(_, _, fields)| fields)
        .filter(|field| field.file == FieldFile::Frontmatter && !field.key.contains('.'))
        .map(|field| field.key)
        .chain(["nonsense", "Name", "allowed_tools"])
        .collect();
    for (host, edition, fields) in &tables {
        let plain = catalog(host, edition, "name: pdf\ndescription: pdf\n", None);
        for key in &all {
            if fields.iter().any(|field| field.is(key)) {
                continue;
            }
            let text = format!("name: pdf\ndescription: pdf\n{key}: true\n");
            let changed = catalog(host, edition, &text, None);
            // For Agent Framework, a known field in another case is a fault.
            if host == "agent-framework" && *key == "Name" {
                assert!(changed.skills.is_empty(), "{host} {edition} {key}");
                continue;
            }
            let schema = schema::frontmatter(host, Some(edition)).unwrap();
            let refuses = schema["additionalProperties"] == false;
            let is_dropped =
                (changed.errors.iter()).any(|error| error.code == FaultCode::UnknownField);
            if refuses && is_dropped {
                assert!(changed.skills.is_empty(), "{host} {edition} {key}");
                continue;
            }
            assert_eq!(skill(&changed), skill(&plain), "{host} {edition} {key}");
            assert_eq!(
                !changed.ignored.is_empty(),
                refuses,
                "{host} {edition} {key}"
            );
        }
    }
}

#[test]
fn the_words_of_a_boolean_mean_what_the_table_says() {
    let words = [
        "true", "false", "yes", "no", "on", "off", "1", "0", "maybe", "True",
    ];
    for (host, edition, fields) in tables() {
        let booleans = (fields.iter())
            .filter(|field| field.is_read() && matches!(field.kind, FieldKind::Boolean { .. }));
        for field in booleans {
            let read = |word: &str| {
                let (text, openai) = with(field, word);
                skill(&catalog(&host, &edition, &text, openai.as_deref()))
            };
            let without = {
                let (text, openai) = with(field, "~");
                skill(&catalog(&host, &edition, &text, openai.as_deref()))
            };
            for word in words {
                let as_table_says = match field.boolean(word) {
                    Some(true) => read("true"),
                    Some(false) => read("false"),
                    None => without.clone(),
                };
                // One value of the wrong type makes Codex ignore the whole file. Without the file,
                // the skill would have a policy.
                if field.file == FieldFile::OpenaiYaml && field.boolean(word).is_none() {
                    assert!(read(word).unwrap()["policy"].is_null(), "{word}");
                    continue;
                }
                // Cline drops a skill if this value is not a boolean.
                if host == "cline" && field.boolean(word).is_none() {
                    assert_eq!(read(word), None, "{word}");
                    continue;
                }
                // Metadata keeps the written word as well, so only the effect is compared.
                if field.key.starts_with("metadata.") {
                    let visibility = |skill: Option<Value>| skill.unwrap()["visibility"].clone();
                    assert_eq!(visibility(read(word)), visibility(as_table_says), "{word}");
                    continue;
                }
                assert_eq!(
                    read(word),
                    as_table_says,
                    "{host} {edition} {} {word}",
                    field.key
                );
            }
        }
    }
}

#[test]
fn a_text_over_a_limit_comes_to_what_the_table_says() {
    for (host, edition, fields) in tables() {
        for field in &fields {
            let Some(limit) = field.limit else { continue };
            let read = |length: usize| {
                let (mut text, openai) = with(field, &"a".repeat(length));
                // A name that fits is replaced by `pdf`, because some hosts require the name of the
                // folder.
                if field.key == "name" && length <= limit.characters {
                    text = text.replace(&"a".repeat(length), "pdf");
                }
                catalog(&host, &edition, &text, openai.as_deref())
            };
            let (fits, over) = (read(limit.characters), read(limit.characters + 1));
            let where_ = format!("{host} {edition} {}", field.key);
            let notes = |catalog: &Catalog| {
                let of_field = |it: &str| it.replace("[0]", "[]") == field.key;
                let mut ignored = catalog.ignored.iter();
                ignored.any(|it| it.field.as_deref().is_some_and(of_field))
            };
            assert_eq!(fits.skills.len(), 1, "{where_}");
            assert!(!notes(&fits), "{where_}");
            match limit.over {
                OverLimit::SkillDropped => assert!(over.skills.is_empty(), "{where_}"),
                OverLimit::FieldDropped | OverLimit::Advised => {
                    assert_eq!(over.skills.len(), 1, "{where_}");
                    assert!(notes(&over), "{where_}");
                }
                OverLimit::Shortened => {
                    assert_eq!(over.skills.len(), 1, "{where_}");
                    assert!(!notes(&over), "{where_}");
                }
            }
        }
    }
}

#[test]
fn a_skill_without_a_required_field_is_refused_or_found_faulty() {
    for (host, edition, fields) in tables() {
        let frontmatter = (fields.iter()).filter(|field| {
            field.file == FieldFile::Frontmatter && matches!(field.key, "name" | "description")
        });
        for field in frontmatter {
            let other = if field.key == "name" {
                "description"
            } else {
                "name"
            };
            let catalog = catalog(&host, &edition, &format!("{other}: pdf\n"), None);
            let is_faulty = catalog.skills.is_empty()
                || (catalog.ignored.iter()).any(|it| it.field.as_deref() == Some(field.key));
            assert_eq!(is_faulty, field.required, "{host} {edition} {}", field.key);
        }
    }
}
