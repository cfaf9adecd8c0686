//! Finds the headings of a Markdown text. Lines are scanned without a Markdown parser, because only headings are
//! needed.

use std::ops::Range;

use crate::text::markdown::{closes, opening_fence};

/// The maximum number of headings. Text after the last of these headings is not read.
const MAX_HEADINGS: usize = 200;

/// A heading of a Markdown text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Heading {
    /// The text of the heading, without `#` characters at its ends. Never empty.
    pub text: String,
    /// The level of the heading, from 1 to 6.
    pub level: u8,
    /// The byte range of the heading's lines, including the line end.
    pub bytes: Range<usize>,
}

/// Returns the headings of a skill's body in their order, without markup, at most 200. Headings are lines such as `#
/// ATX` and underlined lines, outside of fenced code, quotes and lists.
#[must_use]
pub fn headings(body: &str) -> Vec<String> {
    let found = outline(body, MAX_HEADINGS).into_iter();
    found.map(|heading| heading.text).collect()
}

/// Returns the first `limit` headings of a Markdown text with their byte ranges, by the same rules
/// as [`headings`]. A heading without words, such as a line with only `##`, is left out.
pub(crate) fn outline(body: &str, limit: usize) -> Vec<Heading> {
    let mut headings = Vec::new();
    let mut fence: Option<&str> = None;
    let mut paragraph: Vec<&str> = Vec::new();
    let mut paragraph_start = 0;
    // True inside a quote, a list item or a table, until the next empty line.
    let mut in_block = false;
    let mut at = 0;
    for line in body.split_inclusive('\n') {
        if headings.len() == limit {
            break;
        }
        let start = at;
        at += line.len();
        let text = line.trim();
        if let Some(opening) = fence {
            if closes(text, opening) {
                fence = None;
            }
            continue;
        }
        // A line that begins with at least four spaces is code, or continues a paragraph.
        let indented = line.starts_with('\t') || line.starts_with("    ");
        let found = if indented {
            None
        } else if let Some(opening) = opening_fence(text) {
            fence = Some(opening);
            Some((String::new(), 0, start))
        } else if is_underline(text) && !paragraph.is_empty() {
            let level = if text.starts_with('=') { 1 } else { 2 };
            Some((paragraph.join(" "), level, paragraph_start))
        } else {
            atx(text).map(|heading| (heading.to_owned(), level(text), start))
        };
        if let Some((text, level, from)) = found {
            paragraph.clear();
            let bytes = from..at;
            let heading = Heading { text, level, bytes };
            headings.extend((!heading.text.is_empty()).then_some(heading));
        } else if text.is_empty() || is_rule(text) {
            paragraph.clear();
            in_block = false;
        } else if paragraph.is_empty() && (in_block || indented || starts_block(text)) {
            in_block = true;
        } else {
            if paragraph.is_empty() {
                paragraph_start = start;
            }
            paragraph.push(text);
        }
    }
    headings
}

/// Returns the level of an ATX heading, such as 2 for `## Heading`.
fn level(text: &str) -> u8 {
    let marks = text.bytes().take_while(|byte| *byte == b'#');
    marks.count() as u8
}

/// Returns the text of an ATX heading such as `## Heading ##`, without the `#` characters. The text
/// may be empty. Returns `None` if the line is not an ATX heading.
fn atx(text: &str) -> Option<&str> {
    let rest = text.trim_start_matches('#');
    let level = text.len() - rest.len();
    if !(1..=6).contains(&level) || !rest.is_empty() && !rest.starts_with([' ', '\t']) {
        return None;
    }
    let rest = rest.trim();
    let open = rest.trim_end_matches('#');
    Some(if open.is_empty() || open.ends_with([' ', '\t']) {
        open.trim_end()
    } else {
        rest
    })
}

fn is_underline(text: &str) -> bool {
    !text.is_empty()
        && (text.bytes().all(|byte| byte == b'=') || text.bytes().all(|byte| byte == b'-'))
}

/// Returns true if a line is a horizontal rule.
fn is_rule(text: &str) -> bool {
    ['-', '*', '_'].iter().any(|mark| {
        text.matches(*mark).count() >= 3
            && text.chars().all(|c| c == *mark || c == ' ' || c == '\t')
    })
}

/// Returns true if a line begins a quote, a list item or a table row. Such a line is not a heading,
/// even if it is underlined.
fn starts_block(text: &str) -> bool {
    let digits = text.trim_start_matches(|c: char| c.is_ascii_digit());
    text.starts_with(['>', '|', '<'])
        || ["- ", "* ", "+ "].iter().any(|mark| text.starts_with(mark))
        || digits.len() < text.len() && (digits.starts_with(". ") || digits.starts_with(") "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_are_found_as_markdown_has_them() {
        let cases: &[(&str, &[&str])] = &[
            ("# One\n\ntext\n## Two ##\n", &["One", "Two"]),
            ("   ### C#\r\n###### six\r\n", &["C#", "six"]),
            ("#hash\n####### seven\n\\# no\n", &[]),
            ("    # code\n\t# code\n", &[]),
            ("#\n## ##\n# a\n", &["a"]),
            ("Over\n===\n\nUnder\n-\n", &["Over", "Under"]),
            ("Two\nlines\n---\n", &["Two lines"]),
            ("text\n\n---\n===\n", &[]),
            ("- item\n---\n> quote\n---\n1. one\n---\n| a |\n---\n", &[]),
            ("text\n***\n---\n* * *\n- - -\nTitle\n---\n", &["Title"]),
            ("- item\nthat goes on\n---\n", &[]),
            ("```sh\n# comment\n```\n# after\n", &["after"]),
            ("````\n```\n# in\n````` \n# out\n", &["out"]),
            ("~~~ a`b\n# in\n```\n# in\n~~~\n# out\n", &["out"]),
            ("``` not`a fence\n# out\n", &["out"]),
            ("```\n# never closed\n", &[]),
            ("text\n# ends a paragraph\n===\n", &["ends a paragraph"]),
            ("", &[]),
        ];
        for (body, expected) in cases {
            assert_eq!(headings(body), *expected, "{body:?}");
        }
    }

    #[test]
    fn headings_are_kept_to_a_number() {
        assert_eq!(headings(&"# a\n".repeat(500)).len(), MAX_HEADINGS);
    }
}
