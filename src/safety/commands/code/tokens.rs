//! The tokens of code: names with their dots, texts and punctuation, separated into statements.

use std::borrow::Cow;
use std::ops::Range;

use super::calls;
use crate::text::encoding;

/// The maximum number of tokens of a text that are read. No host has this limit.
const MAX_TOKENS: usize = 20_000;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::safety::commands) enum Language {
    Python,
    JavaScript,
    PowerShell,
    Other,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::safety::commands) enum TokenKind {
    /// A name. The token has the name in lowercase and without brackets (`convert` for `[Convert]`).
    Name,
    Text,
    Sign(u8),
    /// A separator between two statements.
    End,
}

#[derive(Debug)]
pub(in crate::safety::commands) struct Token<'t> {
    pub kind: TokenKind,
    pub text: Cow<'t, str>,
    pub bytes: Range<usize>,
    /// The kinds of calls that may begin with this token, as bits.
    pub calls: u16,
}

impl<'t> Token<'t> {
    fn new(kind: TokenKind, text: impl Into<Cow<'t, str>>, bytes: Range<usize>) -> Self {
        let text = text.into();
        let calls = match kind {
            TokenKind::Name => calls::kinds(&text),
            _ => 0,
        };
        Self {
            kind,
            text,
            bytes,
            calls,
        }
    }

    /// Returns true if the token may be the name of a call of one of the wanted kinds. `calls` has
    /// a bit for each wanted kind, as in `FETCHES | SENDS`.
    pub fn is(&self, calls: u16) -> bool {
        self.calls & calls != 0
    }

    pub fn is_name(&self) -> bool {
        self.kind == TokenKind::Name
    }

    pub fn is_text(&self) -> bool {
        self.kind == TokenKind::Text
    }
}

/// Splits a text into tokens.
pub(super) fn tokens(text: &str, language: Language) -> Vec<Token<'_>> {
    let bytes = text.as_bytes();
    let mut tokens: Vec<Token<'_>> = Vec::new();
    let mut depth = 0_usize;
    let mut at = 0;
    let is_name = |byte: u8| {
        byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | b'.') || byte >= 0x80
    };
    while at < bytes.len() && tokens.len() < MAX_TOKENS {
        let start = at;
        let byte = bytes[at];
        let next = bytes.get(at + 1).copied().unwrap_or(0);
        let has_hash = language != Language::JavaScript;
        match byte {
            b'\n' | b';' => {
                at += 1;
                let goes_on = byte == b'\n' && continues(text, at, tokens.last(), language);
                if depth == 0 && !goes_on {
                    end(&mut tokens, start);
                }
            }
            _ if byte.is_ascii_whitespace() => at += 1,
            b'<' if language == Language::PowerShell && next == b'#' => {
                at = text[at..]
                    .find("#>")
                    .map_or(bytes.len(), |length| at + length + 2);
            }
            b'#' if has_hash => at = line_end(bytes, at),
            b'/' if !has_hash && next == b'/' => at = line_end(bytes, at),
            b'/' if language != Language::Python && next == b'*' => {
                at = text[at + 2..]
                    .find("*/")
                    .map_or(bytes.len(), |length| at + length + 4);
            }
            b'"' | b'\'' | b'`'
                if !(byte == b'`'
                    && matches!(language, Language::PowerShell | Language::Python)) =>
            {
                let triple = [byte; 3];
                let (inside, content, after) =
                    if language == Language::Python && bytes[at..].starts_with(&triple) {
                        let close = std::str::from_utf8(&triple).unwrap_or("\"\"\"").to_owned();
                        let length = text[at + 3..].find(&close).unwrap_or(bytes.len() - at - 3);
                        (at + 3, length, (at + 6 + length).min(bytes.len()))
                    } else {
                        let length = quoted_length(&bytes[at + 1..], byte, language);
                        (at + 1, length, (at + 2 + length).min(bytes.len()))
                    };
                let content = text.get(inside..inside + content).unwrap_or_default();
                let is_shell_text = byte == b'`' && language == Language::Other;
                at = after;
                if is_shell_text {
                    tokens.push(Token::new(TokenKind::Name, "system", start..start + 1));
                }
                let content: Cow<'_, str> =
                    if content.contains('\\') && language != Language::PowerShell {
                        encoding::unescaped(content).into()
                    } else {
                        content.into()
                    };
                tokens.push(Token::new(TokenKind::Text, content, start..at));
            }
            _ if is_name(byte) => {
                let is_more = |at: usize| {
                    let is_hyphen = bytes[at] == b'-'
                        && language == Language::PowerShell
                        && bytes.get(at + 1).is_some_and(u8::is_ascii_alphabetic);
                    // Colons belong to names such as `[Convert]::FromBase64String` and `Net::HTTP`.
                    let is_colon = bytes[at] == b':'
                        && (bytes.get(at + 1) == Some(&b':') || bytes[at - 1] == b':');
                    is_name(bytes[at]) || is_hyphen || is_colon
                };
                while at < bytes.len() && (at == start || is_more(at)) {
                    at += 1;
                }
                let name = text.get(start..at).unwrap_or_default();
                // An ellipsis (`...`) is a placeholder for code that was left out.
                if !name.contains(|c: char| c.is_alphanumeric() || matches!(c, '_' | '$')) {
                    continue;
                }
                let name: Cow<'_, str> = if name.contains(|c: char| c.is_ascii_uppercase()) {
                    name.to_ascii_lowercase().into()
                } else {
                    name.into()
                };
                tokens.push(Token::new(TokenKind::Name, name, start..at));
            }
            _ => {
                at += 1;
                match byte {
                    b'(' | b'[' => depth += 1,
                    b')' | b']' => depth = depth.saturating_sub(1),
                    _ => {}
                }
                // The operators `==`, `=>`, `!=` and similar operators assign nothing.
                let before = bytes[..start].last().copied().unwrap_or(0);
                let is_assignment = byte == b'='
                    && !matches!(next, b'=' | b'>' | b'~')
                    && !matches!(before, b'=' | b'!' | b'<' | b'>');
                let sign = if byte == b'=' && !is_assignment {
                    b'?'
                } else {
                    byte
                };
                // The end of a block also ends a statement.
                if depth == 0 && matches!(byte, b'{' | b'}') {
                    let is_pattern = byte == b'{'
                        && tokens
                            .last()
                            .is_none_or(|token| matches!(&*token.text, "const" | "let" | "var"))
                        || byte == b'}' && text[at..].trim_start().starts_with('=');
                    if !is_pattern && language != Language::Python {
                        end(&mut tokens, start);
                        continue;
                    }
                }
                tokens.push(Token::new(TokenKind::Sign(sign), "", start..at));
            }
        }
    }
    tokens
}

