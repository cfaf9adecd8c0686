//! The scanner, which splits a text into tokens, line by line.

use super::blocks::{self, Block};
use super::lines::{ends_line, line_end, marker, parts};
use super::token::{Token, TokenKind};

pub(super) fn scan(yaml: &str) -> Vec<Token> {
    let mut scanner = Scanner {
        yaml,
        bytes: yaml.as_bytes(),
        at: 0,
        line: 0,
        tokens: Vec::new(),
        open: 0,
        has_colon: false,
    };
    while scanner.at < yaml.len() {
        scanner.line();
    }
    scanner.push(TokenKind::Nothing, yaml.len());
    scanner.tokens
}

struct Scanner<'y> {
    yaml: &'y str,
    bytes: &'y [u8],
    at: usize,
    /// The byte offset at which the current line starts.
    line: usize,
    tokens: Vec<Token>,
    /// The number of brackets that are open. A bracket may be closed on a later line.
    open: usize,
    /// True if the current line already has a colon after a key. Outside of brackets, another colon
    /// is then part of a value.
    has_colon: bool,
}

impl Scanner<'_> {
    fn byte(&self, ahead: usize) -> Option<u8> {
        self.bytes.get(self.at + ahead).copied()
    }

    fn push(&mut self, kind: TokenKind, at: usize) {
        let column = at.saturating_sub(self.line);
        self.tokens.push(Token { kind, at, column });
    }

    /// Adds a token that is one byte long, and moves the scanner to the byte after the token.
    fn push_token(&mut self, kind: TokenKind) {
        self.push(kind, self.at);
        self.at += 1;
    }

    fn skip_spaces(&mut self) {
        while matches!(self.byte(0), Some(b' ' | b'\t')) {
            self.at += 1;
        }
    }

    fn skip_line(&mut self) {
        while !ends_line(self.byte(0)) {
            self.at += 1;
        }
    }

    fn end_line(&mut self) {
        let length = line_end(self.bytes, self.at);
        if length > 0 {
            self.push(TokenKind::LineEnd, self.at);
            self.at += length;
        }
    }

    fn line(&mut self) {
        self.has_colon = false;
        self.line = self.at;
        let start = self.at;
        self.skip_spaces();
        let spaces = self.at - start;
        if spaces > 0 {
            self.push(TokenKind::Indentation(spaces), start);
        }
        match self.byte(0) {
            Some(b'#') => self.comment(),
            Some(b'%') => self.skip_line(),
            _ => {
                if spaces == 0
                    && let Some(kind) = marker(self.bytes, self.at)
                {
                    self.push(kind, self.at);
                    self.at += 3;
                }
                self.content();
            }
        }
        self.end_line();
    }

    fn comment(&mut self) {
        self.push(TokenKind::Comment, self.at);
        self.skip_line();
    }

    fn content(&mut self) {
        loop {
            self.skip_spaces();
            let Some(byte) = self.byte(0).filter(|byte| !ends_line(Some(*byte))) else {
                return;
            };
            let in_brackets = self.open > 0;
            match byte {
                b'#' => return self.comment(),
                b'{' | b'[' => {
                    self.open += 1;
                    self.push_token(match byte {
                        b'{' => TokenKind::MapStart,
                        _ => TokenKind::ListStart,
                    });
                }
                b'}' | b']' if in_brackets => {
                    self.open -= 1;
                    self.push_token(match byte {
                        b'}' => TokenKind::MapEnd,
                        _ => TokenKind::ListEnd,
                    });
                }
                b',' if in_brackets => self.push_token(TokenKind::Comma),
                b'-' if parts(self.byte(1)) => self.push_token(TokenKind::Dash),
                b':' if self.is_colon() || in_brackets && self.follows_quotes() => {
                    self.has_colon |= !in_brackets;
                    self.push_token(TokenKind::Colon);
                }
                b'\'' | b'"' => self.quoted(byte),
                b'|' | b'>' if !in_brackets && blocks::is_header(self.bytes, self.at) => {
                    return self.block();
                }
                _ => self.plain(),
            }
        }
    }

    /// Returns true if the colon at the current position separates a key from its value.
    fn is_colon(&self) -> bool {
        let in_brackets = self.open > 0;
        let next = self.byte(1);
        (in_brackets || !self.has_colon)
            && (parts(next) || in_brackets && matches!(next, Some(b',' | b'}' | b']')))
    }

    /// Returns true if the last token before the current position is a quoted scalar or a closing
    /// bracket. This token may be on an earlier line.
    fn follows_quotes(&self) -> bool {
        let mut before = self.tokens.iter().rev();
        let last = before.find(|token| {
            !matches!(
                token.kind,
                TokenKind::LineEnd | TokenKind::Indentation(_) | TokenKind::Comment
            )
        });
        last.is_some_and(|token| {
            matches!(
                token.kind,
                TokenKind::Text { plain: false, .. } | TokenKind::MapEnd | TokenKind::ListEnd
            )
        })
    }

    fn plain(&mut self) {
        let start = self.at;
        let mut end = start;
        while let Some(byte) = self.byte(0) {
            let follows_space = self.at > start && matches!(self.bytes[self.at - 1], b' ' | b'\t');
            let ends = ends_line(Some(byte))
                || self.open > 0 && matches!(byte, b',' | b'{' | b'}' | b'[' | b']')
                || byte == b':' && self.is_colon()
                || byte == b'#' && follows_space;
            if ends {
                break;
            }
            self.at += 1;
            if !matches!(byte, b' ' | b'\t') {
                end = self.at;
            }
        }
        let value = self.yaml[start..end].to_owned();
        self.push(TokenKind::Text { value, plain: true }, start);
    }

    fn block(&mut self) {
        let parent = self.parent();
        let start = self.at;
        let Block { text, end } = blocks::read(self.yaml, start, parent);
        self.at = end;
        self.push(
            TokenKind::Text {
                value: text,
                plain: false,
            },
            start,
        );
    }

    /// Returns the column of the key or list item to which a block scalar belongs. The lines of the
    /// block scalar must begin to the right of this column. Returns `None` if the lines may begin
    /// in any column.
    fn parent(&self) -> Option<usize> {
        let mut before = self.tokens.iter().rev().filter(|token| {
            !matches!(
                token.kind,
                TokenKind::LineEnd | TokenKind::Indentation(_) | TokenKind::Comment
            )
        });
        match before.next() {
            Some(token) => match token.kind {
                TokenKind::Colon => Some(before.next().map_or(0, |key| key.column)),
                TokenKind::Dash => Some(token.column),
                TokenKind::Start => None,
                _ => Some(0),
            },
            None => Some(0),
        }
    }

    /// Reads a quoted scalar. It ends at the next quote of the same kind, or at the end of the
    /// text.
    fn quoted(&mut self, quote: u8) {
        let start = self.at;
        let mut text = Quoted::default();
        self.at += 1;
        while let Some(byte) = self.byte(0) {
            if byte == quote {
                self.at += 1;
                if quote == b'\'' && self.byte(0) == Some(quote) {
                    self.at += 1;
                    text.escaped("'");
                    continue;
                }
                break;
            }
            if quote == b'"' && byte == b'\\' {
                self.escape(&mut text);
            } else if ends_line(Some(byte)) {
                self.fold(&mut text);
            } else {
                let length = self.yaml[self.at..]
                    .chars()
                    .next()
                    .map_or(1, char::len_utf8);
                text.written(&self.yaml[self.at..self.at + length]);
                self.at += length;
            }
        }
        let value = text.finish();
        self.push(
            TokenKind::Text {
                value,
                plain: false,
            },
            start,
        );
    }

    /// Joins two lines of a quoted scalar with a space. An empty line between them becomes a line
    /// end.
    fn fold(&mut self, text: &mut Quoted) {
        text.trim_written();
        self.at += line_end(self.bytes, self.at);
        let mut empty = 0;
        loop {
            self.skip_spaces();
            match line_end(self.bytes, self.at) {
                0 => break,
                length => self.at += length,
            }
            empty += 1;
        }
        match empty {
            0 => text.escaped(" "),
            _ => text.escaped(&"\n".repeat(empty)),
        }
    }

    fn escape(&mut self, text: &mut Quoted) {
        let ended = line_end(self.bytes, self.at + 1);
        if ended > 0 {
            self.at += 1 + ended;
            self.skip_spaces();
            return text.escaped("");
        }
        let Some(escaped) = self.yaml[self.at + 1..].chars().next() else {
            self.at += 1;
            return text.escaped("\\");
        };
        self.at += 1 + escaped.len_utf8();
        let known = match escaped {
            'n' => "\n",
            't' => "\t",
            '\\' => "\\",
            '"' => "\"",
            '/' => "/",
            'r' => "\r",
            '0' => "\0",
            'a' => "\u{7}",
            'b' => "\u{8}",
            'e' => "\u{1b}",
            'v' => "\u{b}",
            'f' => "\u{c}",
            ' ' => " ",
            '_' => "\u{a0}",
            'x' => return self.code(2, "\\x", text),
            'u' => return self.code(4, "\\u", text),
            'U' => return self.code(8, "\\U", text),
            _ => {
                text.escaped("\\");
                return text.escaped(escaped.encode_utf8(&mut [0; 4]));
            }
        };
        text.escaped(known);
    }

    /// Reads `digits` hexadecimal digits, and adds the character with this code. Adds `otherwise`
    /// if the next byte is not a hexadecimal digit.
    fn code(&mut self, digits: usize, otherwise: &str, text: &mut Quoted) {
        let written = self.yaml.get(self.at..self.at + digits).unwrap_or_default();
        let number = written.len()
            - written
                .trim_start_matches(|digit: char| digit.is_ascii_hexdigit())
                .len();
        match u32::from_str_radix(&written[..number], 16) {
            Ok(code) => {
                self.at += digits;
                text.code(code);
            }
            Err(_) => text.escaped(otherwise),
        }
    }
}

