//! Parses JSON into values and keys with their places in the text.
//!
//! A value is parsed one level at a time, when a caller requests the keys of an object or the items
//! of an array. So a deeply nested text takes no more time than a flat text.

use std::borrow::Cow;
use std::fmt;
use std::ops;

use crate::hashing::HashMap;

use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

/// The largest text that is parsed, in bytes. No host has this limit.
const MAX_BYTES: usize = 1 << 20;

/// A JSON value and its place in the text.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PlacedJson<'t> {
    text: &'t str,
    raw: &'t RawValue,
}

/// A key of an object, and the key's value.
#[derive(Debug, Clone)]
pub(crate) struct JsonMember<'t> {
    pub key: String,
    /// The byte range of the key, including its quotes.
    pub bytes: ops::Range<usize>,
    pub value: PlacedJson<'t>,
}

/// The error for a text that is not JSON, with the byte at which the parser found the error.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct NotJson {
    pub message: String,
    pub byte: usize,
}

impl<'t> PlacedJson<'t> {
    /// Parses a JSON text. Nested values are parsed only when they are requested.
    pub fn read(text: &'t str) -> Result<Self, NotJson> {
        if text.len() > MAX_BYTES {
            return Err(NotJson {
                message: format!("{} bytes are more than Skillglass reads", text.len()),
                byte: 0,
            });
        }
        match serde_json::from_str(text) {
            Ok(raw) => Ok(Self { text, raw }),
            Err(error) => Err(NotJson {
                byte: byte_of(text, error.line(), error.column()),
                message: error.to_string(),
            }),
        }
    }

    /// Returns the byte range of the value.
    pub fn bytes(&self) -> ops::Range<usize> {
        let start = offset(self.text, self.raw.get());
        start..start + self.raw.get().len()
    }

    pub fn is_object(&self) -> bool {
        self.raw.get().starts_with('{')
    }

    /// Returns the text of the value exactly as written.
    pub fn written(&self) -> &'t str {
        self.raw.get()
    }

    /// Returns the value of a string. A string with an unpaired surrogate is returned as written.
    /// Returns none for any other value.
    pub fn string(&self) -> Option<String> {
        let quoted = self.raw.get();
        let inner = quoted.strip_prefix('"')?.strip_suffix('"')?;
        let read = serde_json::from_str(quoted).ok();
        Some(read.unwrap_or_else(|| inner.to_owned()))
    }

    /// Returns the items of an array. Returns none for any other value.
    pub fn items(&self) -> Option<Vec<Self>> {
        let items: Vec<&'t RawValue> = serde_json::from_str(self.raw.get()).ok()?;
        let text = self.text;
        Some(items.into_iter().map(|raw| Self { text, raw }).collect())
    }

    /// Returns the keys and values of an object. If a key occurs several times, its last value is
    /// used, at the position of its first occurrence. Returns none if this JSON value is not an
    /// object.
    pub fn members(&self) -> Option<Vec<JsonMember<'t>>> {
        let Members(all) = serde_json::from_str(self.raw.get()).ok()?;
        let mut members: Vec<JsonMember<'t>> = Vec::new();
        let mut known: HashMap<String, usize> = HashMap::default();
        for (key, raw) in all {
            let value = Self {
                text: self.text,
                raw,
            };
            let member = JsonMember {
                bytes: key_bytes(self.text, &key).unwrap_or_else(|| value.bytes()),
                key: key.into_owned(),
                value,
            };
            match known.get(&member.key) {
                Some(at) => members[*at] = member,
                None => {
                    known.insert(member.key.clone(), members.len());
                    members.push(member);
                }
            }
        }
        Some(members)
    }
}

/// Returns the keys that occur several times in an object, once for each repetition. Each key is
/// returned with the byte range of its previous occurrence. If the key is written with escapes such
/// as `\n` in the previous occurrence, the range of that occurrence's value is returned instead.
pub(crate) fn repeated_keys(object: &PlacedJson<'_>) -> Vec<(String, ops::Range<usize>)> {
    let Ok(Members(all)) = serde_json::from_str(object.raw.get()) else {
        return Vec::new();
    };
    let mut last: HashMap<String, ops::Range<usize>> = HashMap::default();
    let mut repeated = Vec::new();
    for (key, raw) in all {
        let start = offset(object.text, raw.get());
        let bytes = key_bytes(object.text, &key).unwrap_or(start..start + raw.get().len());
        if let Some(earlier) = last.insert(key.clone().into_owned(), bytes) {
            repeated.push((key.into_owned(), earlier));
        }
    }
    repeated
}

