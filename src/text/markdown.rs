//! Finds code, links and comments in Markdown, line by line.
//!
//! The text of a skill reaches a model unrendered, so Markdown is not rendered here. The library
//! pulldown-cmark would find the same spans, but would add 65 kB of brotli, a ninth of the whole
//! package.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::sort;

/// The maximum length of a link's destination, in bytes. A longer destination cannot name a file. No host has this limit.
const MAX_DESTINATION: usize = 2_000;

/// A span of a Markdown text that is not prose, such as a code block or the destination of a link.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Span {
    pub kind: SpanKind,
    /// The byte range of the span without its delimiters. For a link or image, the byte range of
    /// the destination.
    pub bytes: Range<usize>,
}

/// The kind of a span of Markdown that is not prose.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SpanKind {
    /// A fenced code block. The range has the lines between the two fences.
    Block,
    /// Code between backquotes.
    Code,
    /// The destination of a link.
    Link,
    /// The destination of an image.
    Image,
    /// A comment between `<!--` and `-->`.
    Comment,
}

/// Returns the fence (such as three backquotes) at the start of a line. Returns none if the line
/// does not open a fenced block.
pub(crate) fn opening_fence(text: &str) -> Option<&str> {
    let mark = text.chars().next().filter(|c| matches!(c, '`' | '~'))?;
    let info = text.trim_start_matches(mark);
    let marks = &text[..text.len() - info.len()];
    (marks.len() >= 3 && !(mark == '`' && info.contains('`'))).then_some(marks)
}

/// Returns true if a line closes the fenced block that the fence `opening` opened.
pub(crate) fn closes(text: &str, opening: &str) -> bool {
    text.starts_with(opening) && text.trim_start_matches(&opening[..1]).is_empty()
}

/// Returns the spans of a Markdown text that are not prose, in order. Fences are recognized at any
/// indentation, because lists may contain indented blocks.
pub(crate) fn spans(text: &str) -> Vec<Span> {
    let mut scanner = Scanner {
        text,
        spans: Vec::new(),
        comments_close: true,
    };
    let mut fence: Option<(&str, usize)> = None;
    let mut chunk: Option<usize> = None;
    let mut at = 0;
    // The end of the last scan. If a comment is longer than its chunk, the scan ends after the comment.
    let mut from = 0;
    for line in text.split_inclusive('\n') {
        let start = at;
        at += line.len();
        let trimmed = line.trim();
        if let Some((opening, inside)) = fence {
            if closes(trimmed, opening) {
                scanner.push(SpanKind::Block, inside..start);
                fence = None;
            }
            continue;
        }
        if start < from {
            continue;
        }
        let opening = opening_fence(trimmed);
        if opening.is_none() && !trimmed.is_empty() {
            chunk.get_or_insert(start);
            continue;
        }
        if let Some(chunk) = chunk.take() {
            from = scanner.inline(chunk..start);
        }
        if let Some(opening) = opening.filter(|_| start >= from) {
            fence = Some((opening, at));
        }
    }
    match (fence, chunk) {
        (Some((_, inside)), _) => scanner.push(SpanKind::Block, inside..text.len()),
        (None, Some(chunk)) => {
            scanner.inline(chunk..text.len());
        }
        (None, None) => {}
    }
    sort::by_key(&mut scanner.spans, |span| span.bytes.start);
    scanner.spans
}

/// A table with one element for each byte value. The element is true if a Markdown span, such as
/// code or a link, may begin or end with this byte.
static IS_MARK: [bool; 256] = {
    let mut marks = [false; 256];
    let mut at = 0;
    while at < MARKS.len() {
        marks[MARKS[at] as usize] = true;
        at += 1;
    }
    marks
};
const MARKS: &[u8] = b"\\`<[]";

struct Scanner<'t> {
    text: &'t str,
    spans: Vec<Span>,
    /// False after a search for `-->` has found nothing. Then no comment is closed in the rest of
    /// the text.
    comments_close: bool,
}

