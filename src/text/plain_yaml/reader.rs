//! Lines of members, with what is indented below them.

use std::borrow::Cow;

use super::flow::Flow;
use super::scalar::{
    blanks_before, is_like_a_number, is_plain, is_word, quoted, scalar, unescaped,
};
use super::value::{MAX_KEY, MAX_MEMBERS, PlainMap, PlainMember, PlainScalar, PlainValue};

/// Deepest indentation, in blanks: what is deeper is no frontmatter that somebody wrote by hand.
const MAX_INDENTATION: usize = 32;

pub(super) struct Reader<'y> {
    pub yaml: &'y str,
    /// The byte that the next line begins at.
    pub at: usize,
    pub ends_line: bool,
}

impl<'y> Reader<'y> {
    /// The next line without its end, and the byte behind it.
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

    /// The next line that is neither blank nor, at the left margin, a comment.
    fn line_with_content(&mut self) -> Option<(&'y str, usize)> {
        loop {
            let (line, next) = self.line()?;
            if !line.starts_with('#') && !is_blank(line) {
                return Some((line, next));
            }
            self.at = next;
        }
    }

    /// The members with this indentation from here on, up to a line that is indented less; the first of them is there, and
    /// stands behind a dash where the map is an entry of a list.
    pub fn map(&mut self, indentation: usize, is_entry: bool) -> Option<PlainMap<'y>> {
        let mut map = PlainMap {
            members: Vec::new(),
            indentation: Some(indentation),
        };
        while let Some((line, next)) = self.line_with_content() {
            let blanks = if is_entry && map.members.is_empty() {
                indentation
            } else {
                blanks_before(line)
            };
            if blanks < indentation {
                break;
            }
            if blanks > indentation {
                return None;
            }
            let (key, value) = member(&line[blanks..])?;
            let at = self.at + blanks;
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
                    self.at = at - blanks + line.trim_end_matches(' ').len() - value.len();
                    self.flow(indentation)?
                }
                value => PlainValue::Scalar(self.scalar(value, indentation)?),
            };
            map.members.push(PlainMember { key, at, value });
        }
        Some(map)
    }

    /// The value below a key with this indentation.
    fn nested(&mut self, indentation: usize) -> Option<PlainValue<'y>> {
        let Some((line, _)) = self.line_with_content() else {
            return Some(PlainValue::Nothing);
        };
        let blanks = blanks_before(line);
        if blanks > MAX_INDENTATION {
            return None;
        }
        if blanks >= indentation && line[blanks..].starts_with("- ") {
            return self.list(blanks, indentation);
        }
        if blanks > indentation && line[blanks..].starts_with(['[', '{']) {
            self.at += blanks;
            return self.flow(indentation);
        }
        if blanks > indentation {
            self.map(blanks, false).map(PlainValue::Map)
        } else {
            Some(PlainValue::Nothing)
        }
    }

    /// The list with this indentation, below a key with that one.
    fn list(&mut self, indentation: usize, of_key: usize) -> Option<PlainValue<'y>> {
        let mut entries = Vec::new();
        while let Some((line, next)) = self.line_with_content() {
            let blanks = blanks_before(line);
            let entry = line[blanks..].strip_prefix("- ");
            let Some(entry) = entry.filter(|_| blanks == indentation) else {
                // A dash further to the left is of a list around this one.
                if blanks > of_key || blanks == of_key && entry.is_some() {
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

    /// The value in brackets that begins here, below a key with this indentation.
    fn flow(&mut self, indentation: usize) -> Option<PlainValue<'y>> {
        let (value, behind) = Flow::read(&self.yaml[self.at..], indentation)?;
        self.at = self.yaml.len() - behind.len();
        Some(value)
    }

    /// The text of a block below a key with this indentation.
    fn block(&mut self, header: &str, indentation: usize) -> Option<String> {
        let (is_folded, mut keeps_end) = match header {
            ">" => (true, true),
            ">-" => (true, false),
            "|" => (false, true),
            "|-" => (false, false),
            _ => return None,
        };
        let (first, _) = self.line()?;
        let blanks = blanks_before(first);
        if blanks <= indentation || is_blank(first) {
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
            // Blanks alone may be of the text.
            if is_blank(line) {
                return None;
            }
            let here = blanks_before(line);
            if here < blanks {
                // The next key, or what is no plain block.
                let ends = here <= indentation && !line[here..].starts_with('#');
                if !ends && here > 0 {
                    return None;
                }
                break;
            }
            let content = &line[blanks..];
            let is_odd = |c: char| c.is_whitespace() && (c != ' ' || is_folded);
            // Blanks at the end of a line are of the text, for every reader.
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

    /// A scalar that begins with this text on a key's line and goes on in those below that are indented more.
    fn scalar(&mut self, text: &'y str, indentation: usize) -> Option<PlainScalar<'y>> {
        if text.starts_with(['"', '\'']) && quoted(text).is_none() {
            return self.quoted_lines(text, indentation);
        }
        let first = scalar(text)?;
        let mut joined = String::new();
        while let Some((line, next)) = self.line() {
            let blanks = blanks_before(line);
            if blanks <= indentation || is_blank(line) {
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

    /// The text in quotes that this text begins and a line below ends.
    fn quoted_lines(&mut self, text: &'y str, indentation: usize) -> Option<PlainScalar<'y>> {
        let (quote, first) = text.split_at(1);
        let mut joined = unescaped(first, quote)?;
        let mut empty_lines = 0;
        loop {
            // js-yaml keeps blanks before the end of a line, the others do not.
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
            if blanks_before(line) <= indentation || has_odd_end {
                return None;
            }
            match empty_lines {
                0 => joined.push(' '),
                _ => joined.extend(std::iter::repeat_n('\n', empty_lines)),
            }
            empty_lines = 0;
            // The text before the closing quote keeps its blanks.
            if let Some((last, rest)) = quoted(&format!("{quote}{content}")) {
                joined.push_str(&last);
                let text = PlainScalar::Text(Cow::Owned(joined));
                return rest.is_empty().then_some(text);
            }
            joined.push_str(&unescaped(content, quote)?);
        }
    }
}

/// A `key: value` apart, the value without the blanks around it.
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
    blanks_before(line) == line.len()
}
