//! Frontmatter of `key: value` lines, as most is: read without a YAML parser.
//!
//! Every host has a YAML of its own, and they agree only on what is plain. This reader gives up at the first thing on
//! which they might not, and then the host's own parser reads the text. What it reads, each host reads the same
//! (the hosts' tests hold it against their parsers, with `made_up` frontmatter).

#[cfg(test)]
pub(crate) mod made_up;

use std::borrow::Cow;

use serde_yaml::{Mapping, Value};

/// A map of plain YAML, in the text's order. No key stands in it twice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct PlainMap<'y> {
    pub members: Vec<PlainMember<'y>>,
    /// Blanks before its keys; none where it stands in brackets.
    pub indentation: Option<usize>,
}

/// A `key: value`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct PlainMember<'y> {
    /// ASCII letters, digits, `-` and `_`, with a letter first; in brackets, any text in quotes that begins with a letter.
    pub key: &'y str,
    /// The byte of the text that the key begins at.
    pub at: usize,
    pub value: PlainValue<'y>,
}

/// A value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum PlainValue<'y> {
    /// No value, on the key's line or below it.
    Nothing,
    Scalar(PlainScalar<'y>),
    /// The values of a list, with the blanks before its dashes; none where it stands in brackets.
    List(Vec<PlainValue<'y>>, Option<usize>),
    Map(PlainMap<'y>),
}

/// A scalar.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum PlainScalar<'y> {
    /// A text for every reader.
    Text(Cow<'y, str>),
    /// `true` or `false`.
    Bool(bool),
    /// A number, a date, a truth value or nothing for some reader; a text for those to whom every scalar is one.
    Ambiguous(&'y str),
}

impl<'y> PlainMap<'y> {
    pub fn get(&self, key: &str) -> Option<&PlainValue<'y>> {
        let mut members = self.members.iter();
        members.find_map(|member| (member.key == key).then_some(&member.value))
    }

    /// As YAML values; none where a scalar is ambiguous.
    pub fn to_mapping(&self) -> Option<Mapping> {
        let mut mapping = Mapping::new();
        for PlainMember { key, value, .. } in &self.members {
            mapping.insert(Value::String((*key).to_owned()), value.to_value()?);
        }
        Some(mapping)
    }
}

impl PlainValue<'_> {
    fn to_value(&self) -> Option<Value> {
        Some(match self {
            Self::Nothing => Value::Null,
            Self::Scalar(scalar) => scalar.to_value()?,
            Self::List(entries, _) => {
                let entries = entries.iter().map(Self::to_value);
                Value::Sequence(entries.collect::<Option<_>>()?)
            }
            Self::Map(map) => Value::Mapping(map.to_mapping()?),
        })
    }
}

impl PlainScalar<'_> {
    fn to_value(&self) -> Option<Value> {
        match self {
            Self::Text(text) => Some(Value::String(text.clone().into_owned())),
            Self::Bool(flag) => Some(Value::Bool(*flag)),
            Self::Ambiguous(_) => None,
        }
    }

    /// As a text; none where some reader sees something else in it.
    pub fn text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            Self::Bool(_) | Self::Ambiguous(_) => None,
        }
    }

    /// As it is written, without quotes.
    pub fn written(&self) -> &str {
        match self {
            Self::Text(text) => text,
            Self::Bool(true) => "true",
            Self::Bool(false) => "false",
            Self::Ambiguous(text) => text,
        }
    }
}

/// Longest key, in bytes: YAML has a limit of its own beyond.
const MAX_KEY: usize = 128;

/// Deepest indentation, in blanks: what is deeper is no frontmatter that somebody wrote by hand.
const MAX_INDENTATION: usize = 32;

/// Brackets that stand in each other at most.
const MAX_DEPTH: usize = 16;

/// Words that some version of YAML takes for more than a text, in small letters.
const WORDS: [&str; 10] = [
    "true", "false", "null", "yes", "no", "on", "off", "y", "n", "nan",
];