impl Scanner<'_> {
    fn push(&mut self, kind: SpanKind, bytes: Range<usize>) {
        self.spans.push(Span { kind, bytes });
    }

    /// Finds the spans in a paragraph, such as code and links. `chunk` is the byte range of the
    /// paragraph. Returns the byte offset at which the scan ended. This is the end of the
    /// paragraph, or a later offset if an HTML comment extends beyond the paragraph.
    fn inline(&mut self, chunk: Range<usize>) -> usize {
        let bytes = self.text.as_bytes();
        let Range { start, mut end } = chunk;
        // The positions of backquotes. They are computed when the first backquote is found.
        let mut runs: Option<BTreeMap<usize, Vec<usize>>> = None;
        // For each open `[`: true if it begins an image, and true if it begins its line.
        let mut brackets: Vec<(bool, bool)> = Vec::new();
        let mut at = start;
        while at < end {
            let plain = at;
            while at < end && !IS_MARK[usize::from(bytes[at])] {
                at += 1;
            }
            if at == end {
                break;
            }
            match bytes[at] {
                b'\\' => at += 2,
                b'`' => {
                    let length = run(&bytes[at..end]);
                    let runs = runs.get_or_insert_with(|| backquotes(bytes, at..end));
                    let closing = runs.get(&length).and_then(|starts| {
                        let next = starts.partition_point(|start| *start <= at);
                        starts.get(next).copied()
                    });
                    if let Some(closing) = closing {
                        self.push(SpanKind::Code, at + length..closing);
                        at = closing;
                    }
                    at += length;
                }
                b'<' if self.comments_close && self.text[at..].starts_with("<!--") => {
                    let inside = at + "<!--".len();
                    let Some(length) = self.text[inside..].find("-->") else {
                        self.comments_close = false;
                        at = inside;
                        continue;
                    };
                    self.push(SpanKind::Comment, inside..inside + length);
                    at = inside + length + "-->".len();
                    if at > end {
                        let rest = self.text[at..].find('\n');
                        end = rest.map_or(self.text.len(), |rest| at + rest + 1);
                        runs = None;
                    }
                }
                b'[' => {
                    let before = bytes[plain..at].iter().rev().find(|byte| **byte != b' ');
                    let begins_line = before.map_or(plain == start, |before| *before == b'\n');
                    brackets.push((at > start && bytes[at - 1] == b'!', begins_line));
                    at += 1;
                }
                b']' => {
                    at += 1;
                    let Some((is_image, is_first)) = brackets.pop() else {
                        continue;
                    };
                    let rest = at + 1..end.min(at + MAX_DESTINATION);
                    let destination = match bytes[..end].get(at) {
                        Some(b'(') => destination(bytes, rest, true),
                        Some(b':') if is_first => destination(bytes, rest, false),
                        _ => None,
                    };
                    if let Some(destination) = destination {
                        at = destination.end;
                        self.push(
                            if is_image {
                                SpanKind::Image
                            } else {
                                SpanKind::Link
                            },
                            destination,
                        );
                    }
                }
                _ => at += 1,
            }
        }
        end
    }
}

/// Returns the positions of runs of backquotes, by the length of the runs.
fn backquotes(bytes: &[u8], within: Range<usize>) -> BTreeMap<usize, Vec<usize>> {
    let mut runs: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    let mut at = within.start;
    while at < within.end {
        if bytes[at] != b'`' {
            at += 1;
            continue;
        }
        let length = run(&bytes[at..within.end]);
        runs.entry(length).or_default().push(at);
        at += length;
    }
    runs
}

/// Returns the number of backquotes at the start of a text.
fn run(bytes: &[u8]) -> usize {
    bytes.iter().take_while(|byte| **byte == b'`').count()
}

