//! A test helper that compares the fast reader of simple frontmatter with VS Code's YAML parser.

use super::{Member, Node, read};
use crate::text::plain_yaml::{self, PlainMap, PlainValue};

/// Checks that the fast reader of simple frontmatter and VS Code's YAML parser return the same
/// values.
pub(crate) fn plain_reader_agrees(yaml: &str) {
    if let Some(map) = plain_yaml::read(yaml, true) {
        let members = read(yaml).members.into_iter();
        let ours: Vec<_> = members
            .map(|member| (member.key, placeless(member.value)))
            .collect();
        assert_eq!(ours, plain(&map), "{yaml:?}");
    }
}

fn plain(map: &PlainMap<'_>) -> Vec<(String, Node)> {
    let members = map.members.iter();
    members
        .map(|member| (member.key.to_owned(), plain_value(&member.value)))
        .collect()
}

fn plain_value(value: &PlainValue<'_>) -> Node {
    match value {
        PlainValue::Nothing => Node::Text(String::new()),
        PlainValue::Scalar(scalar) => Node::Text(scalar.written().to_owned()),
        PlainValue::List(values, _) => Node::List(values.iter().map(plain_value).collect()),
        PlainValue::Map(map) => Node::Map(
            plain(map)
                .into_iter()
                .map(|(key, value)| Member { key, at: 0, value })
                .collect(),
        ),
    }
}

/// Sets the byte offsets of all keys in a value to 0. Without this change, the value could not be
/// compared with a value of `plain_yaml::read`, which records no offsets.
fn placeless(node: Node) -> Node {
    match node {
        Node::Map(members) => Node::Map(
            members
                .into_iter()
                .map(|member| Member {
                    at: 0,
                    value: placeless(member.value),
                    ..member
                })
                .collect(),
        ),
        Node::List(values) => Node::List(values.into_iter().map(placeless).collect()),
        text @ Node::Text(_) => text,
    }
}
