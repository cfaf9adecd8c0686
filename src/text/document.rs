//! Splits a `SKILL.md` into frontmatter and body, and computes the line and column of positions in
//! texts.

use std::borrow::Cow;
use std::ops;
use std::sync::OnceLock;

use serde::Serialize;

/// A position in a text, in bytes, in UTF-16 code units, and as line and column. As in editors, a line ends with `\n`,
/// `\r\n`, or a `\r` without `\n`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Place {
    /// The offset from the start of the text in UTF-16 code units, as in JavaScript strings.
    pub offset: usize,
    /// The offset from the start of the text in bytes of UTF-8.
    pub byte: usize,
    /// The number of the line, counted from 1.
    pub line: usize,
    /// The column in the line, counted from 1, in UTF-16 code units.
    pub column: usize,
}

crate::record! { Place: has(offset, byte, line, column) needs(offset, byte, line, column) takes others }

/// A range of a text. The end is not included.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Range {
    /// The place of the first character.
    pub start: Place,
    /// The place after the last character.
    pub end: Place,
}

crate::record! { Range: has(start, end) needs(start, end) takes others }

impl Place {
    /// The place at the start of a text.
    pub const START: Self = Self {
        offset: 0,
        byte: 0,
        line: 1,
        column: 1,
    };

    /// Returns the place of the byte at the offset `byte` of `text`, by counting from `self`. The
    /// place `self` must be at or before this byte.
    fn advanced(self, text: &str, byte: usize) -> Self {
        let between = &text[self.byte..byte];
        let units = utf16_len(between);
        let (lines, last) = if between.as_bytes().contains(&b'\r') {
            let ends = line_ends(text, self.byte..byte);
            ends.fold((0, None), |(lines, _), end| (lines + 1, Some(end)))
        } else {
            let last = between.rfind('\n');
            (newlines(between), last.map(|last| self.byte + last + 1))
        };
        let column = match last {
            Some(start) => 1 + utf16_len(&text[start..byte]),
            None => self.column + units,
        };
        Self {
            offset: self.offset + units,
            byte,
            line: self.line + lines,
            column,
        }
    }

    /// Returns the place of a byte of `text`. If the byte is inside of a character, returns the character's start. If
    /// the byte is beyond the text, returns the end of the text.
    #[must_use]
    pub fn of_byte(text: &str, byte: usize) -> Self {
        Self::START.advanced(text, floor_char_boundary(text, byte))
    }

    /// Returns the place of the character at a line and column, both from 1. If the line does not exist, returns the
    /// end of the text. If the column does not exist, returns the end of the line.
    #[must_use]
    pub fn of_line(text: &str, line: usize, column: usize) -> Self {
        let start = match line {
            0 | 1 => 0,
            _ => line_ends(text, 0..text.len())
                .nth(line - 2)
                .unwrap_or(text.len()),
        };
        let line = text[start..].split(['\n', '\r']).next();
        let line = line.unwrap_or_default();
        let inside = line
            .char_indices()
            .nth(column.saturating_sub(1))
            .map_or(line.len(), |(index, _)| index);
        Self::of_byte(text, start + inside)
    }
}

/// An index that finds many places in one text. For each place, only a part of the text is read.
#[derive(Debug)]
pub struct PlaceIndex<'t> {
    text: &'t str,
    /// Marks: places in the text that are computed once. The first mark is the start of the text,
    /// and further marks are at most [`MARK_EVERY`] bytes apart. The search for a place begins at
    /// the last mark before the place, so only a short part of the text is read.
    marks: OnceLock<Vec<Place>>,
}

const MARK_EVERY: usize = 1024;

impl<'t> PlaceIndex<'t> {
    /// Creates an index of a text. The text is not read until a place (the line and column of a
    /// byte) is requested.
    #[must_use]
    pub fn new(text: &'t str) -> Self {
        let marks = OnceLock::new();
        Self { text, marks }
    }

    fn marks(&self) -> &[Place] {
        self.marks.get_or_init(|| {
            let mut marks = vec![Place::START];
            let mut at = Place::START;
            while at.byte < self.text.len() {
                let next = floor_char_boundary(self.text, at.byte + MARK_EVERY);
                at = at.advanced(self.text, next);
                marks.push(at);
            }
            marks
        })
    }

