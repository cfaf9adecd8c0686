//! Stage Parse: reads the frontmatter fields of a file like the SDK's own reader, which is not a
//! YAML parser (`docs/hosts/openai-agents.md#frontmatter`).

use std::borrow::Cow;

use super::editions::OpenaiAgents;
use crate::hashing::HashMap;
use crate::host::Parse;
use crate::host::stages::{Fault, Fields, Parsed, Text};
use crate::model::catalog::FaultCode;
use crate::model::skill::{DescriptionSource, Frontmatter};
use crate::text::document::Place;
use crate::text::python::{self, strip};
use crate::tree::Contents;

const DELIMITER: &str = "---";

/// The description of a skill whose frontmatter has none.
const NO_DESCRIPTION: &str = "No description provided.";

impl Parse for OpenaiAgents {
    fn parse(&self, contents: &Contents) -> Parsed {
        let text = if self.options.eager {
            Ok(contents.text_lossy())
        } else {
            python::decode(contents.bytes()).map(Cow::Borrowed)
        };
        Parsed {
            bytes: contents.bytes().len(),
            outcome: text.map(|text| fields(&text)).map_err(|message| Fault {
                code: FaultCode::NotUtf8,
                message: format!("UnicodeDecodeError: {message}"),
                place: None,
                help: "Save the file as UTF-8.".to_owned(),
            }),
            ignored: Vec::new(),
        }
    }
}

fn fields(text: &str) -> Fields {
    let read = read(text);
    let get = |key: &str| read.get(key).map(|field| field.value.clone());
    let place = |key: &str| {
        let at = read.get(key).map(|field| field.at);
        at.map_or(Place::START, |at| Place::of_byte(text, at))
    };
    let (name, description) = (get("name"), get("description"));
    Fields {
        name_place: place("name"),
        text: Ok(Text {
            description_source: match description {
                Some(_) => DescriptionSource::Frontmatter,
                None => DescriptionSource::None,
            },
            short_description: None,
            frontmatter: Some(Box::new(Frontmatter {
                name: name.clone(),
                description: description.clone(),
                ..Frontmatter::default()
            })),
            description: description.unwrap_or_else(|| NO_DESCRIPTION.to_owned()),
        }),
        name,
    }
}

/// The value of a frontmatter field, and the byte offset of the field's line.
struct Field {
    value: String,
    at: usize,
}

/// A line of a file, and its byte offset.
struct Line<'t> {
    text: &'t str,
    at: usize,
}

impl Line<'_> {
    fn is_empty(&self) -> bool {
        strip(self.text).is_empty()
    }

    /// Returns the number of spaces at the start of the line. Tabs are not counted.
    fn indent(&self) -> usize {
        self.text.len() - self.text.trim_start_matches(' ').len()
    }
}

/// Returns the lines of a text, each with its byte offset.
fn lines(text: &str) -> Vec<Line<'_>> {
    let start = text.as_ptr() as usize;
    let lines = python::lines(text).into_iter();
    lines
        .map(|line| Line {
            text: line,
            at: line.as_ptr() as usize - start,
        })
        .collect()
}

/// Returns the number of whitespace characters at the start of a line.
fn depth(line: &str) -> usize {
    let text = line.trim_start_matches(python::is_space);
    line[..line.len() - text.len()].chars().count()
}

/// Returns the frontmatter lines between the two delimiters, and the line of the closing delimiter;
/// `None` if there is no frontmatter.
fn block(text: &str) -> Option<(Vec<Line<'_>>, Line<'_>)> {
    let mut lines = lines(text).into_iter();
    let is_delimiter = |line: &Line<'_>| strip(line.text) == DELIMITER;
    let first = lines.next().filter(is_delimiter)?;
    let most = depth(first.text);
    let mut block = Vec::new();
    for line in lines {
        if is_delimiter(&line) && depth(line.text) <= most {
            return Some((block, line));
        }
        block.push(line);
    }
    None
}

/// Returns the byte offset at which the frontmatter ends; `None` if there is no frontmatter.
pub(super) fn end(text: &str) -> Option<usize> {
    block(text).map(|(_, line)| line.at + line.text.len())
}

/// Returns the frontmatter fields of a file, keyed by the field's key. Empty if the file has no
/// frontmatter. If a key occurs several times, its last field is used.
fn read(text: &str) -> HashMap<String, Field> {
    let mut fields = HashMap::default();
    let Some((lines, _)) = block(text) else {
        return fields;
    };
    let mut rest = lines.as_slice();
    while let [line, after @ ..] = rest {
        rest = after;
        let trimmed = strip(line.text);
        let Some((key, value)) = line.text.split_once(':') else {
            continue;
        };
        if trimmed.starts_with('#') {
            continue;
        }
        let indent = line.indent();
        let is_inside = |line: &Line<'_>| line.is_empty() || line.indent() > indent;
        let inside = after.iter().take_while(|line| is_inside(line)).count();
        let (inside, others) = after.split_at(inside);
        rest = others;
        let (key, value) = (strip(key).to_owned(), strip(value));
        let (value, at) = (value_of(value, inside), line.at);
        fields.insert(key, Field { value, at });
    }
    fields
}

