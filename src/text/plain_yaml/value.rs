//! The values of plain YAML.

use std::borrow::Cow;

use serde_yaml::{Mapping, Value};

/// Members of one map at most: each key is compared with those before it, and no author writes as many. The limit is ours.
pub(super) const MAX_MEMBERS: usize = 256;

/// Longest key, in bytes: YAML has a limit of its own beyond.
pub(super) const MAX_KEY: usize = 128;

/// A map of plain YAML, in the text's order. No key stands in it twice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct PlainMap<'y> {
    pub members: Vec<PlainMember<'y>>,
    /// Blanks before its keys; none where it stands in brackets.
    pub indentation: Option<usize>,
}

/// A `key: value`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct PlainMember<'y> {
    /// ASCII letters, digits, `-` and `_`, with a letter first; in brackets, any text in quotes that begins with a letter.
    pub key: &'y str,
    /// The byte of the text that the key begins at.
    pub at: usize,
    pub value: PlainValue<'y>,
}

/// A value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum PlainValue<'y> {
    /// No value, on the key's line or below it.
    Nothing,
    Scalar(PlainScalar<'y>),
    /// The values of a list, with the blanks before its dashes; none where it stands in brackets.
    List(Vec<PlainValue<'y>>, Option<usize>),
    Map(PlainMap<'y>),
}

/// A scalar.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum PlainScalar<'y> {
    /// A text for every reader.
    Text(Cow<'y, str>),
    /// `true` or `false`.
    Bool(bool),
    /// A number, a date, a truth value or nothing for some reader; a text for those to whom every scalar is one.
    Ambiguous(&'y str),
}

impl<'y> PlainMap<'y> {
    pub fn get(&self, key: &str) -> Option<&PlainValue<'y>> {
        let mut members = self.members.iter();
        members.find_map(|member| (member.key == key).then_some(&member.value))
    }

    /// As YAML values; none where a scalar is ambiguous.
    pub fn to_mapping(&self) -> Option<Mapping> {
        let mut mapping = Mapping::new();
        for PlainMember { key, value, .. } in &self.members {
            mapping.insert(Value::String((*key).to_owned()), value.to_value()?);
        }
        Some(mapping)
    }
}

impl PlainValue<'_> {
    fn to_value(&self) -> Option<Value> {
        Some(match self {
            Self::Nothing => Value::Null,
            Self::Scalar(scalar) => scalar.to_value()?,
            Self::List(entries, _) => {
                let entries = entries.iter().map(Self::to_value);
                Value::Sequence(entries.collect::<Option<_>>()?)
            }
            Self::Map(map) => Value::Mapping(map.to_mapping()?),
        })
    }
}

impl PlainScalar<'_> {
    fn to_value(&self) -> Option<Value> {
        match self {
            Self::Text(text) => Some(Value::String(text.clone().into_owned())),
            Self::Bool(flag) => Some(Value::Bool(*flag)),
            Self::Ambiguous(_) => None,
        }
    }

    /// As a text; none where some reader sees something else in it.
    pub fn text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            Self::Bool(_) | Self::Ambiguous(_) => None,
        }
    }

    /// As it is written, without quotes.
    pub fn written(&self) -> &str {
        match self {
            Self::Text(text) => text,
            Self::Bool(true) => "true",
            Self::Bool(false) => "false",
            Self::Ambiguous(text) => text,
        }
    }
}
