//! What YAML and JSON say, as JavaScript sees it: js-yaml's types and refusals on top of the shared YAML scanner.
//!
//! The scanner takes and refuses nearly what js-yaml 3 does (a recorded corpus of 3,000 skills agrees). What differs is
//! here: dates, octal, underscored and sexagesimal numbers are no strings; duplicate keys, unknown tags and merges of
//! what is no mapping are errors; pairs of `\u` escapes make one character; and a next-line character is no line end.

use std::borrow::Cow;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::fmt;
use std::ops::Range;

use serde::Deserialize;
use serde::de::{
    self, DeserializeSeed, Deserializer, EnumAccess, MapAccess, SeqAccess, VariantAccess, Visitor,
};

use crate::yaml::{MAX_FRONTMATTER_BYTES, check_work};

/// A value. Mappings keep their order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Value {
    Null,
    Bool(bool),
    Number,
    Date,
    Text(String),
    Sequence(Vec<Value>),
    Mapping(Vec<(String, Value)>),
}

impl Value {
    pub(super) fn get(&self, key: &str) -> Option<&Self> {
        match self {
            Self::Mapping(entries) => entries
                .iter()
                .find_map(|(known, value)| (known == key).then_some(value)),
            _ => None,
        }
    }

    pub(super) fn text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }

    pub(super) fn items(&self) -> &[Self] {
        match self {
            Self::Sequence(items) => items,
            _ => &[],
        }
    }

    pub(super) fn entries(&self) -> &[(String, Self)] {
        match self {
            Self::Mapping(entries) => entries,
            _ => &[],
        }
    }

    /// What it is, in words.
    pub(super) fn kind(&self) -> &'static str {
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

    /// Puts another value over this one: mappings are merged key by key, anything else is replaced.
    pub(super) fn merge(&mut self, over: Self) {
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

/// Why a text could not be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Unread {
    pub(super) message: String,
    /// Line and column, from 1, where the parser says so.
    pub(super) at: Option<(usize, usize)>,
}

/// Largest JSON that is read, in bytes. This limit is ours.
const MAX_JSON_BYTES: usize = 1 << 20;

/// Reads JSON. Of equal keys the last counts, at the place of the first.
pub(super) fn json(text: &str) -> Result<Value, Unread> {
    if text.len() > MAX_JSON_BYTES {
        return Err(Unread {
            message: format!("{} bytes are more than Skillglass reads", text.len()),
            at: None,
        });
    }
    let mut reader = serde_json::Deserializer::from_str(text);
    let seed = Reader {
        source: text,
        dialect: Dialect::Json,
        level: 0,
    };
    let value = seed.deserialize(&mut reader).and_then(|value| {
        reader.end()?;
        Ok(value)
    });
    value.map_err(|error| Unread {
        message: error.to_string(),
        at: Some((error.line(), error.column())),
    })
}

/// Reads YAML as js-yaml 3 does.
pub(super) fn yaml(text: &str) -> Result<Value, Unread> {
    check_work(text, MAX_FRONTMATTER_BYTES).map_err(|problem| Unread {
        message: format!("the frontmatter was not parsed: {problem}"),
        at: None,
    })?;
    let disguise = Disguise::of(text);
    let mut text = disguise.put_on(&disguise.keep_blanks(text));
    // A block of text at the end keeps its line end, though the closing delimiter took it away.
    if !text.ends_with(['\n', '\r']) {
        text.push('\n');
    }
    let value = read_yaml(&text).or_else(|error| {
        // JavaScript spells a character beyond the first 65,536 as two escapes, which the scanner refuses.
        let joined = join_surrogates(&text).ok_or(&error);
        joined
            .and_then(|joined| read_yaml(&joined).map_err(|_| &error))
            .map_err(|error| Unread {
                message: error.to_string(),
                at: error
                    .location()
                    .map(|location| (location.line(), location.column())),
            })
    });
    value.map(|value| disguise.take_off(value))
}

