//! Parses JSON5, a superset of JSON: it also allows comments, trailing commas, single quotes, and keys without quotes.

use crate::text::js::is_blank;
use crate::text::js_value::Value;

/// The maximum depth of nested values. No host has this limit.
const MAX_LEVELS: usize = 128;

/// The largest text that is parsed, in bytes. No host has this limit.
const MAX_BYTES: usize = 1 << 20;

/// Parses a JSON5 text. Returns none if the text is not JSON5 or is too long.
pub(crate) fn read(text: &str) -> Option<Value> {
    if text.len() > MAX_BYTES {
        return None;
    }
    read_all(text)
}

/// Parses a JSON5 text like [`read`], but without a limit on the length. Returns none if the text
/// is not JSON5.
pub(crate) fn read_all(text: &str) -> Option<Value> {
    let mut reader = Json5Reader {
        rest: text,
        level: 0,
    };
    let value = reader.value()?;
    reader.skip()?;
    reader.rest.is_empty().then_some(value)
}

struct Json5Reader<'t> {
    rest: &'t str,
    level: usize,
}

impl Json5Reader<'_> {
    fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    fn next(&mut self) -> Option<char> {
        let mut characters = self.rest.chars();
        let next = characters.next();
        self.rest = characters.as_str();
        next
    }

    fn takes(&mut self, character: char) -> bool {
        let rest = self.rest.strip_prefix(character);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    /// Skips whitespace and comments. Returns none if a comment is not closed.
    fn skip(&mut self) -> Option<()> {
        loop {
            self.rest = self.rest.trim_start_matches(is_blank);
            if let Some(comment) = self.rest.strip_prefix("//") {
                let end = comment.find(['\n', '\r', '\u{2028}', '\u{2029}']);
                self.rest = &comment[end.unwrap_or(comment.len())..];
            } else if let Some(comment) = self.rest.strip_prefix("/*") {
                self.rest = comment.split_once("*/")?.1;
            } else {
                return Some(());
            }
        }
    }

    fn value(&mut self) -> Option<Value> {
        self.skip()?;
        match self.peek()? {
            '{' => self.nested(Self::members),
            '[' => self.nested(Self::items),
            '"' | '\'' => self.text().map(Value::Text),
            '-' | '+' | '.' | '0'..='9' | 'I' | 'N' => self.number(),
            _ => {
                let words = [
                    ("null", Value::Null),
                    ("true", Value::Bool(true)),
                    ("false", Value::Bool(false)),
                ];
                let name = self.name()?;
                words
                    .into_iter()
                    .find_map(|(word, value)| (word == name).then_some(value))
            }
        }
    }

    fn nested(&mut self, read: fn(&mut Self) -> Option<Value>) -> Option<Value> {
        self.next();
        self.level += 1;
        if self.level > MAX_LEVELS {
            return None;
        }
        let value = read(self);
        self.level -= 1;
        value
    }

    fn items(&mut self) -> Option<Value> {
        let mut items = Vec::new();
        loop {
            self.skip()?;
            if self.takes(']') {
                return Some(Value::List(items));
            }
            items.push(self.value()?);
            self.skip()?;
            if !self.takes(',') && self.peek() != Some(']') {
                return None;
            }
        }
    }

    fn members(&mut self) -> Option<Value> {
        let mut members: Vec<(String, Value)> = Vec::new();
        let mut places = crate::hashing::HashMap::default();
        loop {
            self.skip()?;
            if self.takes('}') {
                return Some(Value::Map(members));
            }
            let key = match self.peek()? {
                '"' | '\'' => self.text()?,
                _ => self.name()?,
            };
            self.skip()?;
            if !self.takes(':') {
                return None;
            }
            let value = self.value()?;
            match places.get(&key) {
                Some(place) => {
                    let place: &usize = place;
                    members[*place].1 = value;
                }
                None => {
                    places.insert(key.clone(), members.len());
                    members.push((key, value));
                }
            }
            self.skip()?;
            if !self.takes(',') && self.peek() != Some('}') {
                return None;
            }
        }
    }

    /// Reads a JavaScript identifier. Returns none if the text does not continue with an
    /// identifier.
    fn name(&mut self) -> Option<String> {
        let mut name = String::new();
        while let Some(character) = self.peek() {
            let starts = character.is_alphabetic() || matches!(character, '$' | '_');
            let goes_on =
                character.is_alphanumeric() || matches!(character, '\u{200c}' | '\u{200d}');
            if character == '\\' {
                self.next();
                if !self.takes('u') {
                    return None;
                }
                name.push(char::from_u32(self.hex(4)?)?);
            } else if starts || goes_on && !name.is_empty() {
                name.push(character);
                self.next();
            } else {
                break;
            }
        }
        (!name.is_empty()).then_some(name)
    }

    fn hex(&mut self, digits: usize) -> Option<u32> {
        let text = self.rest.get(..digits)?;
        let is_hex = text.bytes().all(|byte| byte.is_ascii_hexdigit());
        self.rest = &self.rest[digits..];
        is_hex.then(|| u32::from_str_radix(text, 16).ok())?
    }

    fn text(&mut self) -> Option<String> {
        let quote = self.next()?;
        let mut text = String::new();
        loop {
            match self.next()? {
                character if character == quote => return Some(text),
                '\n' | '\r' => return None,
                '\\' => self.escape(&mut text)?,
                character => text.push(character),
            }
        }
    }

    fn escape(&mut self, text: &mut String) -> Option<()> {
        let character = match self.next()? {
            'b' => '\u{8}',
            'f' => '\u{c}',
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            'v' => '\u{b}',
            '0' if !self.peek().is_some_and(|next| next.is_ascii_digit()) => '\0',
            '0'..='9' => return None,
            'x' => char::from_u32(self.hex(2)?)?,
            'u' => {
                let mut code = self.hex(4)?;
                if let 0xd800..=0xdbff = code
                    && let Some(rest) = self.rest.strip_prefix("\\u")
                {
                    let mut ahead = Json5Reader { rest, level: 0 };
                    if let Some(low @ 0xdc00..=0xdfff) = ahead.hex(4) {
                        self.rest = ahead.rest;
                        code = 0x1_0000 + ((code - 0xd800) << 10) + (low - 0xdc00);
                    }
                }
                char::from_u32(code).unwrap_or('\u{fffd}')
            }
            '\r' => {
                self.takes('\n');
                return Some(());
            }
            '\n' | '\u{2028}' | '\u{2029}' => return Some(()),
            character => character,
        };
        text.push(character);
        Some(())
    }

    fn number(&mut self) -> Option<Value> {
        let sign = match self.peek() {
            Some('-') => -1.0,
            _ => 1.0,
        };
        if let Some(rest) = self.rest.strip_prefix(['+', '-']) {
            self.rest = rest;
        }
        for (word, value) in [("Infinity", f64::INFINITY), ("NaN", f64::NAN)] {
            if let Some(rest) = self.rest.strip_prefix(word) {
                self.rest = rest;
                return Some(Value::Number(sign * value));
            }
        }
        let is_part = |character: char| character.is_ascii_alphanumeric() || character == '.';
        let mut end = self
            .rest
            .find(|character| !is_part(character))
            .unwrap_or(self.rest.len());
        let is_hex = self.rest.starts_with("0x") || self.rest.starts_with("0X");
        if !is_hex && self.rest[..end].ends_with(['e', 'E']) {
            // The `+` or `-` of the exponent.
            let after = self.rest[end..].strip_prefix(['+', '-'])?;
            let digits = after.find(|character: char| !character.is_ascii_digit());
            end += 1 + digits.unwrap_or(after.len());
        }
        let (text, rest) = self.rest.split_at(end);
        self.rest = rest;
        let value = if is_hex {
            let mut value = 0.0;
            for digit in text[2..].chars() {
                value = value * 16.0 + f64::from(digit.to_digit(16)?);
            }
            (text.len() > 2).then_some(value)?
        } else {
            let leads_with_zero =
                text.len() > 1 && text.starts_with('0') && text.as_bytes()[1].is_ascii_digit();
            if leads_with_zero
                || !text.starts_with(|first: char| first.is_ascii_digit() || first == '.')
            {
                return None;
            }
            text.parse().ok()?
        };
        Some(Value::Number(sign * value))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json5_is_read_as_javascript_reads_it() {
        let cases = [
            (
                "{a: 1, 'b': [2,], \"c\": null,} // d",
                Some(r#"{"a":1,"b":[2],"c":null}"#),
            ),
            (
                "/* x */ 'it\\'s \\\n x\\x41\\u00e9'",
                Some("\"it's  xA\u{e9}\""),
            ),
            (
                "[+1, -.5, 0x1F, 1e3, 5., .5e-1]",
                Some("[1,-0.5,31,1000,5,0.05]"),
            ),
            ("{a: 1, a: 2}", Some(r#"{"a":2}"#)),
            ("{}", Some("{}")),
            ("true", Some("true")),
            ("openclaw", None),
            ("{a 1}", None),
            ("[1 2]", None),
            ("012", None),
            ("\"a\nb\"", None),
            ("{} x", None),
            ("/* x", None),
            ("", None),
        ];
        for (text, expected) in cases {
            assert_eq!(
                read(text).map(|value| value.json()).as_deref(),
                expected,
                "{text:?}"
            );
        }
        assert_eq!(read(&"[".repeat(100_000)), None);
    }
}