/// Returns the byte range of a key in a text, including its quotes. Returns `None` if `key` is not
/// a slice of `text`. The JSON parser copies a key that has escapes, so such a key is not a slice.
pub(crate) fn key_bytes(text: &str, key: &str) -> Option<ops::Range<usize>> {
    let start = key.as_ptr().addr().checked_sub(text.as_ptr().addr())?;
    let bytes = start.checked_sub(1)?..start + key.len() + 1;
    (bytes.end <= text.len()).then_some(bytes)
}

/// Returns the byte offset of `part` in `text`. `part` must be a slice of `text`.
pub(crate) fn offset(text: &str, part: &str) -> usize {
    part.as_ptr().addr().saturating_sub(text.as_ptr().addr())
}

/// Returns the byte offset of a line and column that the JSON parser reports. Both are counted from
/// 1, and columns count bytes.
pub(crate) fn byte_of(text: &str, line: usize, column: usize) -> usize {
    let mut lines = text.split_inclusive('\n');
    let before: usize = (lines.by_ref())
        .take(line.saturating_sub(1))
        .map(str::len)
        .sum();
    let length = lines.next().map_or(0, str::len);
    before + column.saturating_sub(1).min(length)
}

/// The keys and values of a JSON object in their order. A key may occur several times.
pub(crate) struct Members<'t>(pub Vec<(Cow<'t, str>, &'t RawValue)>);

impl<'de> Deserialize<'de> for Members<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct InOrder;

        impl<'de> Visitor<'de> for InOrder {
            type Value = Members<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Members<'de>, A::Error> {
                let mut members = Vec::new();
                while let Some((Text(key), value)) = map.next_entry()? {
                    members.push((key, value));
                }
                Ok(Members(members))
            }
        }

        deserializer.deserialize_map(InOrder)
    }
}

/// A JSON string, which is borrowed from the source if it has no escapes.
#[derive(Deserialize)]
struct Text<'t>(#[serde(borrow)] Cow<'t, str>);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_and_keys_know_their_bytes() {
        let text = "{ \"a\": [1, \"b\"],\n \"c\\u0064\": {} }";
        let root = PlacedJson::read(text).unwrap();
        let shown = |member: &JsonMember<'_>| {
            let [key, value] = [member.bytes.clone(), member.value.bytes()];
            (member.key.clone(), &text[key], &text[value])
        };
        let members: Vec<_> = root.members().unwrap().iter().map(shown).collect();
        let a = ("a".to_owned(), "\"a\"", "[1, \"b\"]");
        assert_eq!(members, [a, ("cd".to_owned(), "{}", "{}")]);
        let items = root.members().unwrap()[0].value.items().unwrap();
        assert_eq!(items[1].string().as_deref(), Some("b"));
        assert_eq!(&text[items[1].bytes()], "\"b\"");
    }

    #[test]
    fn the_last_of_equal_keys_counts_at_the_position_of_the_first() {
        let root = PlacedJson::read("{\"a\": 1, \"b\": 2, \"a\": \"3\"}").unwrap();
        let members = root.members().unwrap();
        let keys: Vec<_> = members.iter().map(|member| &*member.key).collect();
        assert_eq!(keys, ["a", "b"]);
        assert_eq!(members[0].value.string().as_deref(), Some("3"));
    }

    #[test]
    fn a_string_with_an_unpaired_surrogate_is_returned_as_written() {
        let root = PlacedJson::read(r#""\ud800 \"a\"""#).unwrap();
        assert_eq!(root.string().as_deref(), Some(r#"\ud800 \"a\""#));
    }

    #[test]
    fn repeated_keys_have_the_bytes_of_the_earlier_member() {
        let root = PlacedJson::read("{\"a\": 1, \"b\": 2, \"a\": 3, \"a\": 4}").unwrap();
        let repeated = [("a".to_owned(), 1..4), ("a".to_owned(), 17..20)];
        assert_eq!(repeated_keys(&root), repeated);
        assert_eq!(repeated_keys(&PlacedJson::read("[]").unwrap()), []);
    }

    #[test]
    fn a_text_that_is_not_json_has_the_byte_of_its_error() {
        for (text, byte) in [("{", 0), ("{\n  x", 4), ("", 0), ("\u{feff}{}", 0)] {
            assert_eq!(PlacedJson::read(text).unwrap_err().byte, byte, "{text:?}");
        }
        let deep = "[".repeat(100_000);
        assert!(PlacedJson::read(&deep).is_err());
    }
}