/// Reads a text; none where it holds anything that is not plain. `ends_line` says whether the text's end is the end of
/// a line for the host, which decides how a block of text ends there.
pub(crate) fn read(yaml: &str, ends_line: bool) -> Option<PlainMap<'_>> {
    has_plain_characters(yaml.as_bytes()).then_some(())?;
    let mut reader = Reader {
        yaml,
        at: 0,
        ends_line,
    };
    let map = reader.map(0)?;
    // No member at all is no map, and what is left does not fit under the last one.
    (reader.at == yaml.len() && !map.members.is_empty()).then_some(map)
}

/// Whether all characters are the same for every reader: no tabs, other ends of lines and control characters, none that
/// hosts' parsers use for themselves, and no escapes of halves of a character.
fn has_plain_characters(bytes: &[u8]) -> bool {
    let mut at = 0;
    while at < bytes.len() {
        let byte = bytes[at];
        at += 1;
        if byte >= b' ' && byte < 0x7f && byte != b'\\' || byte == b'\n' {
            continue;
        }
        let next = |ahead: usize| bytes.get(at + ahead).copied().unwrap_or_default();
        let is_odd = match byte {
            b'\\' => next(0) == b'u',
            0xc2 => next(0) < 0xa0,
            0xe2 => next(0) == 0x80 && matches!(next(1), 0xa8 | 0xa9),
            0xee => true,
            0xef => {
                next(0) < 0xa4
                    || next(0) == 0xbb && next(1) == 0xbf
                    || next(0) == 0xbf && next(1) >= 0xbe
            }
            0xf3.. => true,
            _ => byte < 0x80,
        };
        if is_odd {
            return false;
        }
    }
    true
}

