//! Splits a text into YAML tokens. The scanner follows ruamel.yaml's scanner, but supports only
//! block style.

use super::node::Problem;

/// The maximum length of a key without `?`, in characters, up to the key's colon. ruamel.yaml's
/// scanner and the YAML specification have the same limit.
const MAX_SIMPLE_KEY: usize = 1024;

/// The YAML tokens of a text.
pub(super) struct Tokens {
    pub(super) tokens: Vec<Token>,
    /// The problem at which the scanner stopped before the end of the text. None if the scanner
    /// read the whole text.
    pub(super) gave_up: Option<Problem>,
}

/// Splits a text into YAML tokens, up to the end of the text or up to the first problem.
///
/// # Errors
/// Returns an error if the text contains characters that YAML does not allow.
pub(super) fn scan(text: &str) -> Result<Tokens, Problem> {
    if let Some(at) = text.find(|character| !is_printable(character)) {
        // For a control character, the reference fails with an error of another kind.
        return Err(Problem {
            message: "the frontmatter contains a control character",
            help: "Remove the control character.",
            at,
        });
    }
    let mut scanner = Scanner::new(text);
    if scanner.peek() == Some('\u{feff}') {
        scanner.bump();
    }
    let mut gave_up = None;
    while gave_up.is_none() && !scanner.is_done() {
        gave_up = scanner.scan_token().err();
    }
    Ok(Tokens {
        tokens: scanner.tokens,
        gave_up,
    })
}

fn is_printable(character: char) -> bool {
    matches!(character, '\t' | '\n' | '\r' | ' '..='~' | '\u{85}' | '\u{a0}'..='\u{fffd}' | '\u{10000}'..)
}

