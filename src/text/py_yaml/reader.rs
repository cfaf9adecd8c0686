//! Reads the characters of a YAML document, and counts lines and columns.

use super::characters::{Mark, is_break, is_space};
use super::fault::{Fault, Outcome};

/// The characters of a YAML document, and the position of the next character to read.
pub(super) struct Reader {
    chars: Vec<char>,
    mark: Mark,
}

impl Reader {
    /// Begins to read a document.
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

    /// Returns the position of the next character.
    pub fn mark(&self) -> Mark {
        self.mark
    }

    /// Returns the next character, or NUL at the end of the document.
    pub fn peek(&self) -> char {
        self.peek_at(0)
    }

    /// Returns the character `ahead` characters after the next character, without reading it: 0 is
    /// the next character. Returns NUL after the end of the document.
    pub fn peek_at(&self, ahead: usize) -> char {
        let at = self.mark.index.saturating_add(ahead);
        self.chars.get(at).copied().unwrap_or('\0')
    }

    /// Skips the next `count` characters.
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

    /// Reads the next `count` characters, and appends them to a text.
    pub fn take_into(&mut self, count: usize, text: &mut String) {
        let start = self.mark.index;
        self.forward(count);
        let taken = self.chars.get(start..self.mark.index);
        text.extend(taken.unwrap_or_default());
    }

    /// Reads and returns the next `count` characters.
    pub fn take(&mut self, count: usize) -> String {
        let mut text = String::new();
        self.take_into(count, &mut text);
        text
    }

    /// Returns the number of characters from the current position up to the first that does not
    /// satisfy a condition.
    pub fn count_while(&self, condition: impl Fn(char) -> bool) -> usize {
        let rest = self.chars.get(self.mark.index..).unwrap_or_default();
        rest.iter().take_while(|c| condition(**c)).count()
    }

    /// Skips characters up to the first that does not satisfy a condition.
    pub fn skip_while(&mut self, condition: impl Fn(char) -> bool) {
        let count = self.count_while(condition);
        self.forward(count);
    }

    /// Skips a line break, and returns the character that it becomes in a value. Returns none if
    /// the next character is not a line break.
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

    /// Returns true if `---` or `...` and then whitespace come next, in any column.
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
