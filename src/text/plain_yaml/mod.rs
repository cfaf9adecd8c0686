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
    /// Blanks before its keys.
    pub indentation: usize,
}

/// A `key: value`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct PlainMember<'y> {
    /// ASCII letters, digits, `-` and `_`, with a letter first.
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
    /// The scalars of a list, with the blanks before its dashes.
    List(Vec<PlainScalar<'y>>, usize),
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
            let value = match value {
                PlainValue::Nothing => Value::Null,
                PlainValue::Scalar(scalar) => scalar.to_value()?,
                PlainValue::List(entries, _) => {
                    let entries = entries.iter().map(PlainScalar::to_value);
                    Value::Sequence(entries.collect::<Option<_>>()?)
                }
                PlainValue::Map(map) => Value::Mapping(map.to_mapping()?),
            };
            mapping.insert(Value::String((*key).to_owned()), value);
        }
        Some(mapping)
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
            indentation,
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
                value => PlainValue::Scalar(scalar(value)?),
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
            entries.push(scalar(entry.trim_matches(' '))?);
        }
        Some(PlainValue::List(entries, indentation))
    }

    /// The text of a block below a key with this indentation, all of its lines indented alike.
    fn block(&mut self, header: &str, indentation: usize) -> Option<String> {
        let (between, keeps_end) = match header {
            ">" => (" ", true),
            ">-" => (" ", false),
            "|" => ("\n", true),
            "|-" => ("\n", false),
            _ => return None,
        };
        let (first, _) = self.line()?;
        let blanks = blanks_before(first);
        if blanks <= indentation || blanks == first.len() {
            return None;
        }
        let mut text = String::new();
        while let Some((line, next)) = self.line() {
            let here = blanks_before(line);
            if here == line.len() {
                break;
            }
            if here != blanks {
                // The next key, or what is no plain block.
                if here > indentation {
                    return None;
                }
                break;
            }
            let content = &line[blanks..];
            if content.ends_with(' ')
                || content.ends_with(char::is_whitespace)
                || content.starts_with(char::is_whitespace)
            {
                return None;
            }
            if !text.is_empty() {
                text.push_str(between);
            }
            text.push_str(content);
            let is_last = next == self.yaml.len() && !self.yaml.ends_with('\n');
            if is_last && keeps_end && !self.ends_line {
                return None;
            }
            self.at = next;
        }
        if keeps_end {
            text.push('\n');
        }
        // Blanks in the lines behind it may be of the block, and what is indented more is.
        let rest = self.yaml[self.at..].trim_start_matches('\n');
        let (line, _) = self.line_with_content().unwrap_or_default();
        let is_over = !rest.starts_with(' ')
            || indentation > 0 && !is_blank(&rest[..rest.find('\n').unwrap_or(rest.len())]);
        (is_over && blanks_before(line) <= indentation && !line.trim_start().starts_with('#'))
            .then_some(text)
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
        let inner = text[1..].strip_suffix(char::from(first))?;
        let is_plain = !inner.bytes().any(|byte| byte == first || byte == b'\\');
        return is_plain.then_some(PlainScalar::Text(Cow::Borrowed(inner)));
    }
    if b"-?:,[]{}#&*!|>%@`=<~".contains(&first)
        || text.starts_with(char::is_whitespace)
        || text.ends_with(|c: char| c == ':' || c.is_whitespace())
        || has_mark(text.as_bytes())
    {
        return None;
    }
    Some(match text {
        "true" => PlainScalar::Bool(true),
        "false" => PlainScalar::Bool(false),
        _ if is_word(text) || is_like_a_number(text) => PlainScalar::Ambiguous(text),
        _ => PlainScalar::Text(Cow::Borrowed(text)),
    })
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
        let scalar = |scalar: &PlainScalar<'_>| match scalar {
            PlainScalar::Text(text) => format!("{text:?}"),
            PlainScalar::Bool(flag) => flag.to_string(),
            PlainScalar::Ambiguous(text) => format!("?{text}"),
        };
        let members = map.members.iter().map(|member| {
            let value = match &member.value {
                PlainValue::Nothing => "nothing".to_owned(),
                PlainValue::Scalar(value) => scalar(value),
                PlainValue::List(values, _) => {
                    format!(
                        "[{}]",
                        values.iter().map(scalar).collect::<Vec<_>>().join(", ")
                    )
                }
                PlainValue::Map(map) => shown(map),
            };
            format!("{}: {value}", member.key)
        });
        format!("{{{}}}", members.collect::<Vec<_>>().join(", "))
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
            "a: [b]",
            "a: {b: c}",
            "a: &b c",
            "a: *b",
            "a: !b c",
            "a: @b",
            "a: |\n b\n  c\n",
            "a: >\n  b\n\n  c\n",
            "a: >\n\n  b\n",
            "a: >\n  b",
            "a: >+\n  b\n",
            "a: |2\n  b\n",
            "a: > # c\n  b\n",
            "a: b\n  c\n",
            "a: \"b\n  c\"\n",
            "a: \"b\\n\"",
            "a: 'it''s'",
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
