//! Reads YAML lists and maps in brackets, on one line or on several lines.

use std::borrow::Cow;

use super::scalar::{quoted, scalar, spaces_before};
use super::value::{MAX_KEY, MAX_MEMBERS, PlainMap, PlainMember, PlainScalar, PlainValue};

/// The maximum depth of nested lists and maps in brackets.
const MAX_DEPTH: usize = 16;

/// A reader for a list or a map in brackets, such as `[a, b]`.
pub(super) struct Flow<'y> {
    rest: &'y str,
    /// The indentation of the value's key. Further lines of the value must be indented more.
    indentation: usize,
    /// The number of open brackets.
    depth: usize,
}

impl<'y> Flow<'y> {
    /// Reads the value in brackets at the start of a text. `indentation` is that of the value's
    /// key. Returns the value, and the text after the value's last line. Returns none if parsers
    /// might read the value differently.
    pub fn read(text: &'y str, indentation: usize) -> Option<(PlainValue<'y>, &'y str)> {
        let mut flow = Self {
            rest: text,
            indentation,
            depth: 0,
        };
        let value = flow.value(false)?;
        let rest = flow.rest.trim_start_matches(' ');
        let after = if rest.is_empty() {
            rest
        } else {
            rest.strip_prefix('\n')?
        };
        Some((value, after))
    }

    /// Consumes `character` and the whitespace after it if the text continues with `character`.
    /// Returns true in this case.
    fn take(&mut self, character: char) -> bool {
        let rest = self.rest.strip_prefix(character);
        if let Some(rest) = rest {
            self.rest = rest;
            self.skip();
        }
        rest.is_some()
    }

    /// Skips spaces. Also skips a line end if the next line is indented more than the key of the
    /// value.
    fn skip(&mut self) {
        loop {
            self.rest = self.rest.trim_start_matches(' ');
            let Some(next) = self.rest.strip_prefix('\n') else {
                return;
            };
            if spaces_before(next) <= self.indentation {
                return;
            }
            self.rest = next;
        }
    }

    /// Reads a value. If the value is inside of brackets, the whitespace after it is also consumed.
    /// Returns none if parsers might read the value differently.
    fn value(&mut self, is_inside: bool) -> Option<PlainValue<'y>> {
        if self.depth == MAX_DEPTH {
            return None;
        }
        self.depth += 1;
        let value = if self.take('[') {
            self.list()?
        } else if self.take('{') {
            self.map()?
        } else {
            PlainValue::Scalar(self.scalar()?)
        };
        self.depth -= 1;
        if is_inside {
            self.skip();
        }
        Some(value)
    }

    /// Returns true if the rest of the text begins with `bracket`, a closing bracket. In this case,
    /// consumes the bracket, but not the whitespace after it.
    fn ends(&mut self, bracket: u8) -> bool {
        let is_there = self.rest.as_bytes().first() == Some(&bracket);
        self.rest = &self.rest[usize::from(is_there)..];
        is_there
    }

    fn list(&mut self) -> Option<PlainValue<'y>> {
        let mut entries = Vec::new();
        while !self.ends(b']') {
            if !entries.is_empty() && !self.take(',') {
                return None;
            }
            // A trailing comma is allowed.
            if !entries.is_empty() && self.ends(b']') {
                break;
            }
            entries.push(self.value(true)?);
        }
        Some(PlainValue::List(entries, None))
    }

    fn map(&mut self) -> Option<PlainValue<'y>> {
        let mut members: Vec<PlainMember<'y>> = Vec::new();
        while !self.ends(b'}') {
            if !members.is_empty() && !self.take(',') {
                return None;
            }
            if !members.is_empty() && self.ends(b'}') {
                break;
            }
            let (Cow::Borrowed(key), rest) =
                self.rest.starts_with('"').then(|| quoted(self.rest))??
            else {
                return None;
            };
            self.rest = rest;
            let is_plain = key.starts_with(|first: char| first.is_ascii_alphabetic())
                && key.len() <= MAX_KEY
                && !key.contains('\n')
                && members.len() < MAX_MEMBERS
                && !members.iter().any(|known| known.key == key);
            if !is_plain || !self.take(':') {
                return None;
            }
            let value = self.value(true)?;
            // The position of a key in brackets is never used.
            members.push(PlainMember { key, at: 0, value });
        }
        Some(PlainValue::Map(PlainMap {
            members,
            indentation: None,
        }))
    }

    /// Reads a scalar that is quoted, or that consists of letters, digits and a few other
    /// characters. Returns none for any other scalar.
    fn scalar(&mut self) -> Option<PlainScalar<'y>> {
        Some(if self.rest.starts_with(['"', '\'']) {
            let (text, rest) = quoted(self.rest)?;
            self.rest = rest;
            // A text over several lines is refused, because its lines would have to be folded.
            (!text.contains('\n')).then_some(PlainScalar::Text(text))?
        } else {
            let is_of_word =
                |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.' | '/' | ' ');
            let end = self.rest.find(|c| !is_of_word(c))?;
            let (text, rest) = self.rest.split_at(end);
            self.rest = rest;
            let text = text.trim_end_matches(' ');
            (!text.is_empty()).then(|| scalar(text))??
        })
    }
}
