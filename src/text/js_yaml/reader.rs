//! Converts parsed YAML and JSON to JavaScript values. Keys become property names, `<<` is merged,
//! and values at deep levels are dropped.

use std::collections::hash_map::Entry;
use std::fmt;

use serde::de::{
    self, DeserializeSeed, Deserializer, EnumAccess, IgnoredAny, MapAccess, SeqAccess,
    VariantAccess, Visitor,
};

use super::data::JsYamlValue;
use super::scalar::{Version, plain};
use crate::hashing::HashMap;

/// The language of a text: JSON, or YAML in a version of js-yaml.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Dialect {
    Yaml(Version),
    Json,
}

/// The number of nested levels whose values are stored. Deeper values are only checked for errors,
/// because no host uses them.
pub(super) const KEPT_LEVELS: usize = 6;

/// The maximum depth of nested values. No host has this limit. It is equal to the limit of
/// serde_yaml and serde_json, the libraries that parse the text.
const MAX_LEVELS: usize = 128;

/// Deserializes a value of the text `source` as a JavaScript value.
#[derive(Clone, Copy)]
pub(super) struct ValueReader<'s> {
    pub(super) source: &'s str,
    pub(super) dialect: Dialect,
    pub(super) level: usize,
}

impl ValueReader<'_> {
    fn deeper<E: de::Error>(self) -> Result<Self, E> {
        if self.level >= MAX_LEVELS {
            return Err(E::custom("the values are nested too deeply"));
        }
        Ok(Self {
            level: self.level + 1,
            ..self
        })
    }

    /// Returns true if a scalar is written without quotes. `text` must be a slice of `source`.
    fn is_plain(&self, text: &str) -> bool {
        let offset = (text.as_ptr() as usize).wrapping_sub(self.source.as_ptr() as usize);
        let before = offset
            .checked_sub(1)
            .and_then(|before| self.source.as_bytes().get(before));
        !matches!(before, Some(b'"' | b'\''))
    }
}

