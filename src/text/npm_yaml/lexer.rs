//! The first pass of the YAML parser: splits a text into tokens. The meaning of a character depends
//! on the text before it.

use std::ops::Range;

use super::token::{Token, TokenKind, kind_of};

/// The construct that the lexer expects next.
#[derive(Clone, Copy)]
enum State {
    Stream,
    BlockStart,
    Document,
    Flow,
}

pub(super) struct Lexer<'t> {
    text: &'t [u8],
    source: &'t str,
    at: usize,
    /// The cached offset of the current line's end, or of the text's end. None if not yet computed.
    newline: Option<usize>,
    /// The number of open brackets.
    flow_level: usize,
    /// True if the last token inside of brackets can be a key. In this case `:` may follow the
    /// token without whitespace.
    flow_key: bool,
    /// The minimum indentation of a line that continues the current value, in spaces.
    needed: usize,
    /// The indentation of the current line, in spaces.
    indent: usize,
    /// The indentation digit in a block scalar's header. None if the header has no digit.
    block_indent: Option<usize>,
    /// True if the header of the current block scalar has a `+`, so that its last empty lines are
    /// part of the value.
    block_keep: bool,
    tokens: Vec<Token>,
}

pub(super) fn is_blank_or_end(byte: Option<u8>) -> bool {
    matches!(byte, None | Some(b' ' | b'\n' | b'\r' | b'\t'))
}

fn is_flow_indicator(byte: Option<u8>) -> bool {
    matches!(byte, Some(b',' | b'[' | b']' | b'{' | b'}'))
}

fn ends_anchor(byte: Option<u8>) -> bool {
    is_blank_or_end(byte) || is_flow_indicator(byte)
}

pub(super) fn lex(source: &str) -> Vec<Token> {
    let mut lexer = Lexer {
        text: source.as_bytes(),
        source,
        at: 0,
        newline: None,
        flow_level: 0,
        flow_key: false,
        needed: 0,
        indent: 0,
        block_indent: None,
        block_keep: false,
        tokens: Vec::new(),
    };
    let mut state = State::Stream;
    // Each state consumes input or changes to another state. If states ever formed a cycle, this bound would end the
    // loop.
    let mut fuel = source.len().saturating_mul(8) + 64;
    while lexer.at < lexer.text.len() && fuel > 0 {
        fuel -= 1;
        state = match state {
            State::Stream => lexer.stream(),
            State::BlockStart => lexer.block_start(),
            State::Document => lexer.document(),
            State::Flow => lexer.flow(),
        };
    }
    lexer.tokens
}