struct Reader<'y> {
    yaml: &'y str,
    /// The byte that the next line begins at.
    at: usize,
    ends_line: bool,
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

    /// The members with this indentation from here on, up to a line that is indented less; the first of them is there.
    fn map(&mut self, indentation: usize) -> Option<PlainMap<'y>> {
        let mut map = PlainMap {
            members: Vec::new(),
            indentation: Some(indentation),
        };
        while let Some((line, next)) = self.line_with_content() {
            let blanks = blanks_before(line);
            if blanks < indentation {
                break;
            }
            if blanks > indentation {
                return None;
            }
            let (key, value) = member(&line[blanks..])?;
            let at = self.at + blanks;
            if map.members.iter().any(|known| known.key == key) {
                return None;
            }
            self.at = next;
            let value = match value {
                "" => self.nested(indentation)?,
                header if header.starts_with(['|', '>']) => {
                    let text = self.block(header, indentation)?;
                    PlainValue::Scalar(PlainScalar::Text(Cow::Owned(text)))
                }
                value if value.starts_with(['[', '{']) => Flow::read(value)?,
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
        match blanks > indentation {
            true => self.map(blanks).map(PlainValue::Map),
            false => Some(PlainValue::Nothing),
        }
    }

    /// The list with this indentation, below a key with that one.
    fn list(&mut self, indentation: usize, of_key: usize) -> Option<PlainValue<'y>> {
        let mut entries = Vec::new();
        while let Some((line, next)) = self.line_with_content() {
            let blanks = blanks_before(line);
            let entry = line[blanks..].strip_prefix("- ");
            let Some(entry) = entry.filter(|_| blanks == indentation) else {
                if blanks > of_key || entry.is_some() {
                    return None;
                }
                break;
            };
            self.at = next;
            entries.push(PlainValue::Scalar(scalar(entry.trim_matches(' '))?));
        }
        Some(PlainValue::List(entries, Some(indentation)))
    }

    /// The text of a block below a key with this indentation.
    fn block(&mut self, header: &str, indentation: usize) -> Option<String> {
        let (is_folded, keeps_end) = match header {
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
            let here = blanks_before(line);
            if here < blanks {
                // The next key, or what is no plain block.
                let ends = here <= indentation && !is_blank(line) && !line[here..].starts_with('#');
                if !ends && here > 0 {
                    return None;
                }
                break;
            }
            let content = &line[blanks..];
            let is_odd = |c: char| c.is_whitespace() && (c != ' ' || is_folded);
            if content.starts_with(is_odd) || content.ends_with(char::is_whitespace) {
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
            if is_last && keeps_end && !self.ends_line {
                return None;
            }
            self.at = next;
        }
        if keeps_end {
            text.push('\n');
        }
        Some(text)
    }

    /// A scalar that begins with this text on a key's line and goes on in those below that are indented more.
    fn scalar(&mut self, text: &'y str, indentation: usize) -> Option<PlainScalar<'y>> {
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

/// A scalar of one line.
fn scalar(text: &str) -> Option<PlainScalar<'_>> {
    let first = *text.as_bytes().first()?;
    if matches!(first, b'"' | b'\'') {
        let (inner, rest) = quoted(text)?;
        return rest.is_empty().then_some(PlainScalar::Text(inner));
    }
    if !is_plain(text) {
        return None;
    }
    Some(match text {
        "true" => PlainScalar::Bool(true),
        "false" => PlainScalar::Bool(false),
        _ if is_word(text) || is_like_a_number(text) => PlainScalar::Ambiguous(text),
        _ => PlainScalar::Text(Cow::Borrowed(text)),
    })
}

/// The text between quotes at the start of a line's part, and what is behind them.
fn quoted(text: &str) -> Option<(Cow<'_, str>, &str)> {
    let bytes = text.as_bytes();
    let quote = bytes[0];
    let mut at = 1;
    let mut escapes = 0;
    while *bytes.get(at)? != quote || quote == b'\'' && bytes.get(at + 1) == Some(&quote) {
        let next = bytes.get(at + 1);
        let is_escape = match bytes[at] {
            b'\'' => quote == b'\'',
            // What else a backslash begins differs.
            b'\\' if quote == b'"' => (next == Some(&b'"')).then_some(true)?,
            _ => false,
        };
        escapes += usize::from(is_escape);
        at += 1 + usize::from(is_escape);
    }
    let inner = &text[1..at];
    let inner = match (escapes, quote) {
        (0, _) => Cow::Borrowed(inner),
        (_, b'"') => Cow::Owned(inner.replace("\\\"", "\"")),
        (..) => Cow::Owned(inner.replace("''", "'")),
    };
    Some((inner, &text[at + 1..]))
}

/// A value in brackets, on one line.
struct Flow<'y> {
    rest: &'y str,
    /// Brackets that are open.
    depth: usize,
}

impl<'y> Flow<'y> {
    fn read(text: &'y str) -> Option<PlainValue<'y>> {
        let mut flow = Self {
            rest: text,
            depth: 0,
        };
        let value = flow.value()?;
        flow.rest.is_empty().then_some(value)
    }

    /// Takes a character, and the blanks behind it.
    fn take(&mut self, character: char) -> bool {
        let rest = self.rest.strip_prefix(character);
        self.rest = rest.map_or(self.rest, |rest| rest.trim_start_matches(' '));
        rest.is_some()
    }

    fn value(&mut self) -> Option<PlainValue<'y>> {
        if self.depth == MAX_DEPTH {
            return None;
        }
        self.depth += 1;
        let value = if self.take('[') {
            self.list()
        } else if self.take('{') {
            self.map()
        } else {
            self.scalar().map(PlainValue::Scalar)
        };
        self.depth -= 1;
        value
    }

    fn list(&mut self) -> Option<PlainValue<'y>> {
        let mut entries = Vec::new();
        while !self.take(']') {
            if !entries.is_empty() && !self.take(',') {
                return None;
            }
            entries.push(self.value()?);
        }
        Some(PlainValue::List(entries, None))
    }

    fn map(&mut self) -> Option<PlainValue<'y>> {
        let mut members: Vec<PlainMember<'y>> = Vec::new();
        while !self.take('}') {
            if !members.is_empty() && !self.take(',') {
                return None;
            }
            let (Cow::Borrowed(key), rest) =
                self.rest.starts_with('"').then(|| quoted(self.rest))??
            else {
                return None;
            };
            self.rest = rest;
            let is_plain = key.starts_with(|first: char| first.is_ascii_alphabetic())
                && key.len() <= MAX_KEY
                && !members.iter().any(|known| known.key == key);
            if !is_plain || !self.take(':') {
                return None;
            }
            let value = self.value()?;
            // Nobody asks where a key in brackets stands.
            members.push(PlainMember { key, at: 0, value });
        }
        Some(PlainValue::Map(PlainMap {
            members,
            indentation: None,
        }))
    }

    /// A scalar in quotes, or of letters and digits and what stands between those in words.
    fn scalar(&mut self) -> Option<PlainScalar<'y>> {
        let read = if self.rest.starts_with(['"', '\'']) {
            let (text, rest) = quoted(self.rest)?;
            self.rest = rest;
            PlainScalar::Text(text)
        } else {
            let is_of_word =
                |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.' | '/' | ' ');
            let end = self.rest.find(|c| !is_of_word(c))?;
            let (text, rest) = self.rest.split_at(end);
            self.rest = rest;
            let text = text.trim_end_matches(' ');
            (!text.is_empty()).then(|| scalar(text))??
        };
        self.rest = self.rest.trim_start_matches(' ');
        Some(read)
    }
}

