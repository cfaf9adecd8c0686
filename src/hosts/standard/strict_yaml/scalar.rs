//! Scans YAML scalars: plain, quoted and block scalars.

use super::node::Problem;
use super::scanner::{Scanner, ends_line, ends_word, is_blank, is_break};
use crate::text::yaml_scalar::escaped;

impl Scanner<'_> {
    pub(super) fn scan_plain(&mut self) -> String {
        let indent = self.indent + 1;
        let mut value = String::new();
        let mut space = String::new();
        while self.peek() != Some('#') {
            let start = self.at;
            while let Some(next) = self.peek()
                && !ends_word(Some(next))
                && !(next == ':' && ends_word(self.peek_at(1)))
            {
                self.bump();
            }
            if self.at == start {
                break;
            }
            self.key_may_start = false;
            value.push_str(&space);
            value.push_str(&self.text[start..self.at]);
            match self.scan_space_in_plain() {
                Some(found) if !found.is_empty() && self.column_as_indent() >= indent => {
                    space = found;
                }
                _ => break,
            }
        }
        value
    }

    /// Reads whitespace and line breaks inside a plain scalar, and returns the text that replaces
    /// them. None if the document ends there.
    fn scan_space_in_plain(&mut self) -> Option<String> {
        let start = self.at;
        self.bump_while(|next| next == ' ');
        if !self.peek().is_some_and(is_break) {
            return Some(self.text[start..self.at].to_owned());
        }
        let first = self.read_break();
        self.key_may_start = true;
        let mut breaks = String::new();
        if self.at_mark() {
            return None;
        }
        while let Some(next) = self.peek() {
            if next == ' ' {
                self.bump();
            } else if let Some(line_break) = self.read_break() {
                breaks.push(line_break);
                if self.at_mark() {
                    return None;
                }
            } else {
                break;
            }
        }
        Some(folded(first, &breaks))
    }

    pub(super) fn scan_quoted(&mut self) -> Result<String, Problem> {
        let start = self.at;
        let quote = self.bump();
        let mut value = String::new();
        loop {
            self.scan_quoted_word(quote == Some('"'), &mut value)?;
            if self.peek() == quote {
                self.bump();
                return Ok(value);
            }
            let spaces = self.at;
            self.bump_while(is_blank);
            match self.peek() {
                None => {
                    return Err(Problem {
                        message: "a quote is opened and not closed",
                        help: "Close the quote, and double or escape quotes within the value.",
                        at: start,
                    });
                }
                Some(next) if is_break(next) => {
                    let first = self.read_break();
                    let breaks = self.scan_breaks_in_quoted()?;
                    value.push_str(&folded(first, &breaks));
                }
                Some(_) => value.push_str(&self.text[spaces..self.at]),
            }
        }
    }

    /// Scans a part of a quoted scalar, up to whitespace, the closing quote or the end of the text,
    /// and adds it to `value`.
    fn scan_quoted_word(&mut self, double: bool, value: &mut String) -> Result<(), Problem> {
        while let Some(next) = self.peek() {
            match next {
                '\'' if !double && self.peek_at(1) == Some('\'') => {
                    value.push(next);
                    self.bump_many(2);
                }
                '\\' if double => self.scan_escape(value)?,
                '"' if double => break,
                '\'' if !double => break,
                _ if is_blank(next) || is_break(next) => break,
                _ => {
                    value.push(next);
                    self.bump();
                }
            }
        }
        Ok(())
    }

    fn scan_escape(&mut self, value: &mut String) -> Result<(), Problem> {
        let unknown = self.problem(
            "a backslash begins an escape that there is not",
            "In double quotes a backslash begins an escape; use single quotes, or double the backslash.",
        );
        self.bump();
        let digits = match self.peek() {
            Some('x') => 2,
            Some('u') => 4,
            Some('U') => 8,
            Some(next) if is_break(next) => {
                self.read_break();
                let breaks = self.scan_breaks_in_quoted()?;
                value.push_str(&breaks);
                return Ok(());
            }
            next => {
                value.push(next.and_then(escaped).ok_or(unknown)?);
                self.bump();
                return Ok(());
            }
        };
        self.bump();
        let code = (self.text.get(self.at..self.at + digits))
            .filter(|code| code.bytes().all(|byte| byte.is_ascii_hexdigit()))
            .and_then(|code| u32::from_str_radix(code, 16).ok())
            .filter(|code| *code <= 0x0010_ffff)
            .ok_or(unknown)?;
        // The reference treats half of a surrogate pair as a character. The replacement character
        // has the same properties: it is not a letter and has no case.
        value.push(char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER));
        self.bump_many(digits);
        Ok(())
    }

    fn scan_breaks_in_quoted(&mut self) -> Result<String, Problem> {
        let mut breaks = String::new();
        loop {
            if self.at_mark() {
                return Err(self.problem(
                    "the document ends within quotes",
                    "Indent the line, or close the quote before it.",
                ));
            }
            self.bump_while(is_blank);
            match self.read_break() {
                Some(line_break) => breaks.push(line_break),
                None => return Ok(breaks),
            }
        }
    }

    pub(super) fn scan_block_scalar(&mut self) -> Result<String, Problem> {
        let folds = self.bump() == Some('>');
        let (keeps, increment) = self.scan_block_header()?;
        let outermost = self.indent < 0;
        let least = to_column(self.indent + 1);
        let (indent, mut breaks) = match increment {
            None => {
                let (widest, breaks) = self.scan_block_indentation();
                (least.max(widest), breaks)
            }
            Some(increment) => {
                let indent = least.max(1) + increment - 1;
                (indent, self.scan_block_breaks(indent))
            }
        };
        let mut value = String::new();
        let mut last = None;
        while self.column == indent && self.peek().is_some() {
            value.push_str(&breaks);
            let starts_with_word = !self.peek().is_some_and(is_blank);
            let start = self.at;
            self.bump_while(|next| !is_break(next));
            value.push_str(&self.text[start..self.at]);
            last = self.read_break();
            breaks = self.scan_block_breaks(indent);
            if self.column != indent
                || self.peek().is_none()
                || (outermost && self.at_document_mark())
            {
                break;
            }
            let folds_here = folds
                && last == Some('\n')
                && starts_with_word
                && !self.peek().is_some_and(is_blank);
            if !folds_here {
                value.extend(last);
            } else if breaks.is_empty() {
                value.push(' ');
            }
        }
        if keeps != Some(false) {
            value.extend(last);
        }
        if keeps == Some(true) {
            value.push_str(&breaks);
        }
        Ok(value)
    }

    /// Reads the header of a block scalar, such as `|-2`. The first result is `Some(true)` if the
    /// header has `+`, so all line breaks at the end of the block are retained. It is `Some(false)`
    /// if the header has `-`, so none are retained. It is `None` if the header has neither, so one
    /// is retained. The second result is the digit that gives the indentation; `None` if the header
    /// has no digit.
    fn scan_block_header(&mut self) -> Result<(Option<bool>, Option<usize>), Problem> {
        let mut keeps = self.scan_chomping();
        let increment = match self.peek().and_then(|next| next.to_digit(10)) {
            Some(0) => {
                return Err(self.problem(
                    "the indentation of a block must be 1 to 9",
                    "Remove the digit.",
                ));
            }
            Some(digit) => {
                self.bump();
                Some(digit as usize)
            }
            None => None,
        };
        if increment.is_some() && keeps.is_none() {
            keeps = self.scan_chomping();
        }
        let header_ends = self.peek() == Some(' ') || ends_line(self.peek());
        self.bump_while(|next| next == ' ');
        if header_ends && self.peek() == Some('#') {
            self.bump_while(|next| !is_break(next));
        }
        if !header_ends || !ends_line(self.peek()) {
            return Err(self.problem(
                "text follows `|` or `>` on its line",
                "Begin the text on the next line, indented, or quote the value.",
            ));
        }
        self.read_break();
        Ok((keeps, increment))
    }

    fn scan_chomping(&mut self) -> Option<bool> {
        let keeps = match self.peek() {
            Some('+') => true,
            Some('-') => false,
            _ => return None,
        };
        self.bump();
        Some(keeps)
    }

    /// Skips the empty lines at the start of a block scalar. Returns the widest indentation among
    /// these lines and the next line, and the line breaks of the empty lines.
    fn scan_block_indentation(&mut self) -> (usize, String) {
        let mut breaks = String::new();
        let mut widest = 0;
        loop {
            if self.peek() == Some(' ') {
                self.bump();
                widest = widest.max(self.column);
            } else if let Some(line_break) = self.read_break() {
                breaks.push(line_break);
            } else {
                return (widest, breaks);
            }
        }
    }

    fn scan_block_breaks(&mut self, indent: usize) -> String {
        let mut breaks = String::new();
        loop {
            while self.column < indent && self.peek() == Some(' ') {
                self.bump();
            }
            match self.read_break() {
                Some(line_break) => breaks.push(line_break),
                None => return breaks,
            }
        }
    }
}

fn to_column(indent: isize) -> usize {
    usize::try_from(indent).unwrap_or_default()
}

/// Returns the text that replaces the line break `first` and the line breaks directly after it.
fn folded(first: Option<char>, breaks: &str) -> String {
    match first {
        Some('\n') if breaks.is_empty() => " ".to_owned(),
        Some('\n') | None => breaks.to_owned(),
        Some(other) => format!("{other}{breaks}"),
    }
}