fn read_yaml(text: &str) -> Result<Value, serde_yaml::Error> {
    let seed = Reader {
        source: text,
        dialect: Dialect::Yaml,
        level: 0,
    };
    let mut value = match seed.deserialize(serde_yaml::Deserializer::from_str(text)) {
        // Nothing but comments and blanks.
        Err(_) if serde_yaml::from_str::<()>(text).is_ok() => Value::Null,
        value => value?,
    };
    // The scanner resolves numbers by other rules than js-yaml (`0o17`, `01.5`) and keeps no tag, so the fields that
    // matter are looked at as they are written.
    let Value::Mapping(entries) = &mut value else {
        return Ok(value);
    };
    for (key, value) in entries {
        let is_read = matches!(key.as_str(), "name" | "description");
        let as_text = is_read && is_tagged_as_text(text, key);
        let is_scalar = !matches!(value, Value::Sequence(_) | Value::Mapping(_));
        if is_scalar && (as_text || (is_read && *value == Value::Number)) {
            let written: Written = serde_yaml::from_str(text)?;
            let written = match key.as_str() {
                "name" => written.name,
                _ => written.description,
            };
            *value = match written {
                Some(written) if as_text => Value::Text(written),
                Some(written) => plain(&written),
                None => Value::Null,
            };
        }
    }
    Ok(value)
}

/// Whether the value of a key at the start of a line is said to be text.
fn is_tagged_as_text(text: &str, key: &str) -> bool {
    text.lines().any(|line| {
        let is_key = line
            .strip_prefix(key)
            .is_some_and(|rest| rest.starts_with(':'));
        is_key && keyed_value(line).is_some_and(|value| value.starts_with("!!str "))
    })
}

/// The two fields as they are written.
#[derive(Deserialize)]
struct Written {
    #[serde(default, deserialize_with = "written")]
    name: Option<String>,
    #[serde(default, deserialize_with = "written")]
    description: Option<String>,
}

/// The text of a scalar; what is no scalar is nobody's to read here.
fn written<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    String::deserialize(deserializer).map(Some)
}

/// Stands for characters that the scanner takes for line ends, drops or refuses, and js-yaml takes for letters.
struct Disguise(Vec<(char, char)>);

/// Of them those that count only where a line ends inside quotes: js-yaml 3 keeps blanks there.
const BLANKS: [char; 2] = [' ', '\t'];

impl Disguise {
    fn of(text: &str) -> Self {
        let awkward = ['\u{85}', '\u{2028}', '\u{2029}', '\u{feff}'];
        let awkward = awkward
            .into_iter()
            .chain(BLANKS)
            .filter(|character| text.contains(*character));
        // Characters for private use that the text does without.
        let mut free = ('\u{e000}'..='\u{f8ff}').filter(|character| !text.contains(*character));
        Self(
            awkward
                .filter_map(|character| Some((character, free.next()?)))
                .collect(),
        )
    }

    /// The text with blanks at the end of a line disguised where the line ends inside the quotes of a value.
    fn keep_blanks<'t>(&self, text: &'t str) -> Cow<'t, str> {
        let stand_in = |blank: char| self.0.iter().find(|(known, _)| *known == blank);
        let mut kept = String::new();
        let mut done = 0;
        for quoted in quoted_values(text) {
            for line in text[quoted].split_inclusive('\n') {
                let start = line.as_ptr() as usize - text.as_ptr() as usize;
                let Some(shown) = line.strip_suffix('\n') else {
                    continue;
                };
                let shown = shown.strip_suffix('\r').unwrap_or(shown);
                let trimmed = shown.trim_end_matches(BLANKS);
                if trimmed.is_empty() || trimmed.len() == shown.len() {
                    continue;
                }
                kept.push_str(&text[done..start + trimmed.len()]);
                let blanks = shown[trimmed.len()..].chars();
                kept.extend(blanks.map(|blank| stand_in(blank).map_or(blank, |(_, other)| *other)));
                done = start + shown.len();
            }
        }
        if done == 0 {
            return text.into();
        }
        kept.push_str(&text[done..]);
        kept.into()
    }

    fn put_on(&self, text: &str) -> String {
        let mut text = text.to_owned();
        for (character, stand_in) in &self.0 {
            if BLANKS.contains(character) {
                continue;
            }
            text = text.replace(*character, stand_in.encode_utf8(&mut [0; 4]));
        }
        text
    }

    fn take_off(&self, value: Value) -> Value {
        if self.0.is_empty() {
            return value;
        }
        let plain = |mut text: String| {
            for (character, stand_in) in &self.0 {
                text = text.replace(*stand_in, character.encode_utf8(&mut [0; 4]));
            }
            text
        };
        match value {
            Value::Text(text) => Value::Text(plain(text)),
            Value::Sequence(items) => {
                Value::Sequence(items.into_iter().map(|item| self.take_off(item)).collect())
            }
            Value::Mapping(entries) => Value::Mapping(
                entries
                    .into_iter()
                    .map(|(key, value)| (plain(key), self.take_off(value)))
                    .collect(),
            ),
            other => other,
        }
    }
}

