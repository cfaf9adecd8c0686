//! Compares the frontmatter in a server's list of skills with the frontmatter in the `SKILL.md`.

use crate::hashing::HashMap;
use crate::install::skill_text;
use crate::text::js_value::Value;

/// The maximum number of field names in a message about fields that differ.
const MAX_SHOWN: usize = 5;

/// Returns the differences between the frontmatter in a server's entry and in the text of a
/// `SKILL.md`, with advice. Returns none if the two are equal.
pub(super) fn difference(entry: &Value, text: &str) -> Option<(String, &'static str)> {
    let file = match skill_text::frontmatter(text) {
        Ok(file) => file,
        Err(fault) => return Some(fault),
    };
    let (known, there) = (by_name(entry), by_name(&file));
    let in_both = |name: &str| match (known.get(name), there.get(name)) {
        (Some(entry), Some(file)) => is_same(entry, file),
        _ => false,
    };
    let names = entry
        .members()
        .iter()
        .chain(file.members())
        .map(|(name, _)| name.as_str());
    let mut differing: Vec<&str> = Vec::new();
    for name in names.filter(|name| !in_both(name)) {
        if differing.len() > MAX_SHOWN {
            break;
        }
        if !differing.contains(&name) {
            differing.push(name);
        }
    }
    let more = if differing.len() > MAX_SHOWN {
        " and more"
    } else {
        ""
    };
    differing.truncate(MAX_SHOWN);
    (!differing.is_empty()).then(|| {
        let names: Vec<_> = differing.iter().map(|name| format!("{name:?}")).collect();
        (
            format!(
                "the entry and the file differ in {}{more}",
                names.join(", ")
            ),
            "Serve the frontmatter of the file unchanged, with every field.",
        )
    })
}

fn by_name(value: &Value) -> HashMap<&str, &Value> {
    let members = value.members().iter();
    members
        .map(|(name, value)| (name.as_str(), value))
        .collect()
}

/// Returns true if two JSON values are equal. The order of keys in objects is ignored.
fn is_same(left: &Value, right: &Value) -> bool {
    match (left, right) {
        (Value::List(left), Value::List(right)) => {
            left.len() == right.len()
                && left
                    .iter()
                    .zip(right)
                    .all(|(left, right)| is_same(left, right))
        }
        (Value::Map(left), Value::Map(_)) => {
            let right = by_name(right);
            let has = |(name, value): &(String, Value)| {
                right
                    .get(name.as_str())
                    .is_some_and(|other| is_same(value, other))
            };
            left.len() == right.len() && left.iter().all(has)
        }
        _ => left == right,
    }
}