fn end(tokens: &mut Vec<Token<'_>>, at: usize) {
    if tokens
        .last()
        .is_some_and(|token| token.kind != TokenKind::End)
    {
        tokens.push(Token::new(TokenKind::End, "", at..at));
    }
}

/// Returns true if the statement before byte `at` continues on the line that begins there. `last`
/// is the last token before this line.
fn continues(text: &str, at: usize, last: Option<&Token<'_>>, language: Language) -> bool {
    let next = text[at..].trim_start();
    let begins = match language {
        Language::JavaScript => next.starts_with('.'),
        Language::PowerShell | Language::Other => next.starts_with('|'),
        Language::Python => false,
    };
    begins
        || last.is_some_and(|token| {
            matches!(
                token.kind,
                TokenKind::Sign(b'|' | b',' | b'+' | b'=' | b'\\')
            )
        })
}

fn line_end(bytes: &[u8], at: usize) -> usize {
    let rest = &bytes[at..];
    at + rest
        .iter()
        .position(|byte| *byte == b'\n')
        .unwrap_or(rest.len())
}

/// Returns the number of bytes before the quote that ends a string. If a string cannot continue on
/// the next line, the line end also ends it.
fn quoted_length(bytes: &[u8], quote: u8, language: Language) -> usize {
    let escape = if language == Language::PowerShell {
        b'`'
    } else {
        b'\\'
    };
    let spans_lines = quote == b'`' || matches!(language, Language::PowerShell | Language::Other);
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        match *byte {
            byte if byte == escape => at += 1,
            byte if byte == quote => return at,
            b'\n' if !spans_lines => return at,
            _ => {}
        }
        at += 1;
    }
    // If there is no closing quote, the character is an apostrophe.
    if spans_lines { 0 } else { bytes.len() }
}
