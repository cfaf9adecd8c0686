//! [`JsonText`]: a JSON value as text, whose object keys keep their order.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::input::{self, Entries, Fault, Input, Read, Value};
use crate::text::js_value;

/// The largest nesting depth of a JSON value. Skillglass sets this limit because it reads nested
/// values by recursion.
const MAX_DEPTH: usize = 64;

/// A JSON value as text, in the format of JavaScript's `JSON.stringify`. Unlike
/// [`serde_json::Value`], this type keeps the order of object keys. Hooks need this order, because
/// hosts pass a tool's input to a hook with its keys in the order in which the model wrote them.
///
/// ```
/// use skillglass::model::json_text::JsonText;
///
/// let input: JsonText = serde_json::from_str(r#"{ "file_path": "/repo/a", "content": 1.0 }"#)?;
/// assert_eq!(input.text(), r#"{"file_path":"/repo/a","content":1}"#);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JsonText(String);

impl JsonText {
    /// Returns the JSON text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.0
    }

    /// Creates the JSON string that contains this text.
    #[must_use]
    pub fn string(text: &str) -> Self {
        Self(js_value::json_text(text))
    }

    /// Returns the parsed JSON value. The order of object keys is lost.
    #[must_use]
    pub fn value(&self) -> serde_json::Value {
        serde_json::from_str(&self.0).unwrap_or_default()
    }
}

impl Read for JsonText {
    fn read(&mut self, value: Value) -> Result<(), Fault> {
        self.0 = ordered(value, MAX_DEPTH)?.json();
        Ok(())
    }
}

impl Input for JsonText {
    fn blank() -> Self {
        Self("null".to_owned())
    }
}

impl Serialize for JsonText {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.value().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for JsonText {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        input::deserialize(deserializer)
    }
}

/// Converts a caller's value to JSON, with the order of object keys preserved. `depth` is the
/// remaining nesting depth.
fn ordered(value: Value, depth: usize) -> Result<js_value::Value, Fault> {
    let Some(below) = depth.checked_sub(1) else {
        return Err(Fault::new(format!("is nested more than {MAX_DEPTH} deep")));
    };
    Ok(match value {
        Value::Undefined | Value::Null => js_value::Value::Null,
        Value::Flag(flag) => js_value::Value::Bool(flag),
        Value::Number(number) => js_value::Value::Number(number),
        Value::Text(text) => js_value::Value::Text(text),
        Value::List(entries) => js_value::Value::List(items(entries, below)?),
        Value::Object(entries) => js_value::Value::Map(members(entries, below)?),
        Value::Other(given) => {
            return Err(Fault::new(format!("must be a value of JSON, not {given}")));
        }
        Value::Unreadable(reason) => return Err(Fault::new(reason)),
    })
}

fn items(mut entries: Box<dyn Entries>, depth: usize) -> Result<Vec<js_value::Value>, Fault> {
    let mut items = Vec::new();
    while let Some((_, item)) = entries.next()? {
        items.push(ordered(item, depth)?);
    }
    Ok(items)
}

fn members(
    mut entries: Box<dyn Entries>,
    depth: usize,
) -> Result<Vec<(String, js_value::Value)>, Fault> {
    let mut members: Vec<(String, js_value::Value)> = Vec::new();
    while let Some((name, value)) = entries.next()? {
        // A member that is `undefined` is omitted, in the same way as by `JSON.stringify`.
        if matches!(value, Value::Undefined) {
            continue;
        }
        let value = ordered(value, depth).map_err(|fault| fault.in_member(&name))?;
        match members.iter_mut().find(|(known, _)| *known == name) {
            Some((_, known)) => *known = value,
            None => members.push((name, value)),
        }
    }
    Ok(members)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<String, String> {
        let read: Result<JsonText, _> = serde_json::from_str(text);
        read.map(|value| value.text().to_owned())
            .map_err(|error| error.to_string())
    }

    #[test]
    fn a_value_is_printed_as_javascript_prints_it_with_its_members_in_order() {
        for (text, expected) in [
            (
                r#"{"b": 1, "a": [true, null, "x\n"]}"#,
                r#"{"b":1,"a":[true,null,"x\n"]}"#,
            ),
            ("1.50", "1.5"),
            ("1e21", "1e+21"),
            (r#"{"a": 1, "a": 2}"#, r#"{"a":2}"#),
            (r#""\u0001\u007f/""#, "\"\\u0001\u{7f}/\""),
        ] {
            assert_eq!(read(text).as_deref(), Ok(expected));
        }
    }

    #[test]
    fn a_value_that_is_nested_too_deep_is_refused() {
        let deep = |depth: usize| format!("{}1{}", "[".repeat(depth), "]".repeat(depth));
        assert!(read(&deep(MAX_DEPTH - 1)).is_ok());
        let error = read(&deep(MAX_DEPTH)).unwrap_err();
        assert!(error.contains("nested more than 64 deep"), "{error}");
    }
}
