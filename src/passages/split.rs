//! Divides a text into passages. A passage is a section of a Markdown text. A long section is divided into its
//! paragraphs and code blocks.

use std::ops::Range;

use crate::search::outline;
use crate::text::document::{Document, floor_char_boundary};
use crate::text::markdown::{closes, opening_fence};

/// The maximum length of a passage in bytes, about 500 tokens. A longer section is divided. No host has this limit.
const LONG: usize = 2_000;

/// The maximum length of a code block in bytes. A longer code block is divided between its lines.
const LONG_CODE: usize = 8_000;

/// The maximum number of headings of a text. The text after the last of these headings is one section.
const MAX_HEADINGS: usize = 20_000;

/// A passage of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Split {
    pub(super) bytes: Range<usize>,
    /// The index of the section's heading in [`Splits::headings`]. None if the passage is before
    /// the first heading.
    pub(super) heading: Option<usize>,
}

/// The headings and the passages of a text that was divided.
#[derive(Debug, Default)]
pub(super) struct Splits {
    /// The headings of the text. Each item has the text of a heading, and the index of the next
    /// outer heading. The index is none if the heading has no outer heading.
    pub(super) headings: Vec<(String, Option<usize>)>,
    /// The passages in the order of the text. Passages do not overlap, and cover everything except whitespace and
    /// headings without a text.
    pub(super) passages: Vec<Split>,
}

impl Splits {
    /// Returns the text of a heading and the texts of the headings above it, the outermost first.
    /// Returns no texts if `heading` is `None`.
    pub(super) fn trail(&self, heading: Option<usize>) -> Vec<&str> {
        let mut trail = Vec::new();
        let mut next = heading;
        while let Some(at) = next {
            let (text, above) = &self.headings[at];
            trail.push(text.as_str());
            next = *above;
        }
        trail.reverse();
        trail
    }
}

/// Divides a text into passages.
pub(super) fn split(text: &str, is_markdown: bool) -> Splits {
    let mut splits = Splits::default();
    if !is_markdown {
        divide(text, 0..text.len(), None, &mut splits.passages);
        return splits;
    }
    let document = Document::split(text, |line| line.trim_end() == "---");
    let body = document.map_or(text, |document| document.body);
    let start = text.len() - body.len();
    let mut open: Vec<(u8, usize)> = Vec::new();
    let mut section = (start, start, None);
    for heading in outline(body, MAX_HEADINGS) {
        let bytes = heading.bytes.start + start..heading.bytes.end + start;
        add(text, section, bytes.start, &mut splits.passages);
        open.retain(|(level, _)| *level < heading.level);
        let index = splits.headings.len();
        let above = open.last().map(|(_, above)| *above);
        splits.headings.push((heading.text, above));
        open.push((heading.level, index));
        section = (bytes.start, bytes.end, Some(index));
    }
    add(text, section, text.len(), &mut splits.passages);
    splits
}

/// Adds the passages of a section, unless the section has no text after its heading. The second
/// argument describes the section: the byte offset of its start, the byte offset after its heading,
/// and the index of its heading in [`Splits::headings`].
fn add(
    text: &str,
    (start, after_heading, heading): (usize, usize, Option<usize>),
    end: usize,
    passages: &mut Vec<Split>,
) {
    if !text[after_heading..end].trim().is_empty() {
        divide(text, start..end, heading, passages);
    }
}

/// Adds the passages of a section. If the section is too long for one passage, its paragraphs and
/// code blocks are distributed over several.
fn divide(text: &str, section: Range<usize>, heading: Option<usize>, passages: &mut Vec<Split>) {
    let mut push = |bytes: Range<usize>| {
        let bytes = trimmed(text, bytes);
        if !bytes.is_empty() {
            passages.push(Split { bytes, heading });
        }
    };
    if section.len() <= LONG {
        push(section);
        return;
    }
    let mut open = section.start..section.start;
    for block in blocks(text, section) {
        if !open.is_empty() && block.end - open.start > LONG {
            push(open.clone());
            open = block.start..block.start;
        }
        open.end = block.end;
    }
    push(open);
}

/// Returns the paragraphs and code blocks of a section, without gaps. A block that is too long is divided between
/// lines, and a line that is too long is divided between characters.
fn blocks(text: &str, section: Range<usize>) -> Vec<Range<usize>> {
    let mut blocks = Vec::new();
    let mut fence: Option<&str> = None;
    let mut start = section.start;
    let mut at = section.start;
    for line in text[section.clone()].split_inclusive('\n') {
        let before = at;
        at += line.len();
        let trimmed = line.trim();
        match fence {
            Some(opening) if closes(trimmed, opening) => {
                fence = None;
                pieces(text, start..at, LONG_CODE, &mut blocks);
                start = at;
            }
            Some(_) => {}
            None => {
                fence = opening_fence(trimmed);
                if fence.is_some() {
                    pieces(text, start..before, LONG, &mut blocks);
                    start = before;
                } else if trimmed.is_empty() {
                    pieces(text, start..at, LONG, &mut blocks);
                    start = at;
                }
            }
        }
    }
    let most = if fence.is_some() { LONG_CODE } else { LONG };
    pieces(text, start..section.end, most, &mut blocks);
    blocks
}