/// Returns the value of a field. `first` is the text after the colon, and `inside` are the
/// following lines that are indented more deeply than the field.
fn value_of(first: &str, inside: &[Line<'_>]) -> String {
    if let Some(style) = block_style(first) {
        let given = inside.iter().filter(|line| !line.is_empty());
        let indent = given.map(Line::indent).min().unwrap_or(0);
        let lines = inside.iter().map(|line| {
            if line.is_empty() {
                ""
            } else {
                line.text.get(indent..).unwrap_or_default()
            }
        });
        let text = match style {
            '|' => lines.collect::<Vec<_>>().join("\n"),
            _ => folded(lines),
        };
        return strip(&text).to_owned();
    }
    if first.is_empty() {
        return String::new();
    }
    for quote in ['"', '\''] {
        let inner = first
            .strip_prefix(quote)
            .and_then(|it| it.strip_suffix(quote));
        if let Some(inner) = inner {
            return inner.to_owned();
        }
    }
    let more = inside.iter().map(|line| strip(line.text));
    let text = folded(std::iter::once(first).chain(more));
    strip(&text).to_owned()
}

/// Returns the first character of a value, `|` or `>`, if the value begins a YAML block. After this
/// character, the value may have at most one digit and one `+` or `-`. Otherwise returns `None`.
fn block_style(value: &str) -> Option<char> {
    let style = value.chars().next().filter(|first| "|>".contains(*first))?;
    let marks = &value[1..];
    let digits = marks.chars().filter(char::is_ascii_digit).count();
    let others = marks.chars().filter(|mark| "+-".contains(*mark)).count();
    let is_block = digits <= 1 && others <= 1 && digits + others == marks.len();
    is_block.then_some(style)
}

/// Joins the lines of a folded YAML text (`>`) with spaces. An empty line becomes a line end. Line
/// ends before and after an indented line are unchanged.
fn folded<'l>(lines: impl Iterator<Item = &'l str>) -> String {
    let mut text = String::new();
    let mut before: Option<&str> = None;
    let mut empty = 0;
    for line in lines {
        if line.is_empty() {
            empty += 1;
            continue;
        }
        if let Some(before) = before {
            let is_indented = [before, line].iter().any(|it| it.starts_with([' ', '\t']));
            let ends = if is_indented { empty + 1 } else { empty };
            if ends == 0 {
                text.push(' ');
            }
            text.extend(std::iter::repeat_n('\n', ends));
        }
        text.push_str(line);
        (before, empty) = (Some(line), 0);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_read_line_by_line() {
        let cases = [
            ("a: b", "b"),
            ("a:b", "b"),
            ("a : b # c", "b # c"),
            ("a: 'b''c'", "b''c"),
            ("a: \"b\\n\"", "b\\n"),
            ("a: 'b' c", "'b' c"),
            ("a: 'b'\n  c", "b"),
            ("a: b\n  c\n\n  d", "b c\nd"),
            ("a:\n  b", ""),
            ("a: >\n  b\n  c\n\n  d\n", "b c\nd"),
            ("a: >-\n  b\n    c\n  d", "b\n  c\nd"),
            ("a: |2+\n  b\n   c\n", "b\n c"),
            ("a: >\n\tb", ""),
            ("a: x\na: y", "y"),
            ("b: c\n  a: d", "missing"),
            ("b\n  a: d", "d"),
            ("# a: b", "missing"),
        ];
        for (block, expected) in cases {
            let fields = read(&format!("---\n{block}\n---\n"));
            let value = fields.get("a").map_or("missing", |field| &field.value);
            assert_eq!(value, expected, "{block:?}");
        }
    }

    #[test]
    fn the_closing_delimiter_is_indented_no_deeper_than_the_opening_one() {
        let cases = [
            ("---\na: b\n---", Some("b")),
            ("  ---\na: b\n --- \n", Some("b")),
            ("---\na: b\n ---\n", None),
            ("---\u{2028}a: b\u{85}---", Some("b")),
            ("\u{feff}---\na: b\n---\n", None),
            ("---\na: b\n", None),
            ("", None),
        ];
        for (text, expected) in cases {
            let fields = read(text);
            let value = fields.get("a").map(|field| field.value.as_str());
            assert_eq!(value, expected, "{text:?}");
        }
    }
}
