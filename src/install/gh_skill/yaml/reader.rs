//! Reads a YAML text as a map, like the Go library yaml.v3.

use std::cell::{Cell, RefCell};
use std::fmt;

use serde::Deserialize;
use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, IgnoredAny, MapAccess, SeqAccess, VariantAccess,
    Visitor,
};

use super::value::{Pair, Yaml};
use super::{error, scalar};
use crate::hashing::HashMap;
use crate::install::gh_skill::names::quoted;
use crate::text::yaml::{MAX_FRONTMATTER_BYTES, check_aliases, check_work};

/// The maximum number of problems that are reported for one text. No host has this limit.
const MAX_PROBLEMS: usize = 1_000;

/// The result of reading a frontmatter as YAML.
#[derive(Debug, Default)]
pub(crate) struct Reading {
    /// The keys of the map, each with its position in the text and its value. None if the text is
    /// null or empty.
    pub(crate) members: Option<Vec<(String, Option<usize>, Yaml)>>,
    /// The scalars `name`, `description` and `license`, exactly as written in the text.
    pub(crate) written: HashMap<String, String>,
}

/// Reads a frontmatter like `gh skill`: as a map, with texts for `name`, `description` and
/// `license`.
///
/// # Errors
/// Returns the error text of yaml.v3, without the prefix `yaml: `.
pub(crate) fn read(yaml: &str) -> Result<Reading, String> {
    check_work(yaml, MAX_FRONTMATTER_BYTES)?;
    check_aliases::<serde_yaml::Error>(yaml).map_err(|error| error.to_string())?;
    let problems = RefCell::new(Vec::new());
    let seed = Seed {
        yaml,
        problems: &problems,
    };
    let Some(document) = serde_yaml::Deserializer::from_str(yaml).next() else {
        return Ok(Reading::default());
    };
    let value = match seed.deserialize(document) {
        Ok(value) => value,
        // A document without any node is null.
        Err(error) if error.to_string().starts_with("EOF") => Yaml::Null,
        Err(error) => return Err(error::text(&error, yaml)),
    };
    let value = merged(value)?;
    let mut problems = problems.into_inner();
    let pairs = match value {
        Yaml::Null => return Ok(Reading::default()),
        Yaml::Map(pairs) => pairs,
        other => {
            let line = first_line(yaml);
            problems.push(format!(
                "line {line}: cannot unmarshal {} into map[string]interface {{}}",
                shown(&other)
            ));
            Vec::new()
        }
    };
    let line = |at: Option<usize>| at.map_or(1, |at| line_of(yaml, at));
    let mut members = Vec::with_capacity(pairs.len());
    for Pair { key, at, value } in pairs {
        match key.scalar() {
            Some(key) => members.push((key, at, value)),
            None => problems.push(format!(
                "line {}: cannot unmarshal {} into string",
                line(at),
                key.tag()
            )),
        }
    }
    if problems.is_empty() {
        for (key, at, value) in &members {
            let line = line(*at);
            match (key.as_str(), value) {
                ("name" | "description" | "license", Yaml::List(_) | Yaml::Map(_)) => {
                    problems.push(format!(
                        "line {line}: cannot unmarshal {} into string",
                        value.tag()
                    ));
                }
                ("metadata", Yaml::Map(_) | Yaml::Null) => {}
                ("metadata", value) => {
                    problems.push(format!(
                        "line {line}: cannot unmarshal {} into map[string]interface {{}}",
                        shown(value)
                    ));
                }
                _ => {}
            }
        }
    }
    if !problems.is_empty() {
        return Err(format!("unmarshal errors:\n  {}", problems.join("\n  ")));
    }
    let written = serde_yaml::Deserializer::from_str(yaml).next();
    let written = written.and_then(|document| Written::deserialize(document).ok());
    Ok(Reading {
        members: Some(members),
        written: written.map(|written| written.0).unwrap_or_default(),
    })
}

/// Describes a value for an error message: its tag, and for a scalar also the beginning of its
/// text.
fn shown(value: &Yaml) -> String {
    let Some(text) = value.scalar() else {
        return value.tag().to_owned();
    };
    // In the message, a date appears without a time, as in the text.
    let text = text.strip_suffix("T00:00:00Z").unwrap_or(&text);
    let text = match text.get(..7) {
        Some(start) if text.len() > 10 => format!("{start}..."),
        _ => text.to_owned(),
    };
    format!("{} `{text}`", value.tag())
}

fn line_of(yaml: &str, at: usize) -> usize {
    1 + yaml.bytes().take(at).filter(|byte| *byte == b'\n').count()
}

