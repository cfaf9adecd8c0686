//! Reads the lines of a map in simple frontmatter, and the indented lines below each key.

use std::borrow::Cow;

use super::flow::Flow;
use super::scalar::{
    is_like_a_number, is_plain, is_word, quoted, scalar, spaces_before, unescaped,
};
use super::value::{MAX_KEY, MAX_MEMBERS, PlainMap, PlainMember, PlainScalar, PlainValue};

/// The maximum indentation, in spaces. Frontmatter that people write is indented less.
const MAX_INDENTATION: usize = 32;

pub(super) struct PlainReader<'y> {
    pub yaml: &'y str,
    /// The byte offset of the next line to read.
    pub at: usize,
    pub ends_line: bool,
}

impl<'y> PlainReader<'y> {
    /// Returns the next line without its line end, and the byte offset of the line after it.
    /// Returns none at the end of the text.
    fn line(&self) -> Option<(&'y str, usize)> {
        let rest = &self.yaml[self.at..];
        if rest.is_empty() {
            return None;
        }
        Some(match rest.find('\n') {
            Some(length) => (&rest[..length], self.at + length + 1),
            None => (rest, self.yaml.len()),
        })
    }

    /// Returns the next line that is neither empty nor an unindented comment, and the byte offset
    /// of the line after it. Returns none at the end of the text.
    fn line_with_content(&mut self) -> Option<(&'y str, usize)> {
        loop {
            let (line, next) = self.line()?;
            if !line.starts_with('#') && !is_blank(line) {
                return Some((line, next));
            }
            self.at = next;
        }
    }

