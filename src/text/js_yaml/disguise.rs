//! Hides characters and escapes from the YAML scanner that it reads differently from js-yaml.

use std::borrow::Cow;
use std::ops::Range;

use super::data::JsYamlValue;

/// Placeholders for characters that the scanner treats as line ends, drops or refuses, but that js-yaml
/// treats as letters.
pub(super) struct Disguise(Vec<(char, char)>);

/// The characters that matter only before a line end inside quotes, because js-yaml keeps whitespace there.
const BLANKS: [char; 2] = [' ', '\t'];

impl Disguise {
    pub(super) fn of(text: &str) -> Self {
        let awkward = ['\u{85}', '\u{2028}', '\u{2029}', '\u{feff}'];
        let awkward = awkward
            .into_iter()
            .chain(BLANKS)
            .filter(|character| text.contains(*character));
        // Private-use characters that the text does not contain.
        let mut free = ('\u{e000}'..='\u{f8ff}').filter(|character| !text.contains(*character));
        Self(
            awkward
                .filter_map(|character| Some((character, free.next()?)))
                .collect(),
        )
    }

    /// Replaces whitespace before line ends inside quoted values by placeholders.
    pub(super) fn keep_spaces<'t>(&self, text: &'t str) -> Cow<'t, str> {
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
                let spaces = shown[trimmed.len()..].chars();
                kept.extend(spaces.map(|blank| stand_in(blank).map_or(blank, |(_, other)| *other)));
                done = start + shown.len();
            }
        }
        if done == 0 {
            return text.into();
        }
        kept.push_str(&text[done..]);
        kept.into()
    }

    pub(super) fn put_on(&self, text: &str) -> String {
        let mut text = text.to_owned();
        for (character, stand_in) in &self.0 {
            if BLANKS.contains(character) {
                continue;
            }
            text = text.replace(*character, stand_in.encode_utf8(&mut [0; 4]));
        }
        text
    }

    pub(super) fn take_off(&self, value: JsYamlValue) -> JsYamlValue {
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
            JsYamlValue::Text(text) => JsYamlValue::Text(plain(text)),
            JsYamlValue::Sequence(items) => {
                JsYamlValue::Sequence(items.into_iter().map(|item| self.take_off(item)).collect())
            }
            JsYamlValue::Mapping(entries) => JsYamlValue::Mapping(
                entries
                    .into_iter()
                    .map(|(key, value)| (plain(key), self.take_off(value)))
                    .collect(),
            ),
            other => other,
        }
    }
}

/// Returns the quoted values of keys at the start of a line, including the opening quote.
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

/// Returns the value after `key:` and whitespace, if the line begins with a key.
pub(super) fn keyed_value(line: &str) -> Option<&str> {
    let (key, value) = line.split_once(':')?;
    let is_key = key
        .bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || b"_-".contains(&byte));
    let trimmed = value.trim_start_matches(BLANKS);
    (is_key && !key.is_empty() && trimmed.len() < value.len()).then_some(trimmed)
}

/// Replaces every `\ud83d\ude00` by `\U0001f600`, and every unpaired half by the replacement character.
/// Returns none if the text has no such escape.
pub(super) fn join_surrogates(text: &str) -> Option<String> {
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
                // The character after a backslash begins no escape of its own.
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

/// Parses a `\uXXXX` at the start of a text.
fn escaped_unit(text: &str) -> Option<u32> {
    let digits = text.strip_prefix("\\u")?.get(..4)?;
    digits
        .bytes()
        .all(|byte| byte.is_ascii_hexdigit())
        .then(|| u32::from_str_radix(digits, 16).ok())?
}
