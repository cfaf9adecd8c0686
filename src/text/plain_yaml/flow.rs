//! Lists and maps in brackets, on one line.

use std::borrow::Cow;

use super::scalar::{quoted, scalar};
use super::value::{MAX_KEY, MAX_MEMBERS, PlainMap, PlainMember, PlainScalar, PlainValue};

/// Brackets that stand in each other at most.
const MAX_DEPTH: usize = 16;

/// A value in brackets, on one line.
pub(super) struct Flow<'y> {
    rest: &'y str,
    /// Brackets that are open.
    depth: usize,
}

impl<'y> Flow<'y> {
    pub fn read(text: &'y str) -> Option<PlainValue<'y>> {
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
                && members.len() < MAX_MEMBERS
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