    /// Returns the indexed text.
    pub(crate) fn text(&self) -> &'t str {
        self.text
    }

    /// Returns the place of a byte of the text. If the byte is inside of a character, returns the
    /// character's start. If the byte is beyond the text, returns the end of the text.
    #[must_use]
    pub fn place(&self, byte: usize) -> Place {
        let byte = floor_char_boundary(self.text, byte);
        if byte <= MARK_EVERY {
            return Place::START.advanced(self.text, byte);
        }
        let marks = self.marks();
        let after = marks.partition_point(|mark| mark.byte <= byte);
        let mark = marks[after - 1];
        mark.advanced(self.text, byte)
    }

    /// Returns the places of the start and the end of a byte range of the text.
    #[must_use]
    pub fn range(&self, bytes: ops::Range<usize>) -> Range {
        Range {
            start: self.place(bytes.start),
            end: self.place(bytes.end),
        }
    }
}

/// Returns the offset after each line end in a range of a text.
fn line_ends(text: &str, range: ops::Range<usize>) -> impl Iterator<Item = usize> {
    let bytes = text.as_bytes();
    let ends = move |at: &usize| match bytes[*at] {
        b'\n' => true,
        b'\r' => bytes.get(at + 1) != Some(&b'\n'),
        _ => false,
    };
    range.filter(ends).map(|at| at + 1)
}

/// Returns the lines of a text, including their line ends.
pub(crate) fn lines_with_ends(text: &str) -> impl Iterator<Item = &str> {
    let ends = line_ends(text, 0..text.len()).chain(std::iter::once(text.len()));
    let mut start = 0;
    ends.filter_map(move |end| {
        let line = &text[start..end];
        start = end;
        (!line.is_empty()).then_some(line)
    })
}

/// Returns a text with a line feed for every line end, which may be CRLF or CR, like Python's universal newlines.
pub(crate) fn with_line_feeds(text: &str) -> Cow<'_, str> {
    if text.contains('\r') {
        Cow::Owned(text.replace("\r\n", "\n").replace('\r', "\n"))
    } else {
        Cow::Borrowed(text)
    }
}

/// Returns the length of a text in UTF-16 code units.
#[must_use]
pub fn utf16_len(text: &str) -> usize {
    let mut units = 0;
    for byte in text.as_bytes() {
        units += utf16_units(*byte);
    }
    units
}

/// Returns the number of newlines in a text.
pub(crate) fn newlines(text: &str) -> usize {
    let mut newlines = 0;
    for byte in text.as_bytes() {
        newlines += usize::from(*byte == b'\n');
    }
    newlines
}

/// Returns the number of UTF-16 units of the character whose UTF-8 form begins with this byte.
/// Returns 0 for a byte inside of a character.
fn utf16_units(byte: u8) -> usize {
    // A character of four bytes takes two UTF-16 units.
    usize::from(byte & 0xc0 != 0x80) + usize::from(byte >= 0xf0)
}

pub(crate) fn floor_char_boundary(text: &str, byte: usize) -> usize {
    let mut byte = byte.min(text.len());
    while !text.is_char_boundary(byte) {
        byte -= 1;
    }
    byte
}

/// A text, split at the delimiters of its frontmatter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Document<'t> {
    /// The frontmatter: the lines between the delimiters.
    pub frontmatter: &'t str,
    /// The number of the frontmatter's first line, counted from 1.
    pub frontmatter_line: usize,
    /// The text after the line of the second delimiter.
    pub body: &'t str,
}

/// The reason why a text could not be split.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unsplit {
    /// The first line is not a delimiter.
    NotOpened,
    /// The first line is a delimiter, but no line after it is a delimiter.
    NotClosed,
}