/// The values in quotes of keys at the start of a line, from the opening quote on.
fn quoted_values(text: &str) -> Vec<Range<usize>> {
    let mut values = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let start = at;
        at += line.len();
        if values
            .last()
            .is_some_and(|last: &Range<usize>| start < last.end)
        {
            continue;
        }
        let Some(value) = keyed_value(line) else {
            continue;
        };
        let start = start + line.len() - value.len();
        let Some(quote @ ('"' | '\'')) = value.chars().next() else {
            continue;
        };
        let mut escaped = false;
        let end = text[start + 1..].find(|character| {
            if escaped {
                escaped = false;
                return false;
            }
            escaped = quote == '"' && character == '\\';
            character == quote
        });
        values.push(start..end.map_or(text.len(), |end| start + 1 + end));
    }
    values
}

/// What stands behind `key:` and blanks on a line that begins with a key.
fn keyed_value(line: &str) -> Option<&str> {
    let (key, value) = line.split_once(':')?;
    let is_key = key
        .bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || b"_-".contains(&byte));
    let trimmed = value.trim_start_matches(BLANKS);
    (is_key && !key.is_empty() && trimmed.len() < value.len()).then_some(trimmed)
}

/// The text with every `\ud83d\ude00` written as `\U0001f600`, and every half without its other as the character that
/// stands for what cannot be shown; none when there is nothing of the kind.
fn join_surrogates(text: &str) -> Option<String> {
    let mut joined = String::with_capacity(text.len());
    let mut rest = text;
    let mut changed = false;
    while let Some(at) = rest.find('\\') {
        joined.push_str(&rest[..at]);
        rest = &rest[at..];
        let taken = match escaped_unit(rest) {
            Some(high @ 0xd800..=0xdbff) => match escaped_unit(&rest[6..]) {
                Some(low @ 0xdc00..=0xdfff) => {
                    let character = 0x1_0000 + ((high - 0xd800) << 10) + (low - 0xdc00);
                    joined.push_str(&format!("\\U{character:08x}"));
                    12
                }
                _ => {
                    joined.push_str("\\ufffd");
                    6
                }
            },
            Some(0xdc00..=0xdfff) => {
                joined.push_str("\\ufffd");
                6
            }
            _ => {
                // The character behind a backslash begins no escape of its own.
                let end = rest
                    .char_indices()
                    .nth(2)
                    .map_or(rest.len(), |(index, _)| index);
                joined.push_str(&rest[..end]);
                rest = &rest[end..];
                continue;
            }
        };
        changed = true;
        rest = &rest[taken..];
    }
    joined.push_str(rest);
    changed.then_some(joined)
}