/// Returns the number of the first line that is neither empty, nor a comment, nor `---`.
fn first_line(yaml: &str) -> usize {
    let is_content = |line: &str| {
        let line = line.trim();
        !line.is_empty() && !line.starts_with('#') && line != "---"
    };
    1 + yaml.lines().position(is_content).unwrap_or_default()
}

/// Replaces each merge key (`<<`) by the keys of the maps in its value. A key of the map itself
/// takes precedence over a merged key.
///
/// # Errors
/// Returns the error text of yaml.v3 if the value of a merge key is neither a map nor a list of
/// maps.
fn merged(value: Yaml) -> Result<Yaml, String> {
    Ok(match value {
        Yaml::List(items) => Yaml::List(items.into_iter().map(merged).collect::<Result<_, _>>()?),
        Yaml::Map(pairs) => {
            let mut own: Vec<Pair> = Vec::with_capacity(pairs.len());
            let mut others = Vec::new();
            for Pair { key, at, value } in pairs {
                let value = merged(value)?;
                if key != Yaml::Text("<<".to_owned()) {
                    own.push(Pair { key, at, value });
                    continue;
                }
                match value {
                    Yaml::Map(pairs) => others.push(pairs),
                    Yaml::List(items) => {
                        for item in items {
                            let Yaml::Map(pairs) = item else {
                                return Err(MERGES_NO_MAP.to_owned());
                            };
                            others.push(pairs);
                        }
                    }
                    _ => return Err(MERGES_NO_MAP.to_owned()),
                }
            }
            for pair in others.into_iter().flatten() {
                if own.iter().all(|known| known.key != pair.key) {
                    own.push(pair);
                }
            }
            Yaml::Map(own)
        }
        scalar => scalar,
    })
}

const MERGES_NO_MAP: &str = "map merge requires map or sequence of maps as the value";

/// Deserializes a YAML value, and collects the problems of all maps in the value.
#[derive(Clone, Copy)]
struct Seed<'s> {
    yaml: &'s str,
    problems: &'s RefCell<Vec<String>>,
}

impl Seed<'_> {
    /// Returns the byte offset of `part` in the YAML text, computed from the memory addresses of
    /// both. Returns none if `part` is not a slice of the text.
    fn offset(&self, part: &str) -> Option<usize> {
        let at = (part.as_ptr() as usize).checked_sub(self.yaml.as_ptr() as usize)?;
        (at + part.len() <= self.yaml.len()).then_some(at)
    }

    /// Returns the value of a scalar whose text is a slice of the YAML text: a plain scalar, or the
    /// inside of quotes.
    fn borrowed(&self, text: &str) -> Yaml {
        let before = self.offset(text).and_then(|at| at.checked_sub(1));
        let tagged = before.and_then(|at| self.yaml.get(..=at));
        let is_tagged = tagged.is_some_and(|tagged| tagged.trim_end().ends_with("!!str"));
        match before.and_then(|at| self.yaml.as_bytes().get(at)) {
            Some(b'"' | b'\'') => Yaml::Text(text.to_owned()),
            _ if is_tagged => Yaml::Text(text.to_owned()),
            _ => scalar::resolve(text),
        }
    }
}

impl<'de> DeserializeSeed<'de> for Seed<'_> {
    type Value = Yaml;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Yaml, D::Error> {
        deserializer.deserialize_any(self)
    }
}

/// Deserializes a key, together with the byte at which the key begins.
struct KeySeed<'s>(Seed<'s>);

impl<'de> DeserializeSeed<'de> for KeySeed<'_> {
    type Value = (Yaml, Option<usize>);

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        let at = Cell::new(None);
        let visitor = KeyVisitor {
            seed: self.0,
            at: &at,
        };
        let key = deserializer.deserialize_any(visitor)?;
        Ok((key, at.get()))
    }
}

struct KeyVisitor<'s, 'a> {
    seed: Seed<'s>,
    at: &'a Cell<Option<usize>>,
}

macro_rules! forward {
    ($($visit:ident: $type:ty),*) => {$(
        fn $visit<E: serde::de::Error>(self, value: $type) -> Result<Yaml, E> {
            self.seed.$visit(value)
        }
    )*};
}