/// Whether a text, or one line of it, can stand in no quotes.
fn is_plain(text: &str) -> bool {
    let first = text.as_bytes()[0];
    !b"-?:,[]{}#&*!|>%@`=<~\"'".contains(&first)
        && !text.starts_with(char::is_whitespace)
        && !text.ends_with(|c: char| c == ':' || c.is_whitespace())
        && !has_mark(text.as_bytes())
}

/// Whether a colon stands before a blank, or a number sign behind one.
fn has_mark(bytes: &[u8]) -> bool {
    let mut before = 0;
    for byte in bytes {
        if before == b':' && *byte == b' ' || before == b' ' && *byte == b'#' {
            return true;
        }
        before = *byte;
    }
    false
}

fn is_word(text: &str) -> bool {
    text.len() <= 5 && WORDS.iter().any(|word| text.eq_ignore_ascii_case(word))
}

/// Whether a text may be a number or a date, in some spelling of some version of YAML.
fn is_like_a_number(text: &str) -> bool {
    let begins = matches!(text.as_bytes()[0], b'0'..=b'9' | b'+' | b'.');
    let is_of_number = |byte: u8| {
        byte.is_ascii_hexdigit()
            || matches!(
                byte,
                b'_' | b'+'
                    | b'-'
                    | b'.'
                    | b':'
                    | b','
                    | b' '
                    | b'x'
                    | b'X'
                    | b'o'
                    | b'O'
                    | b't'
                    | b'T'
                    | b'z'
                    | b'Z'
                    | b'i'
                    | b'I'
                    | b'n'
                    | b'N'
            )
    };
    begins && text.bytes().all(is_of_number) && !is_version(text)
}

/// Digits with two dots between them, as versions have: a number for nobody.
fn is_version(text: &str) -> bool {
    let parts = text.split('.');
    let is_digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    text.matches('.').count() == 2 && parts.into_iter().all(is_digits)
}

fn blanks_before(line: &str) -> usize {
    let mut blanks = 0;
    while line.as_bytes().get(blanks) == Some(&b' ') {
        blanks += 1;
    }
    blanks
}

