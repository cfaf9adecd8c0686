//! Reads frontmatter as recorded for edition `2026-11`: finds the end of the frontmatter, and
//! parses its YAML leniently.

use std::fmt;

use serde::de::{
    Deserialize, Deserializer, EnumAccess, MapAccess, SeqAccess, VariantAccess, Visitor,
};
use serde_yaml::{Mapping, Value};

use crate::hashing::HashSet;
use crate::text::document::{Document, Place};
use crate::text::yaml;

/// The delimiter that begins and ends the frontmatter.
const FENCE: &str = "---";

/// The first of the private-use characters that replace control characters during parsing. The YAML
/// parser refuses control characters.
const SHELTER: u32 = 0xF_0000;

/// Characters that YAML may refuse in a value without quotes. If a text is not valid YAML, values
/// with one of these characters are quoted, and the text is parsed again. A value that begins with
/// a comma is also quoted, because Claude Code accepts such values.
const AWKWARD: [char; 13] = [
    '{', '}', '[', ']', '*', '&', '#', '!', '|', '>', '%', '@', '`',
];

/// Returns true for characters that JavaScript treats as whitespace.
pub(super) fn is_blank(character: char) -> bool {
    character == '\u{feff}' || character.is_whitespace() && character != '\u{85}'
}

/// Removes whitespace at both ends of a text, as JavaScript's `trim` does.
pub(super) fn trim(text: &str) -> &str {
    text.trim_matches(is_blank)
}

/// Splits a text into frontmatter and body. The frontmatter begins after a first line `---`, and
/// ends at the next `---`, even inside of a line. None if the text has no such frontmatter.
pub(super) fn split(text: &str) -> Option<Document<'_>> {
    let rest = text.strip_prefix(FENCE)?;
    let spaces = rest.len() - rest.trim_start_matches(is_blank).len();
    let start = FENCE.len() + rest[..spaces].rfind('\n')? + 1;
    let end = start + text[start..].find(FENCE)?;
    Some(Document {
        frontmatter: &text[start..end],
        frontmatter_line: Place::of_byte(text, start).line,
        body: text[end + FENCE.len()..].trim_start_matches(is_blank),
    })
}

/// Parses the frontmatter's YAML. If parsing fails, values that YAML may refuse are quoted, and the
/// text is parsed again.
pub(super) fn read(yaml: &str) -> Result<Value, serde_yaml::Error> {
    parse(yaml).or_else(|error| parse(&quoted(yaml)).map_err(|_| error))
}

fn parse(yaml: &str) -> Result<Value, serde_yaml::Error> {
    if let Some(key) = unindented_quote(yaml) {
        let problem = format!("the quoted value of {key} goes on in a line without indentation");
        return Err(serde::de::Error::custom(problem));
    }
    let hidden = hide(&joined_surrogates(yaml));
    let Lenient(mut value) = yaml::read(&hidden)?;
    if value.get("<<").is_some() {
        value.apply_merge()?;
    }
    if let Value::Mapping(members) = &mut value {
        read_octals(members, yaml);
    }
    Ok(value)
}

/// Returns true for characters that are replaced during parsing: control characters, which the YAML
/// parser refuses, and two characters that only the YAML parser treats as line ends.
fn is_sheltered(character: char) -> bool {
    character.is_control() || matches!(character, '\u{2028}' | '\u{2029}')
}

/// Returns the key of the first quoted value that continues on a line without indentation. None if
/// there is no such value. YAML forbids such a line, but the YAML parser in Skillglass accepts it.
fn unindented_quote(yaml: &str) -> Option<&str> {
    let mut lines = yaml.split('\n');
    while let Some(line) = lines.next() {
        let Some((key, value)) = line.split_once(':') else {
            continue;
        };
        let value = value.trim();
        let quote = value
            .chars()
            .next()
            .filter(|first| matches!(first, '"' | '\''));
        let Some(quote) = quote.filter(|_| !key.starts_with([' ', '#', '-'])) else {
            continue;
        };
        let mut is_open = !closes(&value[1..], quote);
        while is_open {
            let line = lines.next()?;
            if !line.trim().is_empty() && !line.starts_with([' ', '\t']) {
                return Some(key);
            }
            is_open = !closes(line, quote);
        }
    }
    None
}