pub(super) fn is_break(character: char) -> bool {
    matches!(character, '\n' | '\r' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

/// Returns true if the character `next` ends a line: it is a line break, or `None` because the text
/// ends.
pub(super) fn ends_line(next: Option<char>) -> bool {
    next.is_none_or(is_break)
}

pub(super) fn ends_word(next: Option<char>) -> bool {
    next.is_none_or(|next| is_blank(next) || is_break(next))
}

pub(super) fn is_blank(character: char) -> bool {
    matches!(character, ' ' | '\t')
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum TokenKind {
    /// The start of a map. `column` is the column of the map's keys.
    MapStart {
        column: usize,
    },
    SeqStart,
    BlockEnd,
    Key,
    Value,
    /// The hyphen before an entry of a list.
    Entry,
    Scalar {
        value: String,
        plain: bool,
    },
    /// The end of a document, written `...`.
    DocumentEnd,
    StreamEnd,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) kind: TokenKind,
    /// The byte offset at which the token begins.
    pub(super) at: usize,
}

/// A scalar that becomes a key if a colon follows on the same line.
struct SimpleKey {
    /// The index of the scalar's token in the list of tokens.
    token: usize,
    /// True if the scalar must be a key, because nothing else is allowed at its position.
    required: bool,
    at: usize,
    index: usize,
    line: usize,
    column: usize,
}

pub(super) struct Scanner<'t> {
    pub(super) text: &'t str,
    pub(super) at: usize,
    /// The number of characters before the current offset.
    index: usize,
    line: usize,
    /// The number of characters between the start of the line and the current offset, without byte
    /// order marks.
    pub(super) column: usize,
    tokens: Vec<Token>,
    /// The column of the innermost open list or map. -1 if none is open.
    pub(super) indent: isize,
    outer_indents: Vec<isize>,
    pub(super) key_may_start: bool,
    simple_key: Option<SimpleKey>,
}

impl<'t> Scanner<'t> {
    fn new(text: &'t str) -> Self {
        Self {
            text,
            at: 0,
            index: 0,
            line: 0,
            column: 0,
            tokens: Vec::new(),
            indent: -1,
            outer_indents: Vec::new(),
            key_may_start: true,
            simple_key: None,
        }
    }

    fn is_done(&self) -> bool {
        let last = self.tokens.last();
        last.is_some_and(|token| token.kind == TokenKind::StreamEnd)
    }

    fn scan_token(&mut self) -> Result<(), Problem> {
        self.skip_to_token();
        self.drop_stale_key()?;
        self.unwind(self.column_as_indent());
        let Some(next) = self.peek() else {
            self.unwind(-1);
            self.drop_key()?;
            self.push(TokenKind::StreamEnd);
            return Ok(());
        };
        let word_follows = !ends_word(self.peek_at(1));
        match next {
            '.' if self.at_document_mark() => self.scan_document_end(),
            '-' if !word_follows => self.scan_entry(),
            '?' if !word_follows => self.scan_key(),
            ':' if !word_follows => self.scan_value(),
            '|' | '>' => {
                self.key_may_start = true;
                self.drop_key()?;
                let at = self.at;
                let value = self.scan_block_scalar()?;
                self.push_scalar(at, value, false);
                Ok(())
            }
            '\'' | '"' => {
                self.expect_key()?;
                let at = self.at;
                let value = self.scan_quoted()?;
                self.push_scalar(at, value, false);
                Ok(())
            }
            '[' | '{' => Err(self.problem(
                "a value begins with a bracket, and flow style is not allowed",
                "Write lists as lines that begin with `- ` and maps as indented `key: value` lines, or quote the value if it is text.",
            )),
            '&' => Err(self.problem(
                "a value begins with `&`, and anchors are not allowed",
                "A value that begins with `&` must be in quotes.",
            )),
            '*' => Err(self.problem(
                "a value begins with `*`, which refers to an anchor that is not there",
                "A value that begins with `*` must be in quotes.",
            )),
            '!' => Err(self.problem(
                "a value begins with `!`, and tags are not allowed",
                "A value that begins with `!` must be in quotes.",
            )),
            '\t' => Err(self.problem(
                "a tab is between words or before them",
                "Use spaces instead of tabs, or quote the value.",
            )),
            '%' | '@' | '`' | ',' | ']' | '}' => Err(self.problem(
                "no value can begin with this character",
                "Quote the value.",
            )),
            _ => {
                self.expect_key()?;
                let at = self.at;
                let value = self.scan_plain();
                self.push_scalar(at, value, true);
                Ok(())
            }
        }
    }

    fn scan_document_end(&mut self) -> Result<(), Problem> {
        self.unwind(-1);
        self.drop_key()?;
        self.key_may_start = false;
        self.push(TokenKind::DocumentEnd);
        self.bump_many(3);
        Ok(())
    }

    fn scan_entry(&mut self) -> Result<(), Problem> {
        if !self.key_may_start {
            return Err(self.problem(
                "a list entry is not allowed here",
                "Begin the list on a line of its own.",
            ));
        }
        if self.open_block(self.column_as_indent()) {
            self.push(TokenKind::SeqStart);
        }
        self.drop_key()?;
        self.push(TokenKind::Entry);
        self.bump();
        Ok(())
    }

    fn scan_key(&mut self) -> Result<(), Problem> {
        if !self.key_may_start {
            return Err(self.problem(
                "a key is not allowed here",
                "Begin the key on a line of its own, or quote the value.",
            ));
        }
        self.open_map_here();
        self.drop_key()?;
        self.push(TokenKind::Key);
        self.bump();
        Ok(())
    }

    fn scan_value(&mut self) -> Result<(), Problem> {
        if let Some(key) = self.simple_key.take() {
            let mut index = key.token;
            if self.open_block(to_indent(key.column)) {
                let column = key.column;
                self.insert(index, TokenKind::MapStart { column }, key.at);
                index += 1;
            }
            self.insert(index, TokenKind::Key, key.at);
            // After a key, no other key can begin on the same line.
            self.key_may_start = false;
        } else {
            if !self.key_may_start {
                return Err(self.problem(
                    "a value is not allowed after this colon",
                    "A value that contains `: ` must be in quotes.",
                ));
            }
            self.open_map_here();
        }
        self.push(TokenKind::Value);
        self.bump();
        Ok(())
    }

    fn open_map_here(&mut self) {
        let column = self.column;
        if self.open_block(to_indent(column)) {
            self.push(TokenKind::MapStart { column });
        }
    }

    /// Skips whitespace, comments and line breaks before the next token.
    fn skip_to_token(&mut self) {
        loop {
            self.bump_while(|next| next == ' ');
            if self.peek() == Some('#') {
                self.bump_while(|next| !is_break(next));
                while self.read_break().is_some() {}
                self.key_may_start = true;
            } else if self.read_break().is_some() {
                self.key_may_start = true;
                // The reference stores empty lines as a comment. The comment includes the
                // whitespace at the start of the next line.
                if self.peek() == Some('\n') {
                    self.bump_while(|next| is_blank(next) || is_break(next));
                }
            } else {
                return;
            }
        }
    }

    /// Discards a possible key if it began on an earlier line or is too long, because YAML limits a
    /// key to one line and to a maximum length. Returns a problem if a key must be at this
    /// position.
    fn drop_stale_key(&mut self) -> Result<(), Problem> {
        match &self.simple_key {
            Some(key) if key.line != self.line || self.index - key.index > MAX_SIMPLE_KEY => {
                self.drop_key()
            }
            _ => Ok(()),
        }
    }

    fn drop_key(&mut self) -> Result<(), Problem> {
        match self.simple_key.take() {
            Some(key) if key.required => Err(Problem {
                message: "a line has no `key: value`",
                help: "Give the line a key, or indent it to continue the value above.",
                at: key.at,
            }),
            _ => Ok(()),
        }
    }

    /// Records that the next token may become a key.
    fn expect_key(&mut self) -> Result<(), Problem> {
        if self.key_may_start {
            self.drop_key()?;
            self.simple_key = Some(SimpleKey {
                token: self.tokens.len(),
                required: self.indent == self.column_as_indent(),
                at: self.at,
                index: self.index,
                line: self.line,
                column: self.column,
            });
        }
        self.key_may_start = false;
        Ok(())
    }

    /// Closes the open lists and maps that are indented more than `indent`.
    fn unwind(&mut self, indent: isize) {
        while self.indent > indent {
            self.indent = self.outer_indents.pop().unwrap_or(-1);
            self.push(TokenKind::BlockEnd);
        }
    }

    /// Opens a list or map if `indent` is larger than the current indentation. Returns true if a
    /// list or map was opened.
    fn open_block(&mut self, indent: isize) -> bool {
        let opens = self.indent < indent;
        if opens {
            self.outer_indents.push(self.indent);
            self.indent = indent;
        }
        opens
    }

    /// Returns true if the word at the current offset is `---` or `...`. The caller checks that the
    /// offset is the start of a line.
    pub(super) fn at_mark(&self) -> bool {
        let rest = &self.text[self.at..];
        let after = rest
            .strip_prefix("...")
            .or_else(|| rest.strip_prefix("---"));
        after.is_some_and(|after| ends_word(after.chars().next()))
    }

    pub(super) fn at_document_mark(&self) -> bool {
        self.column == 0 && self.at_mark()
    }

    /// Reads a line break of any kind, and returns the character that replaces the line break in a
    /// value. None if no line break follows.
    pub(super) fn read_break(&mut self) -> Option<char> {
        let line_break = self.peek().filter(|next| is_break(*next))?;
        if self.text[self.at..].starts_with("\r\n") {
            self.bump();
        }
        self.bump();
        Some(match line_break {
            '\u{2028}' | '\u{2029}' => line_break,
            _ => '\n',
        })
    }

    pub(super) fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    pub(super) fn peek_at(&self, index: usize) -> Option<char> {
        self.text[self.at..].chars().nth(index)
    }

    pub(super) fn bump(&mut self) -> Option<char> {
        let next = self.peek()?;
        self.at += next.len_utf8();
        self.index += 1;
        // Other line breaks end a line inside a value, but they are not counted as line ends for
        // keys.
        if next == '\n' || (next == '\r' && self.peek() != Some('\n')) {
            self.line += 1;
            self.column = 0;
        } else if next != '\u{feff}' {
            self.column += 1;
        }
        Some(next)
    }

    pub(super) fn bump_many(&mut self, count: usize) {
        for _ in 0..count {
            self.bump();
        }
    }

    pub(super) fn bump_while(&mut self, goes_on: impl Fn(char) -> bool) {
        while self.peek().is_some_and(&goes_on) {
            self.bump();
        }
    }

    pub(super) fn column_as_indent(&self) -> isize {
        to_indent(self.column)
    }

    fn push(&mut self, kind: TokenKind) {
        let at = self.at;
        self.tokens.push(Token { kind, at });
    }

    fn push_scalar(&mut self, at: usize, value: String, plain: bool) {
        let kind = TokenKind::Scalar { value, plain };
        self.tokens.push(Token { kind, at });
    }

    /// Inserts a token at an index of the list of tokens. This is fast, because the index is near
    /// the end.
    fn insert(&mut self, index: usize, kind: TokenKind, at: usize) {
        self.tokens.insert(index, Token { kind, at });
    }

    pub(super) fn problem(&self, message: &'static str, help: &'static str) -> Problem {
        Problem {
            message,
            help,
            at: self.at,
        }
    }
}

fn to_indent(column: usize) -> isize {
    isize::try_from(column).unwrap_or(isize::MAX)
}
