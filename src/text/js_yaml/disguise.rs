//! Characters and escapes that the YAML scanner reads otherwise than js-yaml does, hidden from it.

use std::borrow::Cow;
use std::ops::Range;

use super::data::Value;

/// Stands for characters that the scanner takes for line ends, drops or refuses, and js-yaml takes for letters.
pub(super) struct Disguise(Vec<(char, char)>);

/// Of them those that count only where a line ends inside quotes: js-yaml keeps blanks there.
const BLANKS: [char; 2] = [' ', '\t'];

impl Disguise {
    pub(super) fn of(text: &str) -> Self {
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
    pub(super) fn keep_blanks<'t>(&self, text: &'t str) -> Cow<'t, str> {
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

    pub(super) fn take_off(&self, value: Value) -> Value {
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

/// The value behind `key:` and blanks on a line that begins with a key.
pub(super) fn keyed_value(line: &str) -> Option<&str> {
    let (key, value) = line.split_once(':')?;
    let is_key = key
        .bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || b"_-".contains(&byte));
    let trimmed = value.trim_start_matches(BLANKS);
    (is_key && !key.is_empty() && trimmed.len() < value.len()).then_some(trimmed)
}

/// The text with every `\ud83d\ude00` written as `\U0001f600`, and every half without its other as the character that
/// stands for what cannot be shown; none when there is nothing of the kind.
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
