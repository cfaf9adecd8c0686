//! Replaces characters and escapes before the shared YAML scanner reads them, because the scanner
//! treats them differently from js-yaml.

use std::borrow::Cow;
use std::ops::Range;

use super::data::JsYamlValue;

/// Pairs of a character and its placeholder. js-yaml reads these characters like letters. But the
/// YAML scanner that this module shares with other YAML readers treats them as line ends, drops
/// them or refuses them.
pub(super) struct Disguise(Vec<(char, char)>);

/// Spaces and tabs. At the end of a line in a quoted value, they are replaced by placeholders,
/// because js-yaml preserves them and the shared YAML scanner drops them.
const BLANKS: [char; 2] = [' ', '\t'];

impl Disguise {
    pub(super) fn of(text: &str) -> Self {
        let awkward = ['\u{85}', '\u{2028}', '\u{2029}', '\u{feff}'];
        let awkward = awkward
            .into_iter()
            .chain(BLANKS)
            .filter(|character| text.contains(*character));
        // The placeholders are private-use characters that do not occur in the text.
        let mut free = ('\u{e000}'..='\u{f8ff}').filter(|character| !text.contains(*character));
        Self(
            awkward
                .filter_map(|character| Some((character, free.next()?)))
                .collect(),
        )
    }

    /// Replaces spaces and tabs before line ends inside of quoted values by placeholders.
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

/// Returns the byte range of each quoted value whose key is at the start of a line. A range begins
/// at the opening quote and ends before the closing quote.
fn quoted_values(text: &str) -> impl Iterator<Item = Range<usize>> {
    let mut at = 0;
    let mut end_of_last = 0;
    text.split_inclusive('\n').filter_map(move |line| {
        let start = at;
        at += line.len();
        if start < end_of_last {
            return None;
        }
        let value = keyed_value(line)?;
        let start = start + line.len() - value.len();
        let quote @ ('"' | '\'') = value.chars().next()? else {
            return None;
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
        end_of_last = end.map_or(text.len(), |end| start + 1 + end);
        Some(start..end_of_last)
    })
}

/// Moves each key that follows a quoted value on the same line to a line of its own. Version 3 of
/// js-yaml parses `a: "b" c: d` as two entries. Returns none if no key follows a quoted value.
pub(super) fn split_after_quotes(text: &str) -> Option<String> {
    let mut split = String::new();
    let mut rest = text;
    loop {
        let next = quoted_values(rest).find_map(|quoted| {
            // Whitespace before the last line of the value is the line's indentation, which js-yaml refuses here.
            let last_line = rest[quoted.clone()].rsplit('\n').next()?;
            let is_moved = last_line.starts_with(BLANKS);
            let key = rest[quoted.end..].strip_prefix(['"', '\''])?;
            let line = key.split('\n').next()?;
            let key = key.trim_start_matches(BLANKS);
            let is_comment = key.starts_with('#') && line.starts_with(BLANKS);
            (!is_moved && !is_comment && begins_with_key(line)).then_some((quoted.end + 1, key))
        });
        let Some((end, key)) = next else {
            break;
        };
        split.push_str(&rest[..end]);
        split.push('\n');
        rest = key;
    }
    if split.is_empty() {
        return None;
    }
    split.push_str(rest);
    Some(split)
}

/// Returns true if a text on one line begins with a YAML key.
fn begins_with_key(line: &str) -> bool {
    let line = line.trim_matches(['\r', ' ', '\t']);
    let has_key = line.ends_with(':') || line.contains(": ") || line.contains(":\t");
    has_key && !line.starts_with([':', ',', '?', '-', ']', '}'])
}

/// Returns the value after `key:` and whitespace, if a line begins with a key. Otherwise returns
/// none.
pub(super) fn keyed_value(line: &str) -> Option<&str> {
    let (key, value) = line.split_once(':')?;
    let is_key = key
        .bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || b"_-".contains(&byte));
    let trimmed = value.trim_start_matches(BLANKS);
    (is_key && !key.is_empty() && trimmed.len() < value.len()).then_some(trimmed)
}

/// Replaces each pair of escapes such as `\ud83d\ude00` by one escape such as `\U0001f600`. An
/// unpaired surrogate is replaced by an escape of the replacement character. Returns none if the
/// text has no such escapes.
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
                // The character after a backslash is skipped, so that an escaped backslash does not begin an escape.
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

/// Parses an escape such as `\u00e9` at the start of a text, and returns its code. Returns none if
/// the text does not begin with such an escape.
fn escaped_unit(text: &str) -> Option<u32> {
    let digits = text.strip_prefix("\\u")?.get(..4)?;
    digits
        .bytes()
        .all(|byte| byte.is_ascii_hexdigit())
        .then(|| u32::from_str_radix(digits, 16).ok())?
}