    /// Reads the keys with this indentation and their values, up to a line that is indented less.
    /// If the map is an entry of a list, its first key follows the dash. Returns none if parsers
    /// might read the map differently.
    pub fn map(&mut self, indentation: usize, is_entry: bool) -> Option<PlainMap<'y>> {
        let mut map = PlainMap {
            members: Vec::new(),
            indentation: Some(indentation),
        };
        while let Some((line, next)) = self.line_with_content() {
            let spaces = if is_entry && map.members.is_empty() {
                indentation
            } else {
                spaces_before(line)
            };
            if spaces < indentation {
                break;
            }
            if spaces > indentation {
                return None;
            }
            let (key, value) = member(&line[spaces..])?;
            let at = self.at + spaces;
            let is_known = map.members.iter().any(|known| known.key == key);
            if is_known || map.members.len() == MAX_MEMBERS {
                return None;
            }
            self.at = next;
            let value = match value {
                "" => self.nested(indentation)?,
                header if header.starts_with(['|', '>']) => {
                    let text = self.block(header, indentation)?;
                    PlainValue::Scalar(PlainScalar::Text(Cow::Owned(text)))
                }
                value if value.starts_with(['[', '{']) => {
                    self.at = at - spaces + line.trim_end_matches(' ').len() - value.len();
                    self.flow(indentation)?
                }
                value => PlainValue::Scalar(self.scalar(value, indentation)?),
            };
            map.members.push(PlainMember { key, at, value });
        }
        Some(map)
    }

    /// Reads the value on the lines below a key. `indentation` is that of the key. Returns none if
    /// parsers might read the value differently.
    fn nested(&mut self, indentation: usize) -> Option<PlainValue<'y>> {
        let Some((line, _)) = self.line_with_content() else {
            return Some(PlainValue::Nothing);
        };
        let spaces = spaces_before(line);
        if spaces > MAX_INDENTATION {
            return None;
        }
        if spaces >= indentation && line[spaces..].starts_with("- ") {
            return self.list(spaces, indentation);
        }
        if spaces > indentation && line[spaces..].starts_with(['[', '{']) {
            self.at += spaces;
            return self.flow(indentation);
        }
        if spaces > indentation {
            self.map(spaces, false).map(PlainValue::Map)
        } else {
            Some(PlainValue::Nothing)
        }
    }

    /// Reads the list whose dashes have this indentation. `of_key` is the indentation of the key
    /// above the list. Returns none if parsers might read the list differently.
    fn list(&mut self, indentation: usize, of_key: usize) -> Option<PlainValue<'y>> {
        let mut entries = Vec::new();
        while let Some((line, next)) = self.line_with_content() {
            let spaces = spaces_before(line);
            let entry = line[spaces..].strip_prefix("- ");
            let Some(entry) = entry.filter(|_| spaces == indentation) else {
                // A dash that is indented less belongs to an outer list.
                if spaces > of_key || spaces == of_key && entry.is_some() {
                    return None;
                }
                break;
            };
            if member(entry).is_some() {
                entries.push(PlainValue::Map(self.map(indentation + 2, true)?));
                continue;
            }
            self.at = next;
            entries.push(PlainValue::Scalar(scalar(entry.trim_matches(' '))?));
        }
        Some(PlainValue::List(entries, Some(indentation)))
    }

    /// Reads the value in brackets at the current position. `indentation` is the number of spaces
    /// before the value's key. Returns none if parsers might read the value differently.
    fn flow(&mut self, indentation: usize) -> Option<PlainValue<'y>> {
        let (value, after) = Flow::read(&self.yaml[self.at..], indentation)?;
        self.at = self.yaml.len() - after.len();
        Some(value)
    }

    /// Reads the text of a block scalar. `indentation` is the number of spaces before the scalar's
    /// key. Returns none if parsers might read the scalar differently.
    fn block(&mut self, header: &str, indentation: usize) -> Option<String> {
        let (is_folded, mut keeps_end) = match header {
            ">" => (true, true),
            ">-" => (true, false),
            "|" => (false, true),
            "|-" => (false, false),
            _ => return None,
        };
        let (first, _) = self.line()?;
        let spaces = spaces_before(first);
        if spaces <= indentation || is_blank(first) {
            return None;
        }
        let mut text = String::new();
        let mut empty_lines = 0;
        while let Some((line, next)) = self.line() {
            if line.is_empty() {
                empty_lines += 1;
                self.at = next;
                continue;
            }
            // A line that has only spaces may belong to the text.
            if is_blank(line) {
                return None;
            }
            let here = spaces_before(line);
            if here < spaces {
                // This line is the next key, or the block is ambiguous.
                let ends = here <= indentation && !line[here..].starts_with('#');
                if !ends && here > 0 {
                    return None;
                }
                break;
            }
            let content = &line[spaces..];
            let is_odd = |c: char| c.is_whitespace() && (c != ' ' || is_folded);
            // Every parser keeps spaces at the end of a line. Parsers differ for other whitespace.
            if content.starts_with(is_odd)
                || content.trim_end_matches(' ').ends_with(char::is_whitespace)
            {
                return None;
            }
            if !text.is_empty() {
                match (is_folded, empty_lines) {
                    (true, 0) => text.push(' '),
                    (true, _) => text.extend(std::iter::repeat_n('\n', empty_lines)),
                    (false, _) => text.extend(std::iter::repeat_n('\n', empty_lines + 1)),
                }
            }
            text.push_str(content);
            empty_lines = 0;
            let is_last = next == self.yaml.len() && !self.yaml.ends_with('\n');
            keeps_end &= !is_last || self.ends_line;
            self.at = next;
        }
        if keeps_end {
            text.push('\n');
        }
        Some(text)
    }

    /// Reads a scalar that begins on its key's line and may continue on more indented lines.
    /// Returns none if parsers might read the scalar differently.
    fn scalar(&mut self, text: &'y str, indentation: usize) -> Option<PlainScalar<'y>> {
        if text.starts_with(['"', '\'']) && quoted(text).is_none() {
            return self.quoted_lines(text, indentation);
        }
        let first = scalar(text)?;
        let mut joined = String::new();
        while let Some((line, next)) = self.line() {
            let spaces = spaces_before(line);
            if spaces <= indentation || is_blank(line) {
                break;
            }
            let content = line.trim_matches(' ');
            if text.starts_with(['"', '\'']) || !is_plain(content) {
                return None;
            }
            if joined.is_empty() {
                joined.push_str(text);
            }
            joined.push(' ');
            joined.push_str(content);
            self.at = next;
        }
        if joined.is_empty() {
            return Some(first);
        }
        let is_text = !is_like_a_number(&joined);
        is_text.then_some(PlainScalar::Text(Cow::Owned(joined)))
    }

    /// Reads a quoted scalar that begins with `text` and ends on a later line. Returns none if
    /// parsers might read the scalar differently.
    fn quoted_lines(&mut self, text: &'y str, indentation: usize) -> Option<PlainScalar<'y>> {
        let (quote, first) = text.split_at(1);
        let mut joined = unescaped(first, quote)?;
        let mut empty_lines = 0;
        loop {
            // js-yaml keeps spaces before the line end, but the other parsers drop them.
            let before_end = self.at.checked_sub(2)?;
            if self.yaml.as_bytes()[before_end] == b' ' {
                return None;
            }
            let (line, next) = self.line()?;
            self.at = next;
            if line.is_empty() {
                empty_lines += 1;
                continue;
            }
            let content = line.trim_matches(' ');
            let has_odd_end = content.trim() != content || content.is_empty();
            if spaces_before(line) <= indentation || has_odd_end {
                return None;
            }
            match empty_lines {
                0 => joined.push(' '),
                _ => joined.extend(std::iter::repeat_n('\n', empty_lines)),
            }
            empty_lines = 0;
            // Whitespace between the text and the closing quote belongs to the text.
            if let Some((last, rest)) = quoted(&format!("{quote}{content}")) {
                joined.push_str(&last);
                let text = PlainScalar::Text(Cow::Owned(joined));
                return rest.is_empty().then_some(text);
            }
            joined.push_str(&unescaped(content, quote)?);
        }
    }
}

/// Splits a line such as `key: value`. The value has no whitespace around it. Returns none if the
/// line does not begin with an unquoted key.
fn member(line: &str) -> Option<(&str, &str)> {
    let (key, rest) = line.split_once(':')?;
    let mut bytes = key.bytes();
    let is_plain = bytes.next()?.is_ascii_alphabetic()
        && bytes.all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'));
    let is_value = rest.is_empty() || rest.starts_with(' ');
    if !is_plain || !is_value || key.len() > MAX_KEY || is_word(key) {
        return None;
    }
    Some((key, rest.trim_matches(' ')))
}

fn is_blank(line: &str) -> bool {
    spaces_before(line) == line.len()
}
