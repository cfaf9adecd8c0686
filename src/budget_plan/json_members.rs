//! Edits JSON files without a change of their layout: adds properties to an object, or replaces the
//! values of properties.

use crate::text::placed_json::PlacedJson;

/// Returns a JSON text with the properties `members` set in the object at the path `keys`. Missing
/// objects are added. Returns `None` if the text is not JSON, or if a value on the path is not an
/// object.
pub(super) fn with_members(
    text: Option<&str>,
    keys: &[&str],
    members: &[(String, String)],
) -> Option<String> {
    let text = match text {
        Some(text) if !text.trim().is_empty() => text,
        _ => "{}\n",
    };
    let mut value = PlacedJson::read(text).ok()?;
    for (depth, key) in keys.iter().enumerate() {
        if !value.is_object() {
            return None;
        }
        let known = value.members()?;
        match known.into_iter().find(|member| member.key == *key) {
            Some(member) => value = member.value,
            None => {
                let inner = nested(&keys[depth + 1..], members, depth + 1, indent(text));
                return Some(insert(text, value, &[((*key).to_owned(), inner)], depth));
            }
        }
    }
    if !value.is_object() {
        return None;
    }
    let known = value.members()?;
    let mut replaced: Vec<(std::ops::Range<usize>, String)> = Vec::new();
    let mut added = Vec::new();
    for (key, new) in members {
        let new = json(new);
        match known.iter().find(|member| member.key == *key) {
            Some(member) => replaced.push((member.value.bytes(), new)),
            None => added.push((key.clone(), new)),
        }
    }
    // New members are added at the end, so the places of the existing values stay valid.
    let mut new = insert(text, value, &added, keys.len());
    crate::sort::by(&mut replaced, |(one, _), (other, _)| {
        other.start.cmp(&one.start)
    });
    for (bytes, value) in replaced {
        new.replace_range(bytes, &value);
    }
    Some(new)
}

/// Returns the indentation of the first indented line of a JSON text, or two spaces if no line is
/// indented.
fn indent(text: &str) -> &str {
    let line = text
        .lines()
        .find(|line| line.starts_with([' ', '\t']) && !line.trim().is_empty());
    line.map_or("  ", |line| &line[..line.len() - line.trim_start().len()])
}

fn json(text: &str) -> String {
    serde_json::to_string(text).unwrap_or_default()
}

/// Returns the JSON text of an object with the properties `members`. Wraps this object in one outer
/// object for each key of `keys`.
fn nested(keys: &[&str], members: &[(String, String)], depth: usize, indent: &str) -> String {
    let inner: Vec<(String, String)> = match keys {
        [] => members
            .iter()
            .map(|(key, value)| (key.clone(), json(value)))
            .collect(),
        [key, rest @ ..] => vec![((*key).to_owned(), nested(rest, members, depth + 1, indent))],
    };
    let lines = inner
        .iter()
        .map(|(key, value)| format!("{}{}: {value}", indent.repeat(depth + 1), json(key)));
    let lines: Vec<_> = lines.collect();
    format!("{{\n{}\n{}}}", lines.join(",\n"), indent.repeat(depth))
}

/// Inserts properties at the end of a JSON object. `depth` is the nesting level of the object, for
/// the indentation. The values of the properties are JSON texts.
fn insert(
    text: &str,
    object: PlacedJson<'_>,
    members: &[(String, String)],
    depth: usize,
) -> String {
    if members.is_empty() {
        return text.to_owned();
    }
    let indent = indent(text);
    let bytes = object.bytes();
    let close = bytes.end - 1;
    let inside = text[bytes.start + 1..close].trim_end();
    let after_last = bytes.start + 1 + inside.len();
    let lines = members
        .iter()
        .map(|(key, value)| format!("\n{}{}: {value}", indent.repeat(depth + 1), json(key)));
    let lines: Vec<_> = lines.collect();
    let comma = if inside.trim().is_empty() { "" } else { "," };
    let mut new = text.to_owned();
    let end = format!("\n{}", indent.repeat(depth));
    new.replace_range(
        after_last..close,
        &format!("{comma}{}{end}", lines.join(",")),
    );
    new
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_are_added_and_replaced_in_place() {
        let cases: &[(Option<&str>, &str)] = &[
            (None, "{\n  \"o\": {\n    \"a\": \"off\"\n  }\n}\n"),
            (Some("{}"), "{\n  \"o\": {\n    \"a\": \"off\"\n  }\n}"),
            (
                Some("{\n    \"m\": 1\n}\n"),
                "{\n    \"m\": 1,\n    \"o\": {\n        \"a\": \"off\"\n    }\n}\n",
            ),
            (
                Some("{\n  \"o\": { \"b\": \"on\" }\n}\n"),
                "{\n  \"o\": { \"b\": \"on\",\n    \"a\": \"off\"\n  }\n}\n",
            ),
            (
                Some("{ \"o\": {\"a\": \"on\"}, \"m\": 1 }"),
                "{ \"o\": {\"a\": \"off\"}, \"m\": 1 }",
            ),
        ];
        for (text, expected) in cases {
            let new = with_members(*text, &["o"], &[("a".to_owned(), "off".to_owned())]);
            assert_eq!(new.as_deref(), Some(*expected), "{text:?}");
        }
        for text in ["[]", "{ \"o\": 1 }", "{ // comment\n}", "{"] {
            let new = with_members(Some(text), &["o"], &[("a".to_owned(), "off".to_owned())]);
            assert_eq!(new, None, "{text:?}");
        }
    }
}