impl Lexer<'_> {
    fn byte(&self, at: usize) -> Option<u8> {
        self.text.get(at).copied()
    }

    fn ahead(&self, by: usize) -> Option<u8> {
        self.byte(self.at + by)
    }

    fn mark(&mut self, kind: TokenKind) {
        self.tokens.push(Token {
            kind,
            start: self.at,
            end: self.at,
            indent: 0,
        });
    }

    /// Adds the text before `end` as a token. An empty text adds no token. Returns the length of
    /// the token.
    fn take_to(&mut self, end: usize) -> usize {
        let end = end.min(self.text.len());
        if end <= self.at {
            return 0;
        }
        let start = self.at;
        self.tokens.push(Token {
            kind: kind_of(&self.source[start..end]),
            start,
            end,
            indent: 0,
        });
        self.at = end;
        end - start
    }

    /// Adds the text before `end` as the text of a plain scalar or a block scalar. The text may be
    /// empty.
    fn take_scalar(&mut self, end: usize) {
        let end = end.clamp(self.at, self.text.len());
        self.tokens.push(Token {
            kind: TokenKind::Scalar,
            start: self.at,
            end,
            indent: 0,
        });
        self.at = end;
    }

    fn take_newline(&mut self) -> usize {
        match (self.ahead(0), self.ahead(1)) {
            (Some(b'\n'), _) => self.take_to(self.at + 1),
            (Some(b'\r'), Some(b'\n')) => self.take_to(self.at + 2),
            _ => 0,
        }
    }

    fn take_spaces(&mut self, tabs: bool) -> usize {
        let mut end = self.at;
        while self.byte(end) == Some(b' ') || tabs && self.byte(end) == Some(b'\t') {
            end += 1;
        }
        self.take_to(end)
    }

    fn take_until(&mut self, ends: impl Fn(Option<u8>) -> bool) -> usize {
        let mut end = self.at;
        while !ends(self.byte(end)) {
            end += 1;
        }
        self.take_to(end)
    }

    /// Returns the offset of the line feed at the end of the current line, or the end of the text.
    fn newline(&mut self) -> usize {
        if self.newline.is_none_or(|known| known < self.at) {
            let end = self.find(b'\n', self.at..self.text.len());
            self.newline = Some(end.unwrap_or(self.text.len()));
        }
        self.newline.unwrap_or_default()
    }

    /// Returns the offset at which the current line ends, before its CRLF or line feed.
    fn line_end(&mut self) -> usize {
        let end = self.newline();
        let is_two = end > self.at && end < self.text.len() && self.text[end - 1] == b'\r';
        end - usize::from(is_two)
    }

    fn find(&self, byte: u8, within: Range<usize>) -> Option<usize> {
        let mut bytes = self.text.get(within.clone())?.iter();
        let at = bytes.position(|known| *known == byte)?;
        Some(within.start + at)
    }

    /// Returns the offset at which a value on several lines continues in the line that begins at
    /// `start`. Returns none if the value does not continue in this line.
    fn continues(&self, start: usize) -> Option<usize> {
        if self.needed > 0 {
            let mut indent = 0;
            while self.byte(start + indent) == Some(b' ') {
                indent += 1;
            }
            let byte = self.byte(start + indent);
            if byte == Some(b'\r') && self.byte(start + indent + 1) == Some(b'\n') {
                return Some(start + indent + 1);
            }
            let continues = byte == Some(b'\n') || indent >= self.needed;
            return continues.then_some(start + indent);
        }
        (!self.is_marker(start)).then_some(start)
    }

    /// Returns true if a document marker (`---` or `...`) begins at an offset.
    fn is_marker(&self, at: usize) -> bool {
        let line = &self.text[at.min(self.text.len())..];
        (line.starts_with(b"---") || line.starts_with(b"...")) && is_blank_or_end(self.byte(at + 3))
    }

    fn is_at_line_end(&self) -> bool {
        let mut at = self.at;
        while matches!(self.byte(at), Some(b' ' | b'\t')) {
            at += 1;
        }
        match self.byte(at) {
            None | Some(b'#' | b'\n') => true,
            Some(b'\r') => self.byte(at + 1) == Some(b'\n'),
            _ => false,
        }
    }

    fn stream(&mut self) -> State {
        if self.source[self.at..].starts_with('\u{feff}') {
            self.take_to(self.at + 3);
        }
        let end = self.line_end();
        if self.ahead(0) == Some(b'%') {
            let line = &self.text[self.at..end];
            let comment = (1..line.len())
                .find(|at| line[*at] == b'#' && matches!(line[at - 1], b' ' | b'\t'));
            let mut directive = comment.unwrap_or(line.len());
            while directive > 0 && matches!(line[directive - 1], b' ' | b'\t') {
                directive -= 1;
            }
            self.take_to(self.at + directive);
            self.take_spaces(true);
            self.take_to(end);
            return State::Stream;
        }
        if self.is_at_line_end() {
            self.take_spaces(true);
            self.take_to(end);
            self.take_newline();
            return State::Stream;
        }
        self.mark(TokenKind::DocMode);
        self.line_start()
    }

    fn line_start(&mut self) -> State {
        if self.is_marker(self.at) {
            let opens = self.ahead(0) == Some(b'-');
            self.take_to(self.at + 3);
            self.indent = 0;
            self.needed = 0;
            return if opens {
                State::Document
            } else {
                State::Stream
            };
        }
        self.indent = self.take_spaces(false);
        // The package checks the second UTF-16 unit, which may be the second half of a character.
        let width = match self.source[self.at..].chars().next() {
            Some(character) if character.len_utf16() == 1 => character.len_utf8(),
            _ => 1,
        };
        if self.needed > self.indent && !is_blank_or_end(self.ahead(width)) {
            self.needed = self.indent;
        }
        self.block_start()
    }

    fn block_start(&mut self) -> State {
        if matches!(self.ahead(0), Some(b'-' | b'?' | b':')) && is_blank_or_end(self.ahead(1)) {
            let taken = self.take_to(self.at + 1) + self.take_spaces(true);
            self.needed = self.indent + 1;
            self.indent += taken;
            return State::BlockStart;
        }
        State::Document
    }

    fn document(&mut self) -> State {
        self.take_spaces(true);
        let end = self.line_end();
        self.take_indicators();
        // Only bytes on this line are checked.
        let byte = if self.at < end { self.ahead(0) } else { None };
        match byte {
            Some(b'#') => {
                self.take_to(end);
                self.take_newline();
                self.line_start()
            }
            None => {
                self.take_newline();
                self.line_start()
            }
            Some(b'{' | b'[') => {
                self.take_to(self.at + 1);
                self.flow_key = false;
                self.flow_level = 1;
                State::Flow
            }
            Some(b'}' | b']') => {
                self.take_to(self.at + 1);
                State::Document
            }
            Some(b'*') => {
                self.take_until(ends_anchor);
                State::Document
            }
            Some(b'"' | b'\'') => self.quoted(),
            Some(b'|' | b'>') => {
                self.block_header();
                self.take_spaces(true);
                self.take_to(end);
                self.take_newline();
                self.block()
            }
            Some(_) => self.plain(),
        }
    }

    fn flow(&mut self) -> State {
        let mut line_indent = None;
        loop {
            let newline = self.take_newline();
            let mut spaces = 0;
            if newline > 0 {
                spaces = self.take_spaces(false);
                self.indent = spaces;
                line_indent = Some(spaces);
            }
            spaces += self.take_spaces(true);
            if newline + spaces == 0 {
                break;
            }
        }
        let end = self.line_end();
        let first = if self.at < end { self.ahead(0) } else { None };
        let is_short =
            line_indent.is_some_and(|indent| indent < self.needed) && first != Some(b'#');
        let is_marker = line_indent == Some(0) && self.is_marker(self.at);
        if is_short || is_marker {
            let closes_here = line_indent.is_some_and(|indent| indent + 1 == self.needed)
                && self.flow_level == 1
                && matches!(first, Some(b']' | b'}'));
            if !closes_here {
                self.flow_level = 0;
                self.mark(TokenKind::FlowErrorEnd);
                return self.line_start();
            }
        }
        while self.at < end && self.ahead(0) == Some(b',') {
            self.take_to(self.at + 1);
            self.take_spaces(true);
            self.flow_key = false;
        }
        self.take_indicators();
        let byte = if self.at < end { self.ahead(0) } else { None };
        match byte {
            None => State::Flow,
            Some(b'#') => {
                self.take_to(end);
                State::Flow
            }
            Some(b'{' | b'[') => {
                self.take_to(self.at + 1);
                self.flow_key = false;
                self.flow_level += 1;
                State::Flow
            }
            Some(b'}' | b']') => {
                self.take_to(self.at + 1);
                self.flow_key = true;
                self.flow_level = self.flow_level.saturating_sub(1);
                self.back()
            }
            Some(b'*') => {
                self.take_until(ends_anchor);
                State::Flow
            }
            Some(b'"' | b'\'') => {
                self.flow_key = true;
                self.quoted()
            }
            Some(b':')
                if self.flow_key
                    || is_blank_or_end(self.ahead(1))
                    || self.ahead(1) == Some(b',') =>
            {
                self.flow_key = false;
                self.take_to(self.at + 1);
                self.take_spaces(true);
                State::Flow
            }
            Some(_) => {
                self.flow_key = false;
                self.plain()
            }
        }
    }

    fn back(&self) -> State {
        match self.flow_level {
            0 => State::Document,
            _ => State::Flow,
        }
    }

    fn quoted(&mut self) -> State {
        let quote = self.text[self.at];
        let all = self.text.len();
        let mut closing = self.find(quote, self.at + 1..all);
        while let Some(at) = closing {
            if quote == b'\'' {
                if self.byte(at + 1) != Some(quote) {
                    break;
                }
                closing = self.find(quote, at + 2..all);
            } else {
                let before = self.text[..at].iter().rev();
                if before.take_while(|byte| **byte == b'\\').count() % 2 == 0 {
                    break;
                }
                closing = self.find(quote, at + 1..all);
            }
        }
        let end = match closing {
            None => self.text.len(),
            Some(closing) => {
                let mut end = closing + 1;
                let mut newline = Some(self.newline()).filter(|at| *at < closing);
                while let Some(at) = newline {
                    match self.continues(at + 1) {
                        Some(next) => newline = self.find(b'\n', next..closing),
                        None => {
                            end = at - usize::from(self.text[at - 1] == b'\r');
                            break;
                        }
                    }
                }
                end
            }
        };
        self.take_to(end);
        self.back()
    }

    fn block_header(&mut self) {
        self.block_indent = None;
        self.block_keep = false;
        let mut at = self.at + 1;
        loop {
            match self.byte(at) {
                Some(b'+') => self.block_keep = true,
                Some(digit @ b'1'..=b'9') => self.block_indent = Some(usize::from(digit - b'1')),
                Some(b'-') => {}
                _ => break,
            }
            at += 1;
        }
        self.take_until(|byte| is_blank_or_end(byte) || byte == Some(b'#'));
    }

    fn block(&mut self) -> State {
        // The offset after the last line end that was found so far.
        let mut line = self.at;
        let mut indent = 0;
        let mut at = self.at;
        while let Some(byte) = self.byte(at) {
            match byte {
                b' ' => indent += 1,
                b'\n' => {
                    line = at + 1;
                    indent = 0;
                }
                b'\r' if self.byte(at + 1) == Some(b'\n') => {}
                _ => break,
            }
            at += 1;
        }
        if indent >= self.needed {
            self.needed = match self.block_indent {
                None => indent,
                Some(digit) => digit + self.needed.max(1),
            };
            while let Some(next) = self.continues(line) {
                match self.find(b'\n', next..self.text.len()) {
                    Some(newline) => line = newline + 1,
                    None => {
                        line = self.text.len() + 1;
                        break;
                    }
                }
            }
        }
        // Spaces beyond the block's indentation belong to the text if there is a tab among them.
        let mut at = line;
        while self.byte(at) == Some(b' ') {
            at += 1;
        }
        if self.byte(at) == Some(b'\t') {
            while matches!(self.byte(at), Some(b'\t' | b' ' | b'\r' | b'\n')) {
                at += 1;
            }
            line = at;
        } else if !self.block_keep {
            // Empty lines at the end are dropped, unless they are indented more than the text.
            while let Some(newline) = line.checked_sub(1) {
                let Some(mut at) = newline.checked_sub(1) else {
                    break;
                };
                if self.byte(at) == Some(b'\r') {
                    let Some(before) = at.checked_sub(1) else {
                        break;
                    };
                    at = before;
                }
                let last = at;
                while self.byte(at) == Some(b' ') && at > 0 {
                    at -= 1;
                }
                if self.byte(at) == Some(b'\n') && at >= self.at && at + 1 + indent > last {
                    line = at + 1;
                } else {
                    break;
                }
            }
        }
        self.take_scalar(line);
        self.line_start()
    }

    fn plain(&mut self) -> State {
        let in_flow = self.flow_level > 0;
        // The offset after the last character so far that is not whitespace.
        let mut end = self.at;
        let mut at = self.at;
        while let Some(mut byte) = self.byte(at) {
            let mut next = self.byte(at + 1);
            if byte == b':' {
                if is_blank_or_end(next) || in_flow && is_flow_indicator(next) {
                    break;
                }
                end = at + 1;
            } else if is_blank_or_end(Some(byte)) {
                if byte == b'\r' {
                    if next == Some(b'\n') {
                        at += 1;
                        byte = b'\n';
                        next = self.byte(at + 1);
                    } else {
                        end = at + 1;
                    }
                }
                if next == Some(b'#') || in_flow && is_flow_indicator(next) {
                    break;
                }
                if byte == b'\n' {
                    let Some(on) = self.continues(at + 1) else {
                        break;
                    };
                    // A comment after whitespace must not be consumed together with the scalar.
                    at = at.max(on.saturating_sub(2));
                }
            } else {
                if in_flow && is_flow_indicator(Some(byte)) {
                    break;
                }
                end = at + 1;
            }
            at += 1;
        }
        self.take_scalar(end);
        self.back()
    }

    fn take_indicators(&mut self) {
        loop {
            match self.ahead(0) {
                Some(b'!') => {
                    self.take_tag();
                }
                Some(b'&') => {
                    self.take_until(ends_anchor);
                }
                Some(b'-' | b'?' | b':') => {
                    let in_flow = self.flow_level > 0;
                    let next = self.ahead(1);
                    if !(is_blank_or_end(next) || in_flow && is_flow_indicator(next)) {
                        return;
                    }
                    if in_flow {
                        self.flow_key = false;
                    } else {
                        self.needed = self.indent + 1;
                    }
                    self.take_to(self.at + 1);
                }
                _ => return,
            }
            self.take_spaces(true);
        }
    }

    fn take_tag(&mut self) {
        const CHARACTERS: &[u8] = b"-#;/?:@&=+$_.!~*'()";
        let mut at = self.at + 1;
        if self.byte(at) == Some(b'<') {
            while !is_blank_or_end(self.byte(at)) && self.byte(at) != Some(b'>') {
                at += 1;
            }
            at += usize::from(self.byte(at) == Some(b'>'));
        } else {
            let is_hex = |at| self.byte(at).is_some_and(|byte| byte.is_ascii_hexdigit());
            while let Some(byte) = self.byte(at) {
                if byte.is_ascii_alphanumeric() || CHARACTERS.contains(&byte) {
                    at += 1;
                } else if byte == b'%' && is_hex(at + 1) && is_hex(at + 2) {
                    at += 3;
                } else {
                    break;
                }
            }
        }
        self.take_to(at);
    }
}