impl<'de> DeserializeSeed<'de> for ValueReader<'_> {
    type Value = JsYamlValue;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<JsYamlValue, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for ValueReader<'_> {
    type Value = JsYamlValue;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_unit<E>(self) -> Result<JsYamlValue, E> {
        Ok(JsYamlValue::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<JsYamlValue, E> {
        Ok(JsYamlValue::Bool(value))
    }

    fn visit_i64<E>(self, _: i64) -> Result<JsYamlValue, E> {
        Ok(JsYamlValue::Number)
    }

    fn visit_u64<E>(self, _: u64) -> Result<JsYamlValue, E> {
        Ok(JsYamlValue::Number)
    }

    fn visit_i128<E>(self, _: i128) -> Result<JsYamlValue, E> {
        Ok(JsYamlValue::Number)
    }

    fn visit_u128<E>(self, _: u128) -> Result<JsYamlValue, E> {
        Ok(JsYamlValue::Number)
    }

    fn visit_f64<E>(self, _: f64) -> Result<JsYamlValue, E> {
        Ok(JsYamlValue::Number)
    }

    fn visit_borrowed_str<E>(self, text: &'de str) -> Result<JsYamlValue, E> {
        match self.dialect {
            Dialect::Yaml(version) if self.is_plain(text) => Ok(plain(text, version)),
            _ => Ok(JsYamlValue::Text(text.to_owned())),
        }
    }

    /// Converts a scalar whose text differs from the source, such as a text with escapes. Such a
    /// scalar is always a string.
    fn visit_str<E>(self, text: &str) -> Result<JsYamlValue, E> {
        Ok(JsYamlValue::Text(text.to_owned()))
    }

    fn visit_enum<A: EnumAccess<'de>>(self, tagged: A) -> Result<JsYamlValue, A::Error> {
        let (tag, value): (String, _) = tagged.variant()?;
        match tag.as_str() {
            // The tag `!` makes any scalar a string.
            "!" => value.newtype_variant().map(|text: String| {
                if text.is_empty() {
                    JsYamlValue::Null
                } else {
                    JsYamlValue::Text(text)
                }
            }),
            _ => Err(de::Error::custom(format!("unknown tag !{tag}"))),
        }
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut sequence: A) -> Result<JsYamlValue, A::Error> {
        let item = self.deeper()?;
        let mut items = Vec::new();
        while let Some(value) = sequence.next_element_seed(item)? {
            if self.level < KEPT_LEVELS {
                items.push(value);
            }
        }
        Ok(JsYamlValue::Sequence(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut mapping: A) -> Result<JsYamlValue, A::Error> {
        let item = self.deeper()?;
        let mut entries: Vec<(String, JsYamlValue)> = Vec::new();
        let mut merged = Vec::new();
        // The index in `entries` of each key's entry.
        let mut places = HashMap::default();
        while let Some(key) = mapping.next_key_seed(KeyReader(self))? {
            let value = mapping.next_value_seed(item)?;
            let key = match key {
                PropertyName::Merge => {
                    merge(&mut merged, value)?;
                    continue;
                }
                PropertyName::Text(key) => key,
            };
            match places.entry(key.clone()) {
                Entry::Occupied(_) if self.dialect != Dialect::Json => {
                    return Err(de::Error::custom(format!("duplicated key {key:?}")));
                }
                Entry::Occupied(place) => {
                    if let Some((_, known)) = entries.get_mut(*place.get()) {
                        *known = value;
                    }
                }
                Entry::Vacant(place) => {
                    place.insert(entries.len());
                    if self.level < KEPT_LEVELS {
                        entries.push((key, value));
                    }
                }
            }
        }
        for (key, value) in merged {
            if let Entry::Vacant(place) = places.entry(key.clone()) {
                place.insert(entries.len());
                entries.push((key, value));
            }
        }
        Ok(JsYamlValue::Mapping(entries))
    }
}

/// Adds the entries that a merge key (`<<`) merges. The value must be a mapping or a list of
/// mappings, or an error is returned. Earlier mappings take precedence over later ones.
fn merge<E: de::Error>(
    merged: &mut Vec<(String, JsYamlValue)>,
    value: JsYamlValue,
) -> Result<(), E> {
    match value {
        JsYamlValue::Mapping(entries) => merged.extend(entries),
        JsYamlValue::Sequence(items) => {
            for item in items {
                let JsYamlValue::Mapping(entries) = item else {
                    return Err(E::custom("`<<` merges mappings only"));
                };
                merged.extend(entries);
            }
        }
        _ => return Err(E::custom("`<<` merges mappings only")),
    }
    Ok(())
}

/// A key of a mapping: a JavaScript property name or a merge key.
enum PropertyName {
    Text(String),
    Merge,
}

/// Deserializes a key of a mapping as a JavaScript property name.
struct KeyReader<'s>(ValueReader<'s>);

impl<'de> DeserializeSeed<'de> for KeyReader<'_> {
    type Value = PropertyName;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<PropertyName, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for KeyReader<'_> {
    type Value = PropertyName;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a key")
    }

    fn visit_unit<E>(self) -> Result<PropertyName, E> {
        Ok(PropertyName::Text("null".to_owned()))
    }

    fn visit_bool<E>(self, key: bool) -> Result<PropertyName, E> {
        Ok(PropertyName::Text(key.to_string()))
    }

    fn visit_i64<E>(self, key: i64) -> Result<PropertyName, E> {
        Ok(PropertyName::Text(key.to_string()))
    }

    fn visit_u64<E>(self, key: u64) -> Result<PropertyName, E> {
        Ok(PropertyName::Text(key.to_string()))
    }

    fn visit_f64<E>(self, key: f64) -> Result<PropertyName, E> {
        Ok(PropertyName::Text(key.to_string()))
    }

    fn visit_borrowed_str<E>(self, key: &'de str) -> Result<PropertyName, E> {
        if self.0.dialect != Dialect::Json && key == "<<" && self.0.is_plain(key) {
            Ok(PropertyName::Merge)
        } else {
            Ok(PropertyName::Text(key.to_owned()))
        }
    }

    fn visit_str<E>(self, key: &str) -> Result<PropertyName, E> {
        Ok(PropertyName::Text(key.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, sequence: A) -> Result<PropertyName, A::Error> {
        self.0.visit_seq(sequence)?;
        Ok(PropertyName::Text("[object Array]".to_owned()))
    }

    fn visit_map<A: MapAccess<'de>>(self, mapping: A) -> Result<PropertyName, A::Error> {
        self.0.visit_map(mapping)?;
        Ok(PropertyName::Text("[object Object]".to_owned()))
    }
}

/// Deserializes the value of `key` in a mapping as text, exactly as the author wrote it. The value
/// must be a scalar. The result is none if the mapping does not contain the key, or has it only
/// from a merge key (`<<`).
pub(super) struct WrittenScalar<'s> {
    pub(super) mapping: ValueReader<'s>,
    pub(super) key: &'s str,
}

impl<'de> DeserializeSeed<'de> for WrittenScalar<'_> {
    type Value = Option<String>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for WrittenScalar<'_> {
    type Value = Option<String>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a mapping")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut mapping: A) -> Result<Self::Value, A::Error> {
        let mut written = None;
        while let Some(key) = mapping.next_key_seed(KeyReader(self.mapping))? {
            if matches!(key, PropertyName::Text(key) if key == self.key) {
                written = Some(mapping.next_value()?);
            } else {
                mapping.next_value::<IgnoredAny>()?;
            }
        }
        Ok(written)
    }
}
