//! The values that the JavaScript library js-yaml parses.

use crate::hashing::HashMap;

/// A value that the JavaScript library js-yaml parses. The entries of a mapping are in the order of
/// the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum JsYamlValue {
    Null,
    Bool(bool),
    Number,
    Date,
    Text(String),
    Sequence(Vec<JsYamlValue>),
    Mapping(Vec<(String, JsYamlValue)>),
}

impl JsYamlValue {
    pub fn get(&self, key: &str) -> Option<&Self> {
        match self {
            Self::Mapping(entries) => entries
                .iter()
                .find_map(|(known, value)| (known == key).then_some(value)),
            _ => None,
        }
    }

    pub fn text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }

    pub fn items(&self) -> &[Self] {
        match self {
            Self::Sequence(items) => items,
            _ => &[],
        }
    }

    pub fn entries(&self) -> &[(String, Self)] {
        match self {
            Self::Mapping(entries) => entries,
            _ => &[],
        }
    }

    /// Returns the type of the value in words, such as "a list".
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Null => "empty",
            Self::Bool(_) => "a boolean",
            Self::Number => "a number",
            Self::Date => "a date",
            Self::Text(_) => "text",
            Self::Sequence(_) => "a list",
            Self::Mapping(_) => "a mapping",
        }
    }

    /// Merges the value `over` into this value. Two mappings are merged key by key. In all other
    /// cases, `over` replaces this value.
    pub fn merge(&mut self, over: Self) {
        match (self, over) {
            (Self::Mapping(entries), Self::Mapping(more)) => {
                let keys = entries.iter().enumerate();
                let places: HashMap<_, _> = keys.map(|(at, (key, _))| (key.clone(), at)).collect();
                for (key, value) in more {
                    match places.get(&key) {
                        Some(at) => entries[*at].1.merge(value),
                        None => entries.push((key, value)),
                    }
                }
            }
            (this, over) => *this = over,
        }
    }
}