/// The number of a `\uXXXX` at the start.
fn escaped_unit(text: &str) -> Option<u32> {
    let digits = text.strip_prefix("\\u")?.get(..4)?;
    digits
        .bytes()
        .all(|byte| byte.is_ascii_hexdigit())
        .then(|| u32::from_str_radix(digits, 16).ok())?
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Dialect {
    Yaml,
    Json,
}

/// Levels whose values are kept; what lies deeper is only checked, for no host looks at it.
const KEPT_LEVELS: usize = 6;

/// Levels that are entered at most. This limit is ours; the parsers have one of the same size.
const MAX_LEVELS: usize = 128;

/// Reads one value out of `source`.
#[derive(Clone, Copy)]
struct Reader<'s> {
    source: &'s str,
    dialect: Dialect,
    level: usize,
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
        if self.dialect == Dialect::Yaml && self.is_plain(text) {
            Ok(plain(text))
        } else {
            Ok(Value::Text(text.to_owned()))
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
            "!" => value
                .newtype_variant()
                .map(|text: String| match text.is_empty() {
                    true => Value::Null,
                    false => Value::Text(text),
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
                Entry::Occupied(_) if self.dialect == Dialect::Yaml => {
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

/// What `<<` brings in: a mapping, or a sequence of them of which the first goes before the others.
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
        if self.0.dialect == Dialect::Yaml && key == "<<" && self.0.is_plain(key) {
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

/// What a plain scalar is to js-yaml 3.
fn plain(text: &str) -> Value {
    match text {
        "" | "~" | "null" | "Null" | "NULL" => Value::Null,
        "true" | "True" | "TRUE" => Value::Bool(true),
        "false" | "False" | "FALSE" => Value::Bool(false),
        _ if !text.starts_with(|first: char| first.is_ascii_digit() || "+-.".contains(first)) => {
            Value::Text(text.to_owned())
        }
        _ if is_integer(text) || is_float(text) => Value::Number,
        _ if is_timestamp(text) => Value::Date,
        _ => Value::Text(text.to_owned()),
    }
}

/// Binary, octal (a leading zero), decimal, hexadecimal or sexagesimal, with underscores between the digits.
fn is_integer(text: &str) -> bool {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    let made_of = |digits: &str, is_digit: fn(&u8) -> bool| {
        !digits.ends_with('_')
            && digits.bytes().any(|byte| byte != b'_')
            && digits.bytes().all(|byte| byte == b'_' || is_digit(&byte))
    };
    if let Some(digits) = digits.strip_prefix("0b") {
        return made_of(digits, |digit| matches!(digit, b'0' | b'1'));
    }
    if let Some(digits) = digits.strip_prefix("0x") {
        return made_of(digits, u8::is_ascii_hexdigit);
    }
    if let Some(digits) = digits.strip_prefix('0') {
        return digits.is_empty() || made_of(digits, |digit| matches!(digit, b'0'..=b'7'));
    }
    let (whole, sixtieths) = digits.split_at(digits.find(':').unwrap_or(digits.len()));
    !whole.starts_with('_') && made_of(whole, u8::is_ascii_digit) && are_sixtieths(sixtieths)
}

/// Any number of `:59`.
fn are_sixtieths(text: &str) -> bool {
    text.is_empty()
        || text
            .strip_prefix(':')
            .is_some_and(|text| text.split(':').all(is_sixtieth))
}

fn is_sixtieth(text: &str) -> bool {
    match text.as_bytes() {
        [units] => units.is_ascii_digit(),
        [tens, units] => (b'0'..=b'5').contains(tens) && units.is_ascii_digit(),
        _ => false,
    }
}

fn is_float(text: &str) -> bool {
    let is_digits = |text: &str| {
        text.bytes()
            .all(|byte| byte.is_ascii_digit() || byte == b'_')
    };
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    match unsigned {
        ".inf" | ".Inf" | ".INF" => return true,
        ".nan" | ".NaN" | ".NAN" => return unsigned == text,
        _ if text.ends_with('_') => return false,
        _ => {}
    }
    if let Some((whole, fraction)) = unsigned.split_once('.')
        && let Some((first, sixtieths)) = whole.split_once(':')
    {
        let sixtieths = sixtieths.split(':').all(is_sixtieth);
        return first.starts_with(|first: char| first.is_ascii_digit())
            && is_digits(first)
            && sixtieths
            && is_digits(fraction);
    }
    let (mantissa, exponent) = match unsigned.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent)),
        None => (unsigned, None),
    };
    let exponent_counts = exponent.is_none_or(|exponent| {
        let digits = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
        !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
    });
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let mantissa_counts = if whole.is_empty() {
        // A fraction alone bears no sign.
        unsigned == text && !fraction.is_empty()
    } else {
        whole == "0" || (whole.starts_with(|first| matches!(first, '1'..='9')) && is_digits(whole))
    };
    exponent_counts && mantissa_counts && is_digits(fraction)
}

/// A date, or a date with a time and perhaps a zone.
fn is_timestamp(text: &str) -> bool {
    let mut at = Cursor(text.as_bytes());
    let date = at.digits(4, 4) && at.byte(b'-');
    let (month, day) = (at.count_digits(2), at.byte(b'-'));
    let days = at.count_digits(2);
    if !date || month == 0 || !day || days == 0 {
        return false;
    }
    if at.0.is_empty() {
        return (month, days) == (2, 2);
    }
    let separated = at.byte(b'T') || at.byte(b't') || at.blanks();
    let time = separated
        && at.digits(1, 2)
        && at.byte(b':')
        && at.digits(2, 2)
        && at.byte(b':')
        && at.digits(2, 2);
    if !time {
        return false;
    }
    if at.byte(b'.') {
        at.count_digits(usize::MAX);
    }
    if at.0.is_empty() {
        return true;
    }
    at.blanks();
    let zone = at.byte(b'Z')
        || ((at.byte(b'+') || at.byte(b'-'))
            && at.digits(1, 2)
            && (!at.byte(b':') || at.digits(2, 2)));
    zone && at.0.is_empty()
}

/// Reads a text from its start.
struct Cursor<'t>(&'t [u8]);

impl Cursor<'_> {
    fn byte(&mut self, wanted: u8) -> bool {
        let is_there = self.0.first() == Some(&wanted);
        self.0 = &self.0[usize::from(is_there)..];
        is_there
    }

    fn blanks(&mut self) -> bool {
        let before = self.0.len();
        while self.byte(b' ') || self.byte(b'\t') {}
        self.0.len() < before
    }

    /// How many digits stand here, `most` at most.
    fn count_digits(&mut self, most: usize) -> usize {
        let digits = self.0.iter().take(most);
        let count = digits.take_while(|byte| byte.is_ascii_digit()).count();
        self.0 = &self.0[count..];
        count
    }

    fn digits(&mut self, least: usize, most: usize) -> bool {
        self.count_digits(most) >= least
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a value says: text as it is, everything else by its kind, and refusal.
    fn read(text: &str) -> String {
        match yaml(&format!("\nname: {text}")) {
            Err(_) => "refused".to_owned(),
            Ok(value) => match value.get("name") {
                Some(Value::Text(text)) => format!("={text}"),
                other => other.map_or("absent", Value::kind).to_owned(),
            },
        }
    }

    #[test]
    fn scalars_have_the_types_of_js_yaml() {
        let cases = [
            ("yes", "=yes"),
            ("true", "a boolean"),
            ("~", "empty"),
            ("", "empty"),
            ("12", "a number"),
            ("'12'", "=12"),
            ("!!str 12", "=12"),
            ("! 12", "=12"),
            ("!", "empty"),
            ("0o17", "=0o17"),
            ("017", "a number"),
            ("089", "=089"),
            ("1_000", "a number"),
            ("1_", "=1_"),
            ("0b101", "a number"),
            ("0x1F", "a number"),
            ("1:30", "a number"),
            ("1:75", "=1:75"),
            ("01.5", "=01.5"),
            ("1.5e3", "a number"),
            (".5", "a number"),
            ("-.5", "=-.5"),
            (".inf", "a number"),
            ("-.nan", "=-.nan"),
            ("1.0.0", "=1.0.0"),
            ("2026-01-02", "a date"),
            ("2026-1-2", "=2026-1-2"),
            ("2026-1-2 3:04:05 +1:00", "a date"),
            ("2026-01-02T03:04:05.6Z", "a date"),
            ("'2026-01-02'", "=2026-01-02"),
            ("[a]", "a list"),
            ("{a: b}", "a mapping"),
        ];
        for (text, expected) in cases {
            assert_eq!(read(text), expected, "{text:?}");
        }
    }

    #[test]
    fn strings_have_the_characters_of_js_yaml() {
        let cases = [
            ("\"\\ud83d\\ude00\"", "=😀"),
            ("\"\\ud83d x\"", "=\u{fffd} x"),
            ("\"\\\\ud83d\"", "=\\ud83d"),
            ("a\u{2028}b\u{85}c\u{feff}", "=a\u{2028}b\u{85}c\u{feff}"),
            ("\"a  \n  b\"", "=a   b"),
            ("'a \n\n  b'", "=a \nb"),
            ("a  \n  b", "=a b"),
            ("|\n  a\n  b", "=a\nb\n"),
            (">-\n  a\n  b", "=a b"),
        ];
        for (text, expected) in cases {
            assert_eq!(read(text), expected, "{text:?}");
        }
    }

    #[test]
    fn what_js_yaml_refuses_is_refused() {
        for text in [
            "a: b",
            "@a",
            "`a`",
            "*a",
            "!foo a",
            "\"a",
            "a\nb",
            "a\nname: b",
            "a\nx: {y: 1, y: 2}",
            "a\n<<: b",
        ] {
            assert_eq!(read(text), "refused", "{text:?}");
        }
    }

    #[test]
    fn merged_keys_stand_behind_those_that_are_written() {
        let value = yaml("x: &x {name: a, description: b}\n<<: *x\nname: c\n").unwrap();
        assert_eq!(value.get("name").and_then(Value::text), Some("c"));
        assert_eq!(value.get("description").and_then(Value::text), Some("b"));
    }

    #[test]
    fn values_that_lie_deep_in_one_another_are_refused_and_overflow_nothing() {
        for text in [
            "[".repeat(100_000),
            "{a: ".repeat(50_000),
            "- ".repeat(100_000),
        ] {
            assert!(yaml(&text).is_err());
            assert!(json(&text).is_err());
        }
    }

    #[test]
    fn of_equal_keys_the_last_counts_in_json_and_none_in_yaml() {
        let value = json("{\"a\": 1, \"b\": \"x\", \"a\": \"y\"}").unwrap();
        assert_eq!(value.get("a").and_then(Value::text), Some("y"));
        assert!(yaml("a: 1\na: 2\n").is_err());
    }
}