/// The value of a quoted scalar, as far as it has been read.
#[derive(Default)]
struct Quoted {
    text: String,
    /// The number of bytes of whitespace at the end of the value, without whitespace that is
    /// written as an escape.
    spaces: usize,
    /// The first UTF-16 unit of a surrogate pair whose second unit has not been read.
    half: Option<u32>,
}

impl Quoted {
    fn written(&mut self, text: &str) {
        self.end_half();
        self.text.push_str(text);
        match text {
            " " | "\t" => self.spaces += 1,
            _ => self.spaces = 0,
        }
    }

    fn escaped(&mut self, text: &str) {
        self.end_half();
        self.text.push_str(text);
        self.spaces = 0;
    }

    fn code(&mut self, code: u32) {
        if let Some(half) = self.half.take() {
            if (0xdc00..0xe000).contains(&code) {
                let code = 0x1_0000 + ((half - 0xd800) << 10) + (code - 0xdc00);
                self.text.extend(char::from_u32(code));
                return;
            }
            self.text.push(char::REPLACEMENT_CHARACTER);
        }
        self.spaces = 0;
        match char::from_u32(code) {
            Some(character) => self.text.push(character),
            None if (0xd800..0xdc00).contains(&code) => self.half = Some(code),
            None => self.text.push(char::REPLACEMENT_CHARACTER),
        }
    }

    fn end_half(&mut self) {
        if self.half.take().is_some() {
            self.text.push(char::REPLACEMENT_CHARACTER);
        }
    }

    fn trim_written(&mut self) {
        self.end_half();
        self.text.truncate(self.text.len() - self.spaces);
        self.spaces = 0;
    }

    fn finish(mut self) -> String {
        self.end_half();
        self.text
    }
}