/// Returns true if `text`, which begins inside of a quoted value, contains the closing quote.
fn closes(text: &str, quote: char) -> bool {
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        if quote == '"' && character == '\\' {
            characters.next();
        } else if character == quote {
            if quote == '\'' && characters.next_if_eq(&'\'').is_some() {
                continue;
            }
            return true;
        }
    }
    false
}

/// Replaces each pair of `\u` escapes for one character (a surrogate pair) by the character,
/// because the YAML parser does not combine the two escapes.
fn joined_surrogates(yaml: &str) -> String {
    const ESCAPE: &str = "\\u";
    let mut rest = yaml;
    let mut joined = String::with_capacity(yaml.len());
    while let Some(start) = rest.find(ESCAPE) {
        joined.push_str(&rest[..start]);
        let unit = |at: usize| {
            let digits = rest.get(at..at + 6)?.strip_prefix(ESCAPE)?;
            u16::from_str_radix(digits, 16).ok()
        };
        let halves = unit(start).zip(unit(start + 6));
        let character = halves.and_then(|(high, low)| {
            let is_pair = (0xd800..0xdc00).contains(&high) && (0xdc00..0xe000).contains(&low);
            let mut decoded = char::decode_utf16([high, low]);
            decoded.next().and_then(Result::ok).filter(|_| is_pair)
        });
        let length = match character {
            Some(character) => {
                joined.push(character);
                12
            }
            None => {
                joined.push_str(ESCAPE);
                ESCAPE.len()
            }
        };
        rest = &rest[start + length..];
    }
    joined.push_str(rest);
    joined
}

/// Replaces control characters by characters that the YAML parser in Skillglass accepts, and each
/// tab at the start of a line by two spaces. Tabs in block scalars are not replaced, so that the
/// YAML parser refuses them. Claude Code refuses these tabs, too.
fn hide(yaml: &str) -> String {
    let shelter = |character: char| match character {
        '\t' | '\n' | '\r' => character,
        control if is_sheltered(control) => {
            char::from_u32(SHELTER + u32::from(control)).unwrap_or(control)
        }
        other => other,
    };
    let mut hidden = String::with_capacity(yaml.len());
    let mut is_block = false;
    for line in yaml.split_inclusive('\n') {
        if !line.starts_with([' ', '\t', '\n', '\r', '#']) {
            let value = line.split_once(':').map_or("", |(_, value)| value.trim());
            is_block = value.starts_with(['|', '>']);
        }
        let content = line.trim_start_matches('\t');
        let tabs = line.len() - content.len();
        if is_block || content.trim().is_empty() {
            hidden.extend(line.chars().map(shelter));
        } else {
            hidden.extend(std::iter::repeat_n("  ", tabs));
            hidden.extend(content.chars().map(shelter));
        }
    }
    hidden
}

fn unhide(text: &str) -> String {
    let back = |character: char| {
        let code = u32::from(character).checked_sub(SHELTER);
        let control = code.and_then(char::from_u32);
        control.filter(|it| is_sheltered(*it)).unwrap_or(character)
    };
    text.chars().map(back).collect()
}

/// Converts values such as `007` to decimal numbers, because the YAML parser returns numbers with
/// leading zeros as texts.
fn read_octals(members: &mut Mapping, yaml: &str) {
    let mut plain: Option<HashSet<(&str, &str)>> = None;
    for (key, value) in members.iter_mut() {
        let (Value::String(key), Value::String(text)) = (key, &*value) else {
            continue;
        };
        let digits = text.trim_start_matches(['-', '+']);
        let is_number = digits.starts_with('0')
            && digits.len() > 1
            && digits.bytes().all(|byte| byte.is_ascii_digit());
        if !is_number {
            continue;
        }
        // The lines are searched once for all members, because frontmatter may have a hundred
        // thousand members.
        let plain = plain.get_or_insert_with(|| {
            let members = yaml.lines().filter_map(|line| line.rsplit_once(':'));
            members
                .map(|(key, value)| (key.trim_end(), value.trim()))
                .collect()
        });
        if let (true, Ok(number)) = (
            plain.contains(&(key.as_str(), text.as_str())),
            text.parse::<f64>(),
        ) {
            *value = Value::Number(number.into());
        }
    }
}

