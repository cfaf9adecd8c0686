//! Reads values as JavaScript has them: which keys a mapping keeps, what `<<` brings in, and how deep all may go.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::fmt;

use serde::de::{
    self, DeserializeSeed, Deserializer, EnumAccess, MapAccess, SeqAccess, VariantAccess, Visitor,
};

use super::data::Value;
use super::scalar::{Version, plain};

/// The language of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Dialect {
    Yaml(Version),
    Json,
}

/// Levels whose values are kept; what lies deeper is only checked, for no host looks at it.
pub(super) const KEPT_LEVELS: usize = 6;

/// Levels that are entered at most. This limit is ours; the parsers have one of the same size.
const MAX_LEVELS: usize = 128;

/// Reads one value out of `source`.
#[derive(Clone, Copy)]
pub(super) struct Reader<'s> {
    pub(super) source: &'s str,
    pub(super) dialect: Dialect,
    pub(super) level: usize,
}

impl Reader<'_> {
    fn deeper<E: de::Error>(self) -> Result<Self, E> {
        if self.level >= MAX_LEVELS {
            return Err(E::custom("the values lie too deep in one another"));
        }
        Ok(Self {
            level: self.level + 1,
            ..self
        })
    }

    /// Whether a scalar that lies at that place of the source stands there without quotes.
    fn is_plain(&self, text: &str) -> bool {
        let offset = (text.as_ptr() as usize).wrapping_sub(self.source.as_ptr() as usize);
        let before = offset
            .checked_sub(1)
            .and_then(|before| self.source.as_bytes().get(before));
        !matches!(before, Some(b'"' | b'\''))
    }
}

impl<'de> DeserializeSeed<'de> for Reader<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Reader<'_> {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_i64<E>(self, _: i64) -> Result<Value, E> {
        Ok(Value::Number)
    }

    fn visit_u64<E>(self, _: u64) -> Result<Value, E> {
        Ok(Value::Number)
    }

    fn visit_i128<E>(self, _: i128) -> Result<Value, E> {
        Ok(Value::Number)
    }

    fn visit_u128<E>(self, _: u128) -> Result<Value, E> {
        Ok(Value::Number)
    }

    fn visit_f64<E>(self, _: f64) -> Result<Value, E> {
        Ok(Value::Number)
    }

    fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Value, E> {
        match self.dialect {
            Dialect::Yaml(version) if self.is_plain(text) => Ok(plain(text, version)),
            _ => Ok(Value::Text(text.to_owned())),
        }
    }

    /// Text that does not stand in the source as it is: no plain scalar of one line.
    fn visit_str<E>(self, text: &str) -> Result<Value, E> {
        Ok(Value::Text(text.to_owned()))
    }

    fn visit_enum<A: EnumAccess<'de>>(self, tagged: A) -> Result<Value, A::Error> {
        let (tag, value): (String, _) = tagged.variant()?;
        match tag.as_str() {
            // No tag in particular: what is written is text.
            "!" => value.newtype_variant().map(|text: String| {
                if text.is_empty() {
                    Value::Null
                } else {
                    Value::Text(text)
                }
            }),
            _ => Err(de::Error::custom(format!("unknown tag !{tag}"))),
        }
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut sequence: A) -> Result<Value, A::Error> {
        let item = self.deeper()?;
        let mut items = Vec::new();
        while let Some(value) = sequence.next_element_seed(item)? {
            if self.level < KEPT_LEVELS {
                items.push(value);
            }
        }
        Ok(Value::Sequence(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut mapping: A) -> Result<Value, A::Error> {
        let item = self.deeper()?;
        let mut entries: Vec<(String, Value)> = Vec::new();
        let mut merged = Vec::new();
        // Where each key's entry is.
        let mut places = HashMap::new();
        while let Some(key) = mapping.next_key_seed(Key(self))? {
            let value = mapping.next_value_seed(item)?;
            let key = match key {
                Name::Merge => {
                    merge(&mut merged, value)?;
                    continue;
                }
                Name::Text(key) => key,
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
        Ok(Value::Mapping(entries))
    }
}

/// The entries that `<<` brings in: a mapping, or a sequence of them of which the first goes before the others.
fn merge<E: de::Error>(merged: &mut Vec<(String, Value)>, value: Value) -> Result<(), E> {
    match value {
        Value::Mapping(entries) => merged.extend(entries),
        Value::Sequence(items) => {
            for item in items {
                let Value::Mapping(entries) = item else {
                    return Err(E::custom("`<<` merges mappings only"));
                };
                merged.extend(entries);
            }
        }
        _ => return Err(E::custom("`<<` merges mappings only")),
    }
    Ok(())
}

/// A key of a mapping.
enum Name {
    Text(String),
    Merge,
}

/// Reads a key, as JavaScript names a property.
struct Key<'s>(Reader<'s>);

impl<'de> DeserializeSeed<'de> for Key<'_> {
    type Value = Name;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Name, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Key<'_> {
    type Value = Name;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a key")
    }

    fn visit_unit<E>(self) -> Result<Name, E> {
        Ok(Name::Text("null".to_owned()))
    }

    fn visit_bool<E>(self, key: bool) -> Result<Name, E> {
        Ok(Name::Text(key.to_string()))
    }

    fn visit_i64<E>(self, key: i64) -> Result<Name, E> {
        Ok(Name::Text(key.to_string()))
    }

    fn visit_u64<E>(self, key: u64) -> Result<Name, E> {
        Ok(Name::Text(key.to_string()))
    }

    fn visit_f64<E>(self, key: f64) -> Result<Name, E> {
        Ok(Name::Text(key.to_string()))
    }

    fn visit_borrowed_str<E>(self, key: &'de str) -> Result<Name, E> {
        if self.0.dialect != Dialect::Json && key == "<<" && self.0.is_plain(key) {
            Ok(Name::Merge)
        } else {
            Ok(Name::Text(key.to_owned()))
        }
    }

    fn visit_str<E>(self, key: &str) -> Result<Name, E> {
        Ok(Name::Text(key.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, sequence: A) -> Result<Name, A::Error> {
        self.0.visit_seq(sequence)?;
        Ok(Name::Text("[object Array]".to_owned()))
    }

    fn visit_map<A: MapAccess<'de>>(self, mapping: A) -> Result<Name, A::Error> {
        self.0.visit_map(mapping)?;
        Ok(Name::Text("[object Object]".to_owned()))
    }
}
