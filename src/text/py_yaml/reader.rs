//! Reads the characters of a document, and counts the current position.

use super::characters::{Mark, is_break, is_space};
use super::fault::{Fault, Outcome};

/// The characters of a document that are not read yet.
pub(super) struct Reader {
    chars: Vec<char>,
    mark: Mark,
}

impl Reader {
    /// Opens a document.
    ///
    /// # Errors
    ///
    /// Returns a `ReaderError` if the document contains a character that YAML does not allow.
    pub fn open(document: &str) -> Outcome<Self> {
        let chars: Vec<char> = document.chars().collect();
        if let Some(position) = chars.iter().position(|c| !is_allowed(*c)) {
            let code = chars.get(position).map_or(0, |c| u32::from(*c));
            return Err(Fault::of_reader(code, position));
        }
        Ok(Self {
            chars,
            mark: Mark::default(),
        })
    }

    /// Returns the current position.
    pub fn mark(&self) -> Mark {
        self.mark
    }

    /// Returns the next character, or NUL at the end of the document.
    pub fn peek(&self) -> char {
        self.peek_at(0)
    }

    /// Returns the character that follows after `ahead` characters, or NUL after the end of the document.
    pub fn peek_at(&self, ahead: usize) -> char {
        let at = self.mark.index.saturating_add(ahead);
        self.chars.get(at).copied().unwrap_or('\0')
    }

    /// Moves over the next `count` characters.
    pub fn forward(&mut self, count: usize) {
        for _ in 0..count {
            let Some(c) = self.chars.get(self.mark.index).copied() else {
                return;
            };
            self.mark.index += 1;
            if is_break(c) && !(c == '\r' && self.peek() == '\n') {
                self.mark.line += 1;
                self.mark.column = 0;
            } else if c != '\u{feff}' {
                self.mark.column += 1;
            }
        }
    }

    /// Moves over the next `count` characters, and appends them to a text.
    pub fn take_into(&mut self, count: usize, text: &mut String) {
        let start = self.mark.index;
        self.forward(count);
        let taken = self.chars.get(start..self.mark.index);
        text.extend(taken.unwrap_or_default());
    }

    /// Moves over the next `count` characters, and returns them.
    pub fn take(&mut self, count: usize) -> String {
        let mut text = String::new();
        self.take_into(count, &mut text);
        text
    }

    /// Returns the number of next characters that satisfy a condition, up to the first that does not.
    pub fn count_while(&self, condition: impl Fn(char) -> bool) -> usize {
        let rest = self.chars.get(self.mark.index..).unwrap_or_default();
        rest.iter().take_while(|c| condition(**c)).count()
    }

    /// Moves over the next characters that satisfy a condition, up to the first that does not.
    pub fn skip_while(&mut self, condition: impl Fn(char) -> bool) {
        let count = self.count_while(condition);
        self.forward(count);
    }

    /// Moves over a line break if one is next. Returns the character that the line break becomes in a value.
    pub fn line_break(&mut self) -> Option<char> {
        let meaning = match self.peek() {
            '\r' | '\n' | '\u{85}' => '\n',
            c @ ('\u{2028}' | '\u{2029}') => c,
            _ => return None,
        };
        let is_pair = self.peek() == '\r' && self.peek_at(1) == '\n';
        self.forward(if is_pair { 2 } else { 1 });
        Some(meaning)
    }

    /// Returns true if the marker of a document's start or end is next, in any column.
    pub fn at_document_marker(&self) -> bool {
        self.at_marker('-') || self.at_marker('.')
    }

    /// Returns true if the next characters are `c` three times, and then whitespace or the end of the document.
    pub fn at_marker(&self, c: char) -> bool {
        (0..3).all(|ahead| self.peek_at(ahead) == c) && is_space(self.peek_at(3))
    }
}

/// Returns true if YAML allows a character in a document.
fn is_allowed(c: char) -> bool {
    matches!(
        c,
        '\t' | '\n' | '\r' | ' '..='~' | '\u{85}' | '\u{a0}'..='\u{d7ff}' | '\u{e000}'..='\u{fffd}' | '\u{10000}'..
    )
}