/// Returns the YAML with quotes around the values of `key: value` lines that YAML may refuse.
/// Values that are already in quotes do not change.
fn quoted(yaml: &str) -> String {
    let lines = yaml.split('\n').map(|line| {
        let Some((key, value)) = line.split_once(':') else {
            return line.to_owned();
        };
        let is_key = !key.is_empty()
            && key
                .bytes()
                .all(|byte| byte.is_ascii_alphabetic() || matches!(byte, b'-' | b'_'));
        let value_only = value.trim_start_matches(is_blank);
        let in_quotes = |quote| {
            value_only.len() > 1 && value_only.starts_with(quote) && value_only.ends_with(quote)
        };
        let is_awkward = value_only.contains(AWKWARD)
            || value_only.contains(": ")
            || value_only.starts_with(',');
        // A valid list stays a list, and a line that ends in a carriage return stays unchanged. A
        // map is quoted and becomes a text.
        let is_whole = value_only.starts_with('[') && parse(value_only).is_ok()
            || line.ends_with('\r') && !value_only.starts_with(',');
        if !is_key
            || value_only.is_empty()
            || value_only.len() == value.len()
            || in_quotes('"')
            || in_quotes('\'')
            || !is_awkward
            || is_whole
        {
            return line.to_owned();
        }
        let escaped = value_only.replace('\\', "\\\\").replace('"', "\\\"");
        format!("{key}: \"{escaped}\"")
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// A YAML value that is parsed leniently. If a key occurs several times, its last value is used.
/// Tags are ignored. Control characters, which YAML refuses, were replaced before parsing and are
/// restored in this value.
struct Lenient(Value);

impl<'de> Deserialize<'de> for Lenient {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(LenientVisitor).map(Lenient)
    }
}

struct LenientVisitor;

impl<'de> Visitor<'de> for LenientVisitor {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any YAML value")
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(Value::Number(value.into()))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(Value::Number(value.into()))
    }

    fn visit_i128<E>(self, value: i128) -> Result<Value, E> {
        Ok(Value::Number((value as f64).into()))
    }

    fn visit_u128<E>(self, value: u128) -> Result<Value, E> {
        Ok(Value::Number((value as f64).into()))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(Value::Number(value.into()))
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(Value::String(unhide(value)))
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_none<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut access: A) -> Result<Value, A::Error> {
        let mut values = Vec::new();
        while let Some(Lenient(value)) = access.next_element()? {
            values.push(value);
        }
        Ok(Value::Sequence(values))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<Value, A::Error> {
        let mut members = Mapping::new();
        while let Some((Lenient(key), Lenient(value))) = access.next_entry()? {
            members.insert(key, value);
        }
        Ok(Value::Mapping(members))
    }

    fn visit_enum<A: EnumAccess<'de>>(self, access: A) -> Result<Value, A::Error> {
        let (_, contents) = access.variant::<String>()?;
        let Lenient(value) = contents.newtype_variant()?;
        Ok(value)
    }
}

/// Converts a YAML value to a text, as JavaScript's `String` does. `number` converts numbers.
pub(super) fn text_of(
    value: &Value,
    number: impl Fn(&serde_yaml::Number) -> String + Copy,
) -> String {
    match value {
        Value::Null => "null".to_owned(),
        Value::Bool(flag) => flag.to_string(),
        Value::Number(value) => number(value),
        Value::String(text) => text.clone(),
        Value::Sequence(values) => {
            let texts = values.iter().map(|value| match value {
                Value::Null => String::new(),
                value => text_of(value, number),
            });
            texts.collect::<Vec<_>>().join(",")
        }
        Value::Mapping(_) => "[object Object]".to_owned(),
        Value::Tagged(tagged) => text_of(&tagged.value, number),
    }
}

/// Checks that the simple reader and the YAML parser return the same values. Tests and fuzzing call
/// this function.
#[cfg(any(test, feature = "fuzzing"))]
pub(crate) fn plain_reader_agrees(yaml: &str) {
    let plain = crate::text::plain_yaml::read(yaml, false).and_then(|map| map.to_mapping());
    if let Some(ours) = plain.map(Value::Mapping) {
        let lenient = read(yaml).ok();
        assert_eq!(Some(&ours), lenient.as_ref(), "{yaml:?}");
        assert_eq!(Some(ours), serde_yaml::from_str(yaml).ok(), "{yaml:?}");
    }
}
