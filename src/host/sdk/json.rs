//! Values as the JSON that Python's `json.dumps` writes, which is ASCII only.

use crate::text::py_yaml::Value;
use crate::text::python;

/// Returns a value as JSON. A date, or any other value that `json.dumps` rejects, is written as its
/// text.
pub(crate) fn value(value: &Value) -> String {
    let mut json = String::new();
    write(value, &mut json);
    json
}

/// Returns a JSON object with these members, in order. The values are JSON already.
pub(crate) fn object<'m>(members: impl IntoIterator<Item = (&'m str, String)>) -> String {
    let members = members.into_iter();
    let members = members.map(|(name, value)| format!("{}: {value}", python::json(name)));
    format!("{{{}}}", members.collect::<Vec<_>>().join(", "))
}

/// Returns a JSON array of strings.
pub(crate) fn texts<'t>(texts: impl IntoIterator<Item = &'t str>) -> String {
    let texts: Vec<_> = texts.into_iter().map(python::json).collect();
    format!("[{}]", texts.join(", "))
}

fn write(value: &Value, json: &mut String) {
    match value {
        Value::None => json.push_str("null"),
        Value::Bool(true) => json.push_str("true"),
        Value::Bool(false) => json.push_str("false"),
        Value::Int(digits) => json.push_str(digits),
        Value::Float(float) if float.is_nan() => json.push_str("NaN"),
        Value::Float(float) if float.is_infinite() => {
            json.push_str(if *float > 0.0 {
                "Infinity"
            } else {
                "-Infinity"
            });
        }
        Value::Float(_) => json.push_str(&value.python_repr()),
        Value::List(items) | Value::Tuple(items) => {
            json.push('[');
            for (index, item) in items.iter().enumerate() {
                if index > 0 {
                    json.push_str(", ");
                }
                write(item, json);
            }
            json.push(']');
        }
        Value::Map(entries) => {
            json.push('{');
            for (index, (key, value)) in entries.iter().enumerate() {
                if index > 0 {
                    json.push_str(", ");
                }
                json.push_str(&key_of(key));
                json.push_str(": ");
                write(value, json);
            }
            json.push('}');
        }
        _ => json.push_str(&python::json(&value.python_str())),
    }
}

fn key_of(key: &Value) -> String {
    let text = match key {
        Value::None => "null".to_owned(),
        Value::Bool(true) => "true".to_owned(),
        Value::Bool(false) => "false".to_owned(),
        _ => key.python_str(),
    };
    python::json(&text)
}
