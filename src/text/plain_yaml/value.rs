//! The values of simple frontmatter.

use std::borrow::Cow;

use serde_yaml::{Mapping, Value};

/// The maximum number of keys in a map. The limit is needed because each key is compared with all
/// earlier keys. No author writes that many keys, and no host has this limit.
pub(super) const MAX_MEMBERS: usize = 256;

/// The maximum length of a key, in bytes. If a key is longer, this fast reader leaves the text to
/// the YAML parsers of the hosts, because these parsers refuse very long keys.
pub(super) const MAX_KEY: usize = 128;

/// A map of simple frontmatter. Keys are in the order of the text, and each key occurs once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct PlainMap<'y> {
    pub members: Vec<PlainMember<'y>>,
    /// The number of spaces before the keys. None if the map is in brackets.
    pub indentation: Option<usize>,
}

/// A key of a map in simple frontmatter, and the key's value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct PlainMember<'y> {
    /// The key. It begins with a letter, followed by ASCII letters, digits, `-` and `_`. In a map
    /// in brackets, such as `{"a b": 1}`, the key may be any quoted text that begins with a letter.
    pub key: &'y str,
    /// The byte offset of the key in the text. Always 0 if the map is in brackets, such as
    /// `{"a": 1}`.
    pub at: usize,
    pub value: PlainValue<'y>,
}

/// A value of simple frontmatter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum PlainValue<'y> {
    /// No value: nothing follows the key on its line or below it.
    Nothing,
    Scalar(PlainScalar<'y>),
    /// The values of a list, and the number of spaces before its dashes (none if the list is in
    /// brackets).
    List(Vec<PlainValue<'y>>, Option<usize>),
    Map(PlainMap<'y>),
}

/// A scalar of simple frontmatter. Frontmatter is simple if the YAML parsers of all hosts read it
/// alike.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum PlainScalar<'y> {
    /// A scalar that every parser reads as text.
    Text(Cow<'y, str>),
    /// `true` or `false`.
    Bool(bool),
    /// A scalar that at least one parser reads as a number, a date, a boolean or null. The text is
    /// as written, for hosts that treat every scalar as text.
    Ambiguous(&'y str),
}

impl<'y> PlainMap<'y> {
    pub fn get(&self, key: &str) -> Option<&PlainValue<'y>> {
        let mut members = self.members.iter();
        members.find_map(|member| (member.key == key).then_some(&member.value))
    }

    /// Converts the map to YAML values. Returns none if the type of a scalar is ambiguous.
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

    /// Returns the text of the scalar. Returns none if at least one parser reads the scalar as
    /// another type.
    pub fn text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            Self::Bool(_) | Self::Ambiguous(_) => None,
        }
    }

    /// Returns the scalar as written, without quotes.
    pub fn written(&self) -> &str {
        match self {
            Self::Text(text) => text,
            Self::Bool(true) => "true",
            Self::Bool(false) => "false",
            Self::Ambiguous(text) => text,
        }
    }
}