impl<'de> Visitor<'de> for KeyVisitor<'_, '_> {
    type Value = Yaml;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a key")
    }

    forward! { visit_bool: bool, visit_i64: i64, visit_u64: u64, visit_i128: i128, visit_u128: u128, visit_f64: f64, visit_str: &str }

    fn visit_borrowed_str<E: serde::de::Error>(self, text: &'de str) -> Result<Yaml, E> {
        self.at.set(self.seed.offset(text));
        Ok(self.seed.borrowed(text))
    }

    fn visit_unit<E: serde::de::Error>(self) -> Result<Yaml, E> {
        Ok(Yaml::Null)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, items: A) -> Result<Yaml, A::Error> {
        self.seed.visit_seq(items)
    }

    fn visit_map<A: MapAccess<'de>>(self, pairs: A) -> Result<Yaml, A::Error> {
        self.seed.visit_map(pairs)
    }

    fn visit_enum<A: EnumAccess<'de>>(self, tagged: A) -> Result<Yaml, A::Error> {
        self.seed.visit_enum(tagged)
    }
}

impl<'de> Visitor<'de> for Seed<'_> {
    type Value = Yaml;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a value")
    }

    fn visit_bool<E>(self, value: bool) -> Result<Yaml, E> {
        Ok(Yaml::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Yaml, E> {
        Ok(Yaml::Int(value.into()))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Yaml, E> {
        Ok(Yaml::Int(value.into()))
    }

    fn visit_i128<E>(self, value: i128) -> Result<Yaml, E> {
        Ok(Yaml::Float(value as f64))
    }

    fn visit_u128<E>(self, value: u128) -> Result<Yaml, E> {
        Ok(Yaml::Float(value as f64))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Yaml, E> {
        Ok(Yaml::Float(value))
    }

    fn visit_str<E>(self, text: &str) -> Result<Yaml, E> {
        Ok(Yaml::Text(text.to_owned()))
    }

    fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Yaml, E> {
        Ok(self.borrowed(text))
    }

    fn visit_unit<E>(self) -> Result<Yaml, E> {
        Ok(Yaml::Null)
    }

    fn visit_none<E>(self) -> Result<Yaml, E> {
        Ok(Yaml::Null)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Yaml, A::Error> {
        let mut list = Vec::new();
        while let Some(item) = items.next_element_seed(self)? {
            list.push(item);
        }
        Ok(Yaml::List(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut pairs: A) -> Result<Yaml, A::Error> {
        let mut map: Vec<Pair> = Vec::new();
        // Problems of values are reported after problems of keys.
        let before = self.problems.borrow().len();
        let mut places: HashMap<String, Vec<usize>> = HashMap::default();
        let mut order = Vec::new();
        while let Some((key, at)) = pairs.next_key_seed(KeySeed(self))? {
            let value = pairs.next_value_seed(self)?;
            let name = key.scalar();
            let place = at.map_or(0, |at| at);
            if let Some(name) = name {
                let known = places.entry(name.clone()).or_default();
                known.push(place);
                if known.len() == 1 {
                    order.push(name);
                }
            }
            map.push(Pair { key, at, value });
        }
        let mut duplicates = Vec::new();
        for name in order {
            let known = places.get(&name).map(Vec::as_slice).unwrap_or_default();
            for (index, first) in known.iter().enumerate() {
                for later in known.iter().skip(index + 1) {
                    if duplicates.len() < MAX_PROBLEMS {
                        let (later, first) =
                            (line_of(self.yaml, *later), line_of(self.yaml, *first));
                        let key = quoted(&name);
                        duplicates.push(format!(
                            "line {later}: mapping key {key} already defined at line {first}"
                        ));
                    }
                }
            }
        }
        if !duplicates.is_empty() {
            // After a duplicate key, the values of the map are not read.
            let mut problems = self.problems.borrow_mut();
            problems.truncate(before);
            problems.extend(duplicates);
        }
        Ok(Yaml::Map(map))
    }

    fn visit_enum<A: EnumAccess<'de>>(self, tagged: A) -> Result<Yaml, A::Error> {
        let (_, value) = tagged.variant_seed(std::marker::PhantomData::<Tag>)?;
        value.newtype_variant_seed(self)
    }
}

/// A YAML tag, which is read and ignored.
struct Tag;

impl<'de> Deserialize<'de> for Tag {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(IgnoredAny).map(|_| Self)
    }
}

/// The scalars `name`, `description` and `license` of a map, exactly as written in the YAML text.
struct Written(HashMap<String, String>);

impl<'de> Deserialize<'de> for Written {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(WrittenVisitor)
    }
}

struct WrittenVisitor;

impl<'de> Visitor<'de> for WrittenVisitor {
    type Value = Written;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a map")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut pairs: A) -> Result<Written, A::Error> {
        let mut written = HashMap::default();
        while let Some(key) = pairs.next_key::<String>()? {
            if matches!(key.as_str(), "name" | "description" | "license") {
                if let Some(text) = pairs.next_value::<Option<String>>()? {
                    written.insert(key, text);
                }
            } else {
                pairs.next_value::<IgnoredAny>()?;
            }
        }
        Ok(Written(written))
    }
}
