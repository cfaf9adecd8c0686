//! Checks that the JSON schemas follow the tables of fields. The tests of the npm package run a
//! validator on the schemas.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use skillglass::hosts::{self, hosts};
use skillglass::lint::{rules, schema};
use skillglass::model::field::FieldFile;

fn editions() -> Vec<(String, String)> {
    let each = hosts().into_iter().flat_map(|host| {
        let name = host.host;
        (host.editions.into_iter()).map(move |edition| (name.clone(), edition))
    });
    each.collect()
}

fn keys(value: &Value) -> BTreeSet<&str> {
    let members = value.as_object().unwrap();
    members.keys().map(String::as_str).collect()
}

#[test]
fn a_schema_has_the_fields_of_the_table_and_requires_what_it_requires() {
    for (host, edition) in editions() {
        let schema = schema::frontmatter(&host, Some(&edition)).unwrap();
        let fields = hosts::fields(&host, Some(&edition)).unwrap();
        let top: Vec<_> = (fields.iter())
            .filter(|field| field.file == FieldFile::Frontmatter && field.parent().is_none())
            .collect();
        let where_ = format!("{host} {edition}");
        let names: BTreeSet<_> = top.iter().map(|field| field.key).collect();
        assert_eq!(keys(&schema["properties"]), names, "{where_}");
        let required: Vec<_> = (top.iter())
            .filter(|field| field.required)
            .map(|field| field.key)
            .collect();
        let said = schema.get("required").cloned().unwrap_or_else(|| json!([]));
        assert_eq!(said, json!(required), "{where_}");
    }
}

#[test]
fn only_hosts_that_read_the_file_beside_a_skill_have_a_schema_of_it() {
    for (host, edition) in editions() {
        let schema = schema::openai_yaml(&host, Some(&edition)).unwrap();
        assert_eq!(schema.is_some(), host == "codex", "{host} {edition}");
        if let Some(schema) = schema {
            let tool = &schema["properties"]["dependencies"]["properties"]["tools"]["items"];
            assert_eq!(tool["required"], json!(["type", "value"]), "{edition}");
            assert_eq!(
                tool["properties"]["type"]["maxLength"],
                json!(64),
                "{edition}"
            );
        }
    }
}

#[test]
fn the_configurations_schema_has_every_rule_with_its_severity() {
    let schema = schema::configuration();
    let properties = &schema["properties"]["rules"]["properties"];
    let all = rules();
    assert_eq!(keys(properties), all.iter().map(|rule| rule.code).collect());
    for rule in all {
        let default = serde_json::to_value(rule.severity).unwrap();
        assert_eq!(properties[rule.code]["default"], default, "{}", rule.code);
    }
}

#[test]
fn a_host_that_there_is_not_is_an_error() {
    for (host, edition) in [("vi", None), ("codex", Some("1999"))] {
        assert!(schema::frontmatter(host, edition).is_err());
        assert!(schema::openai_yaml(host, edition).is_err());
    }
}
