//! The values of JavaScript, and their conversion to text.

/// A JavaScript value. The keys of an object are in the order of insertion.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Value {
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number. JavaScript has only one kind of number.
    Number(f64),
    /// A string.
    Text(String),
    /// An array.
    List(Vec<Value>),
    /// An object: its keys and values, in the order of insertion.
    Map(Vec<(String, Value)>),
}

impl Value {
    /// Returns the value of a key of an object. Returns none if the key is missing, or if the value
    /// is not an object.
    #[must_use]
    pub(crate) fn get(&self, key: &str) -> Option<&Self> {
        let members = self.members();
        (members.iter().rev()).find_map(|(known, value)| (known == key).then_some(value))
    }

    /// Returns the keys and values of an object. Returns nothing for any other value.
    #[must_use]
    pub(crate) fn members(&self) -> &[(String, Self)] {
        match self {
            Self::Map(members) => members,
            _ => &[],
        }
    }

    /// Returns the text of a string. Returns none for any other value.
    #[must_use]
    pub(crate) fn text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }

    /// Returns the type of the value, as JavaScript's `typeof` names it.
    #[must_use]
    pub(crate) fn kind(&self) -> &'static str {
        match self {
            Self::Bool(_) => "boolean",
            Self::Number(_) => "number",
            Self::Text(_) => "string",
            Self::Null | Self::List(_) | Self::Map(_) => "object",
        }
    }

    /// Returns true if JavaScript treats the value as true in a condition.
    #[must_use]
    pub(crate) fn is_truthy(&self) -> bool {
        match self {
            Self::Null => false,
            Self::Bool(flag) => *flag,
            Self::Number(number) => *number != 0.0 && !number.is_nan(),
            Self::Text(text) => !text.is_empty(),
            Self::List(_) | Self::Map(_) => true,
        }
    }

    /// Returns the JSON text that `JSON.stringify` returns for the value.
    #[must_use]
    pub(crate) fn json(&self) -> String {
        let mut text = String::new();
        self.print(&mut text);
        text
    }

    fn print(&self, text: &mut String) {
        match self {
            Self::Null => text.push_str("null"),
            Self::Bool(flag) => text.push_str(if *flag { "true" } else { "false" }),
            Self::Number(number) if !number.is_finite() => text.push_str("null"),
            Self::Number(number) => text.push_str(&number_text(*number)),
            Self::Text(value) => text.push_str(&json_text(value)),
            Self::List(items) => {
                text.push('[');
                for (at, item) in items.iter().enumerate() {
                    if at > 0 {
                        text.push(',');
                    }
                    item.print(text);
                }
                text.push(']');
            }
            Self::Map(members) => {
                text.push('{');
                for (at, (key, value)) in in_order(members).into_iter().enumerate() {
                    if at > 0 {
                        text.push(',');
                    }
                    text.push_str(&json_text(key));
                    text.push(':');
                    value.print(text);
                }
                text.push('}');
            }
        }
    }
}

/// Returns the keys and values of an object in JavaScript's order: keys that are array indices come
/// first, sorted by number.
fn in_order(members: &[(String, Value)]) -> Vec<(&str, &Value)> {
    let index = |key: &str| {
        let number: Option<u32> = key.parse().ok();
        number.filter(|number| number.to_string() == key && *number < u32::MAX)
    };
    let all = members.iter().map(|(key, value)| (key.as_str(), value));
    let (mut numbered, named): (Vec<_>, Vec<_>) = all.partition(|(key, _)| index(key).is_some());
    crate::sort::by(&mut numbered, |(left, _), (right, _)| {
        index(left).cmp(&index(right))
    });
    numbered.extend(named);
    numbered
}

/// Returns the text of a number as JavaScript converts it to a string.
#[must_use]
pub(crate) fn number_text(number: f64) -> String {
    if number.is_nan() {
        return "NaN".to_owned();
    }
    if number.is_infinite() {
        return if number > 0.0 {
            "Infinity"
        } else {
            "-Infinity"
        }
        .to_owned();
    }
    if number == 0.0 {
        return "0".to_owned();
    }
    if (1e-6..1e21).contains(&number.abs()) {
        return number.to_string();
    }
    let text = format!("{number:e}");
    match text.split_once('e') {
        Some((mantissa, exponent)) if !exponent.starts_with('-') => {
            format!("{mantissa}e+{exponent}")
        }
        _ => text,
    }
}

/// Returns a text as a JSON string, in double quotes.
pub(crate) fn json_text(text: &str) -> String {
    serde_json::to_string(text).unwrap_or_default()
}