/// Returns the byte range of a link's destination at the start of `within`. A destination is
/// between angle brackets, or ends at whitespace or at the closing parenthesis. Returns none if
/// there is no destination.
fn destination(bytes: &[u8], within: Range<usize>, in_parentheses: bool) -> Option<Range<usize>> {
    let line = bytes.get(within.clone())?;
    let line = line.split(|byte| *byte == b'\n').next().unwrap_or_default();
    let spaces = line.iter().take_while(|byte| matches!(byte, b' ' | b'\t'));
    let start = spaces.count();
    let rest = &line[start..];
    let start = within.start + start;
    if let Some(rest) = rest.strip_prefix(b"<") {
        let length = rest.iter().position(|byte| *byte == b'>')?;
        return Some(start + 1..start + 1 + length);
    }
    let mut depth = 0_usize;
    for (length, byte) in rest.iter().enumerate() {
        let ended = match byte {
            b'(' => {
                depth += 1;
                false
            }
            b')' if depth == 0 => in_parentheses,
            b')' => {
                depth -= 1;
                false
            }
            // A title may follow the link's destination.
            b' ' | b'\t' | b'\r' if in_parentheses && !rest[length..].contains(&b')') => {
                return None;
            }
            b' ' | b'\t' | b'\r' => true,
            _ => false,
        };
        if ended {
            return (length > 0).then_some(start..start + length);
        }
    }
    (!in_parentheses && !rest.is_empty()).then_some(start..start + rest.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn found(text: &str) -> Vec<(SpanKind, &str)> {
        let spans = spans(text).into_iter();
        spans.map(|span| (span.kind, &text[span.bytes])).collect()
    }

    #[test]
    fn code_links_and_comments_are_found() {
        use SpanKind::{Block, Code, Comment, Image, Link};
        let cases: &[(&str, &[(SpanKind, &str)])] = &[
            ("a `b` ``c`d`` `", &[(Code, "b"), (Code, "c`d")]),
            ("a `b\nc` d", &[(Code, "b\nc")]),
            ("a `b\n\nc` d", &[]),
            (r"\`a` [b](c)", &[(Link, "c")]),
            (
                "```sh\n[a](b)\n```\n[c](d)",
                &[(Block, "[a](b)\n"), (Link, "d")],
            ),
            ("1. x\n    ~~~\n    y\n    ~~~\n", &[(Block, "    y\n")]),
            ("```\nopen", &[(Block, "open")]),
            ("[a](b.md \"title\")", &[(Link, "b.md")]),
            ("[a](<b c.md>)", &[(Link, "b c.md")]),
            ("[a](b(1).md)", &[(Link, "b(1).md")]),
            ("[a]( b.md )", &[(Link, "b.md")]),
            ("[a](b.md", &[]),
            ("[a]()", &[]),
            ("![a](b.png)", &[(Image, "b.png")]),
            ("[![a](b.png)](c.md)", &[(Image, "b.png"), (Link, "c.md")]),
            ("[`a`](b.md)", &[(Code, "a"), (Link, "b.md")]),
            ("`[a](b)`", &[(Code, "[a](b)")]),
            ("[a]: b.md\n", &[(Link, "b.md")]),
            ("see [a]: b.md\n", &[]),
            (
                "x <!-- a\n\nb --> `c`",
                &[(Comment, " a\n\nb "), (Code, "c")],
            ),
            (
                "<!-- a\n\n```\nb\n```\n--> `c`\n\n`d`",
                &[(Comment, " a\n\n```\nb\n```\n"), (Code, "c"), (Code, "d")],
            ),
            ("<!-- never `a`", &[(Code, "a")]),
            ("`<!-- a -->`", &[(Code, "<!-- a -->")]),
            ("", &[]),
        ];
        for (text, expected) in cases {
            assert_eq!(found(text), *expected, "{text:?}");
        }
    }

    proptest! {
        #[test]
        fn any_text_gives_a_result(text in r"(`|```|~~~|\[|\]|\(|\)|<!--|-->|!|\\|<|>| |\n|a|é|:){0,40}") {
            let spans = spans(&text);
            for span in &spans {
                prop_assert!(text.get(span.bytes.clone()).is_some());
            }
            prop_assert!(spans.is_sorted_by_key(|span| span.bytes.start));
        }
    }
}
