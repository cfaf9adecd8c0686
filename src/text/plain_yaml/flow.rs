//! Lists and maps in brackets, on one line or on several.

use std::borrow::Cow;

use super::scalar::{blanks_before, quoted, scalar};
use super::value::{MAX_KEY, MAX_MEMBERS, PlainMap, PlainMember, PlainScalar, PlainValue};

/// Brackets that stand in each other at most.
const MAX_DEPTH: usize = 16;

/// A value in brackets, on one line or on several.
pub(super) struct Flow<'y> {
    rest: &'y str,
    /// The indentation of its key: its own lines have more.
    indentation: usize,
    /// Brackets that are open.
    depth: usize,
}

impl<'y> Flow<'y> {
    /// Reads the value that a text begins with, below a key with this indentation; gives what stands behind its line, too.
    pub fn read(text: &'y str, indentation: usize) -> Option<(PlainValue<'y>, &'y str)> {
        let mut flow = Self {
            rest: text,
            indentation,
            depth: 0,
        };
        let value = flow.value(false)?;
        let rest = flow.rest.trim_start_matches(' ');
        let behind = if rest.is_empty() {
            rest
        } else {
            rest.strip_prefix('\n')?
        };
        Some((value, behind))
    }

    /// Takes a character, and what separates it from the next.
    fn take(&mut self, character: char) -> bool {
        let rest = self.rest.strip_prefix(character);
        if let Some(rest) = rest {
            self.rest = rest;
            self.skip();
        }
        rest.is_some()
    }

    /// Takes blanks, and the ends of lines before lines that are indented enough.
    fn skip(&mut self) {
        loop {
            self.rest = self.rest.trim_start_matches(' ');
            let Some(next) = self.rest.strip_prefix('\n') else {
                return;
            };
            if blanks_before(next) <= self.indentation {
                return;
            }
            self.rest = next;
        }
    }

    /// A value; what separates it from the next is taken, too, where it stands inside of another.
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

    /// Takes the bracket that closes a list or a map; what is behind it is left.
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
            // A comma may stand behind the last one.
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
        Some(if self.rest.starts_with(['"', '\'']) {
            let (text, rest) = quoted(self.rest)?;
            self.rest = rest;
            // Ends of lines in quotes are folded.
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