/// Adds a block to `blocks`. A block that is longer than `most` bytes is divided into several.
fn pieces(text: &str, block: Range<usize>, most: usize, blocks: &mut Vec<Range<usize>>) {
    if block.len() <= most {
        if !block.is_empty() {
            blocks.push(block);
        }
        return;
    }
    let mut open = block.start..block.start;
    for line in text[block].split_inclusive('\n') {
        if !open.is_empty() && open.len() + line.len() > LONG {
            blocks.push(open.clone());
            open = open.end..open.end;
        }
        open.end += line.len();
        while open.len() > LONG {
            let end = floor_char_boundary(text, open.start + LONG);
            blocks.push(open.start..end);
            open.start = end;
        }
    }
    if !open.is_empty() {
        blocks.push(open);
    }
}

/// Returns a range without the empty lines at its start and the whitespace at its end.
fn trimmed(text: &str, bytes: Range<usize>) -> Range<usize> {
    let inside = &text[bytes.clone()];
    let end = bytes.start + inside.trim_end().len();
    let blank = inside.len() - inside.trim_start().len();
    let start = inside[..blank].rfind('\n').map_or(0, |newline| newline + 1);
    (bytes.start + start).min(end)..end
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn found(text: &str) -> Vec<(Vec<String>, &str)> {
        let splits = split(text, true);
        let passages = splits.passages.iter();
        passages
            .map(|one| {
                let trail = splits.trail(one.heading).into_iter();
                (trail.map(str::to_owned).collect(), &text[one.bytes.clone()])
            })
            .collect()
    }

    /// The headings above a section, and the text of the section.
    type Section<'s> = (&'s [&'s str], &'s str);

    #[test]
    fn a_text_is_divided_at_its_headings() {
        let cases: &[(&str, &[Section<'_>])] = &[
            ("", &[]),
            ("\n  \n", &[]),
            ("text\n", &[(&[], "text")]),
            ("---\na: b\n---\n\ntext\n", &[(&[], "text")]),
            (
                "before\n# A\none\n## B\ntwo\n# C\nthree",
                &[
                    (&[], "before"),
                    (&["A"], "# A\none"),
                    (&["A", "B"], "## B\ntwo"),
                    (&["C"], "# C\nthree"),
                ],
            ),
            ("# A\n## B\n\n   x\n", &[(&["A", "B"], "## B\n\n   x")]),
            (
                "### deep\nx\n# A\ny",
                &[(&["deep"], "### deep\nx"), (&["A"], "# A\ny")],
            ),
            ("Over\n===\n\ntext\n", &[(&["Over"], "Over\n===\n\ntext")]),
            (
                "# A\n```\n# code\n```\n",
                &[(&["A"], "# A\n```\n# code\n```")],
            ),
        ];
        for (text, expected) in cases {
            let expected: Vec<_> = (expected.iter())
                .map(|(trail, text)| (trail.iter().map(|&one| one.to_owned()).collect(), *text))
                .collect();
            assert_eq!(found(text), expected, "{text:?}");
        }
    }

    #[test]
    fn a_long_section_is_divided_between_paragraphs() {
        let paragraph = "word ".repeat(150);
        let text = format!("# A\n\n{}", format!("{paragraph}\n\n").repeat(6));
        let found = found(&text);
        assert_eq!(found.len(), 3);
        for (trail, part) in &found {
            assert_eq!(trail, &["A"]);
            assert!(part.len() <= LONG);
        }
    }

    #[test]
    fn a_code_block_stays_whole() {
        let code = format!("```\n{}```\n", "let x = 1;\n\n".repeat(400));
        let text = format!("# A\n\nbefore\n\n{code}\nafter\n");
        assert!(
            found(&text)
                .iter()
                .any(|(_, part)| part.contains(code.trim()))
        );
    }

    #[test]
    fn a_line_without_end_is_divided_between_characters() {
        let text = "ü".repeat(5_000);
        let parts = split(&text, false).passages;
        assert_eq!(parts.len(), 5);
        assert!(parts.iter().all(|part| part.bytes.len() <= LONG));
    }

    proptest! {
        #[test]
        fn passages_are_in_order_and_cover_all_words(
            text in r"(# a\n|## b\n|===\n|```\n|~~~|\n\n|word |é|    |---\n|- x\n){0,60}",
            times in 1_usize..60,
        ) {
            let text = text.repeat(times);
            for is_markdown in [false, true] {
                let mut end = 0;
                let splits = split(&text, is_markdown);
                for passage in &splits.passages {
                    prop_assert!(passage.bytes.start >= end);
                    prop_assert!(text.get(passage.bytes.clone()).is_some());
                    end = passage.bytes.end;
                }
                if !is_markdown {
                    let covered: usize = splits.passages.iter().map(|one| text[one.bytes.clone()].matches("word").count()).sum();
                    prop_assert_eq!(covered, text.matches("word").count());
                }
            }
        }
    }
}