fn is_blank(line: &str) -> bool {
    blanks_before(line) == line.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A map in short: texts quoted, what is ambiguous as it is.
    fn shown(map: &PlainMap<'_>) -> String {
        let members = map.members.iter();
        let members =
            members.map(|member| format!("{}: {}", member.key, shown_value(&member.value)));
        format!("{{{}}}", members.collect::<Vec<_>>().join(", "))
    }

    fn shown_value(value: &PlainValue<'_>) -> String {
        match value {
            PlainValue::Nothing => "nothing".to_owned(),
            PlainValue::Scalar(PlainScalar::Text(text)) => format!("{text:?}"),
            PlainValue::Scalar(PlainScalar::Bool(flag)) => flag.to_string(),
            PlainValue::Scalar(PlainScalar::Ambiguous(text)) => format!("?{text}"),
            PlainValue::List(values, _) => {
                let values: Vec<_> = values.iter().map(shown_value).collect();
                format!("[{}]", values.join(", "))
            }
            PlainValue::Map(map) => shown(map),
        }
    }

    #[test]
    fn plain_frontmatter_is_read() {
        let cases = [
            (
                "name: pdf\ndescription: Fill in (forms), \"now\".\n",
                r#"{name: "pdf", description: "Fill in (forms), \"now\"."}"#,
            ),
            ("a:  b  c  \n", r#"{a: "b  c"}"#),
            (
                "a: \"b: c # d\"\nb: 'c \"d\"'",
                r#"{a: "b: c # d", b: "c \"d\""}"#,
            ),
            (
                "a: true\nb: True\nc: 1.0\nd: 1.2.3\ne: 3 apples",
                r#"{a: true, b: ?True, c: ?1.0, d: "1.2.3", e: "3 apples"}"#,
            ),
            ("# c\n\na: b\n\n# c\nc: d", r#"{a: "b", c: "d"}"#),
            (
                "a: >\n  b\n  c\nd: |-\n    e\n    f\n",
                r#"{a: "b c\n", d: "e\nf"}"#,
            ),
            (
                "a: >\n  b\n\n\n  c\n\nd: |-\n  e\n\n    f\n",
                r#"{a: "b\n\nc\n", d: "e\n\n  f"}"#,
            ),
            (
                "a: [b, \"c, d\", [true], {}]\nb: {\"c\":{\"d\": [ e f ]}, \"g\": 1}",
                r#"{a: ["b", "c, d", [true], {}], b: {c: {d: ["e f"]}, g: ?1}}"#,
            ),
            (
                "a: 'it''s'\nb: \"a \\\"b\\\"\"",
                r#"{a: "it's", b: "a \"b\""}"#,
            ),
            ("a: b\n  c\n  d (e)\nf: g", r#"{a: "b c d (e)", f: "g"}"#),
            ("a: >-\n  b: c # d\n  - e", r#"{a: "b: c # d - e"}"#),
            ("a:\n- b\n- c\nd:\n  - e\n", r#"{a: ["b", "c"], d: ["e"]}"#),
            (
                "a:\n  b:\n    c: d\n    e:\n    - f\n  g: h\n",
                r#"{a: {b: {c: "d", e: ["f"]}, g: "h"}}"#,
            ),
            (
                "a:\n  b: c\n  d:\ne:\n",
                r#"{a: {b: "c", d: nothing}, e: nothing}"#,
            ),
        ];
        for (text, expected) in cases {
            let read = read(text, false).map(|map| shown(&map));
            assert_eq!(read.as_deref(), Some(expected), "{text:?}");
        }
    }

    #[test]
    fn what_readers_might_read_differently_is_not_read() {
        let texts = [
            "",
            "\n",
            "# c",
            "a",
            "- a",
            "a:b",
            "a: b: c",
            "a: b:",
            "a: b # c",
            "a: [b",
            "a: [b, *c]",
            "a: [b,]",
            "a: [b] c",
            "a: [b # c]",
            "a: {b: c}",
            "a: {\"b\": c, \"b\": d}",
            "a: [b,\n  c]",
            "a: &b c",
            "a: *b",
            "a: !b c",
            "a: @b",
            "a: >\n b\n  c\n",
            "a: >\n\n  b\n",
            "a: >\n  b",
            "a: >+\n  b\n",
            "a: |2\n  b\n",
            "a: > # c\n  b\n",
            "a: \"b\n  c\"\n",
            "a: \"b\\n\"",
            "a: \"b\" c",
            "a: b\na: c",
            "a:\tb",
            "a: b\r\n",
            "a: b\u{85}",
            "\u{feff}a: b",
            "a: b\u{a0}",
            "yes: a",
            "1: a",
            "\"a\": b",
            "a:\n  - b\n   - c\n",
            "a:\n  - b: c\n",
            "a:\n  - - b\n",
            "  a: b\n",
            "a: - b",
            "a: ? b",
            "---\na: b",
            "a: b\n...\n",
            "a: <<",
            "a: =",
            "a: ~",
            "a: b\n- c\n",
            "a: b\n # c\n",
        ];
        for text in texts {
            assert_eq!(read(text, false), None, "{text:?}");
        }
    }
}