impl<'t> Document<'t> {
    /// Splits a text at its delimiter lines. The first line must be a delimiter, and the next line that `is_delimiter`
    /// accepts is the second delimiter. Lines are passed to `is_delimiter` without their ends (`\n` or `\r\n`).
    ///
    /// # Errors
    /// Returns [`Unsplit`] if a delimiter is missing.
    pub fn split(text: &'t str, is_delimiter: impl Fn(&str) -> bool) -> Result<Self, Unsplit> {
        let mut lines = text.split_inclusive('\n');
        let first = lines.next().unwrap_or_default();
        if !is_delimiter(trim_line_end(first)) {
            return Err(Unsplit::NotOpened);
        }
        let start = first.len();
        let mut at = start;
        for line in lines {
            if is_delimiter(trim_line_end(line)) {
                return Ok(Self {
                    frontmatter: &text[start..at],
                    frontmatter_line: 2,
                    body: &text[at + line.len()..],
                });
            }
            at += line.len();
        }
        Err(Unsplit::NotClosed)
    }
}

fn trim_line_end(line: &str) -> &str {
    let line = line.strip_suffix('\n').unwrap_or(line);
    line.strip_suffix('\r').unwrap_or(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dashes(line: &str) -> bool {
        line == "---"
    }

    #[test]
    fn a_document_is_split_at_its_delimiters() {
        let document = Document::split("---\nname: a\n---\nbody\n---\n", dashes).unwrap();
        assert_eq!(document.frontmatter, "name: a\n");
        assert_eq!(document.body, "body\n---\n");
    }

    #[test]
    fn the_last_delimiter_may_end_the_text() {
        let document = Document::split("---\r\nname: a\r\n---", dashes).unwrap();
        assert_eq!(document.frontmatter, "name: a\r\n");
        assert_eq!(document.body, "");
    }

    #[test]
    fn a_missing_delimiter_is_named() {
        for text in ["", "\n---\n---\n", "# title\n", "\u{feff}---\n---\n"] {
            assert_eq!(
                Document::split(text, dashes),
                Err(Unsplit::NotOpened),
                "{text:?}"
            );
        }
        for text in ["---", "---\n", "---\nname: a\n ---\n"] {
            assert_eq!(
                Document::split(text, dashes),
                Err(Unsplit::NotClosed),
                "{text:?}"
            );
        }
    }

    #[test]
    fn a_place_counts_utf16_units_and_bytes() {
        let text = "a😀\nüx";
        let place = Place::of_byte(text, text.find('x').unwrap());
        assert_eq!(
            place,
            Place {
                offset: 5,
                byte: 8,
                line: 2,
                column: 2
            }
        );
        assert_eq!(Place::of_line(text, 2, 2), place);
    }

    #[test]
    fn a_carriage_return_on_its_own_ends_a_line() {
        let text = "a\rb\r\nc\n\rd";
        let places = [
            ("b", 2, 1),
            ("\n", 2, 3),
            ("c", 3, 1),
            ("\rd", 4, 1),
            ("d", 5, 1),
        ];
        for (rest, line, column) in places {
            let byte = text.find(rest).unwrap();
            let place = Place::of_byte(text, byte);
            assert_eq!((place.line, place.column), (line, column), "{rest:?}");
            if rest != "\n" {
                assert_eq!(Place::of_line(text, line, column), place, "{rest:?}");
            }
        }
        let lines: Vec<_> = lines_with_ends(text).collect();
        assert_eq!(lines, ["a\r", "b\r\n", "c\n", "\r", "d"]);
    }

    #[test]
    fn an_index_agrees_with_counting_from_the_start() {
        let text = "ü😀\r x\r\n".repeat(700);
        let index = PlaceIndex::new(&text);
        for byte in 0..=text.len() + 1 {
            assert_eq!(index.place(byte), Place::of_byte(&text, byte), "{byte}");
        }
    }

    #[test]
    fn a_place_beyond_the_text_is_its_nearest_end() {
        let text = "ab\r\ncd";
        assert_eq!(Place::of_line(text, 1, 99).byte, 2);
        assert_eq!(Place::of_line(text, 99, 1).byte, text.len());
        assert_eq!(Place::of_byte(text, 99).byte, text.len());
        assert_eq!(Place::of_byte("ü", 1).byte, 0);
    }
}
