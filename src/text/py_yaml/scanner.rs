//! Splits a YAML document into tokens. Tokens for the start and end of blocks follow from line
//! breaks and columns.

use std::collections::{BTreeMap, VecDeque};

use super::characters::{Mark, is_blank, is_line_end, is_space};
use super::fault::{Fault, Outcome};
use super::python;
use super::reader::Reader;
use super::token::{Kind, Payload, Token};
use super::{scan_names, scan_scalars};

/// The maximum length of a key without `?`, in characters.
const MAX_SIMPLE_KEY: usize = 1024;

/// A token at which a key without `?` may begin. A key begins there if a `:` follows on the same
/// line.
#[derive(Clone, Copy)]
struct SimpleKey {
    /// The number of the token, counted from the start of the document.
    number: usize,
    /// True if the token must be a key, because nothing else can begin at its position.
    is_required: bool,
    mark: Mark,
}

/// The scanner of a YAML document: the tokens that are ready, and the state of blocks and brackets.
pub(super) struct Scanner {
    reader: Reader,
    tokens: VecDeque<Token>,
    /// The number of tokens that callers took so far.
    taken: usize,
    is_done: bool,
    /// The indentation of the innermost block. -1 outside of blocks.
    indent: isize,
    indents: Vec<isize>,
    /// The number of open brackets and braces. If too many are closed, the number is negative, and
    /// the scanner still behaves as if a bracket were open.
    flow_level: isize,
    allows_simple_key: bool,
    /// The tokens at which a key may begin, by the number of open brackets. There is at most one
    /// such token for each number.
    simple_keys: BTreeMap<isize, SimpleKey>,
}

impl Scanner {
    /// Creates a scanner at the start of a document.
    pub fn new(reader: Reader) -> Self {
        Self {
            reader,
            tokens: VecDeque::new(),
            taken: 0,
            is_done: false,
            indent: -1,
            indents: Vec::new(),
            flow_level: 0,
            allows_simple_key: true,
            simple_keys: BTreeMap::new(),
        }
    }

    /// Returns the kind of the next token, and the positions of its start and end.
    pub fn peek(&mut self) -> Outcome<(Kind, Mark, Mark)> {
        while self.needs_more()? {
            self.fetch()?;
        }
        let next = self.tokens.front();
        let mark = self.reader.mark();
        Ok(next.map_or((Kind::StreamEnd, mark, mark), |it| {
            (it.kind, it.start, it.end)
        }))
    }

    /// Returns true if the next token has one of these kinds.
    pub fn at(&mut self, kinds: &[Kind]) -> Outcome<bool> {
        let (kind, ..) = self.peek()?;
        Ok(kinds.contains(&kind))
    }

    /// Removes and returns the next token.
    pub fn take(&mut self) -> Outcome<Token> {
        let (kind, start, end) = self.peek()?;
        self.taken += 1;
        Ok(self
            .tokens
            .pop_front()
            .unwrap_or_else(|| Token::new(kind, start, end)))
    }

    /// Returns true if the scanner must read on before it can return the next token, because this
    /// token may begin a key.
    fn needs_more(&mut self) -> Outcome<bool> {
        if self.is_done {
            return Ok(false);
        }
        if self.tokens.is_empty() {
            return Ok(true);
        }
        self.drop_stale_keys()?;
        let first = self.simple_keys.values().map(|key| key.number).min();
        Ok(first == Some(self.taken))
    }

    /// Scans one more token. Before this token, adds tokens for the blocks that end or begin at the
    /// token's column.
    fn fetch(&mut self) -> Outcome<()> {
        self.skip_to_next_token();
        self.drop_stale_keys()?;
        self.unwind(self.column());
        let at_line_start = self.reader.mark().column == 0;
        let is_flow = self.flow_level != 0;
        let before_space = is_space(self.reader.peek_at(1));
        match self.reader.peek() {
            '\0' => self.fetch_stream_end(),
            '%' if at_line_start => self.fetch_directive(),
            '-' if at_line_start && self.reader.at_marker('-') => {
                self.fetch_document_marker(Kind::DocumentStart)
            }
            '.' if at_line_start && self.reader.at_marker('.') => {
                self.fetch_document_marker(Kind::DocumentEnd)
            }
            '[' => self.fetch_flow_start(Kind::FlowSequenceStart),
            '{' => self.fetch_flow_start(Kind::FlowMappingStart),
            ']' => self.fetch_flow_end(Kind::FlowSequenceEnd),
            '}' => self.fetch_flow_end(Kind::FlowMappingEnd),
            ',' => {
                self.allows_simple_key = true;
                self.forget_key()?;
                self.push_indicator(Kind::FlowEntry);
                Ok(())
            }
            '-' if before_space => self.fetch_block_entry(),
            '?' if is_flow || before_space => self.fetch_key(),
            ':' if is_flow || before_space => self.fetch_value(),
            '*' | '&' | '!' => self.fetch_name(),
            style @ ('|' | '>') if !is_flow => {
                self.allows_simple_key = true;
                self.forget_key()?;
                let token = scan_scalars::block(&mut self.reader, style == '>', self.indent)?;
                self.tokens.push_back(token);
                Ok(())
            }
            '\'' | '"' => {
                self.save_key()?;
                self.allows_simple_key = false;
                let token = scan_scalars::quoted(&mut self.reader)?;
                self.tokens.push_back(token);
                Ok(())
            }
            c if starts_plain(c, before_space, is_flow) => self.fetch_plain(),
            c => Err(Fault::of_scanner(
                format!(
                    "found character {} that cannot start any token",
                    python::repr_char(c)
                ),
                self.reader.mark(),
            )
            .during("while scanning for the next token")),
        }
    }

    /// Returns the current column as a signed number, because it is compared with indentations.
    fn column(&self) -> isize {
        self.reader.mark().column.cast_signed()
    }

    /// Skips whitespace and comments. After a line break outside of brackets, a key may begin.
    fn skip_to_next_token(&mut self) {
        if self.reader.mark().index == 0 && self.reader.peek() == '\u{feff}' {
            self.reader.forward(1);
        }
        loop {
            self.reader.skip_while(|c| c == ' ');
            if self.reader.peek() == '#' {
                self.reader.skip_while(|c| !is_line_end(c));
            }
            if self.reader.line_break().is_none() {
                return;
            }
            if self.flow_level == 0 {
                self.allows_simple_key = true;
            }
        }
    }

    fn missing_colon(&self, key: SimpleKey) -> Box<Fault> {
        Fault::of_scanner("could not find expected ':'", self.reader.mark())
            .within("while scanning a simple key", key.mark)
    }

    /// Removes the possible keys that are stale: they began on an earlier line, or more than
    /// [`MAX_SIMPLE_KEY`] characters ago, so no `:` can follow them. If the text is valid only with
    /// a `:` after a stale key, returns PyYAML's exception for the missing `:`.
    fn drop_stale_keys(&mut self) -> Outcome<()> {
        let Mark { index, line, .. } = self.reader.mark();
        let is_stale =
            |key: &SimpleKey| key.mark.line != line || index - key.mark.index > MAX_SIMPLE_KEY;
        let required = self
            .simple_keys
            .values()
            .find(|key| key.is_required && is_stale(key));
        if let Some(key) = required {
            return Err(self.missing_colon(*key));
        }
        self.simple_keys.retain(|_, key| !is_stale(key));
        Ok(())
    }

    /// Records that the next token may be a key.
    fn save_key(&mut self) -> Outcome<()> {
        if !self.allows_simple_key {
            return Ok(());
        }
        self.forget_key()?;
        let key = SimpleKey {
            number: self.taken + self.tokens.len(),
            is_required: self.flow_level == 0 && self.indent == self.column(),
            mark: self.reader.mark(),
        };
        self.simple_keys.insert(self.flow_level, key);
        Ok(())
    }

    /// Removes the token that was recorded as a possible key in the innermost open bracket. Returns
    /// an exception if YAML requires a key at the position of this token.
    fn forget_key(&mut self) -> Outcome<()> {
        match self.simple_keys.remove(&self.flow_level) {
            Some(key) if key.is_required => Err(self.missing_colon(key)),
            _ => Ok(()),
        }
    }

    /// Ends the blocks that are indented more than `column`.
    fn unwind(&mut self, column: isize) {
        if self.flow_level != 0 {
            return;
        }
        let mark = self.reader.mark();
        while self.indent > column {
            self.indent = self.indents.pop().unwrap_or(-1);
            self.tokens
                .push_back(Token::new(Kind::BlockEnd, mark, mark));
        }
    }

    /// Begins a block at a column, unless the innermost block already has this column. Returns true if a block began.
    fn indent_to(&mut self, column: isize) -> bool {
        let begins = self.indent < column;
        if begins {
            self.indents.push(self.indent);
            self.indent = column;
        }
        begins
    }

    /// Adds the next character as a token.
    fn push_indicator(&mut self, kind: Kind) {
        let start = self.reader.mark();
        self.reader.forward(1);
        self.tokens
            .push_back(Token::new(kind, start, self.reader.mark()));
    }

    fn fetch_stream_end(&mut self) -> Outcome<()> {
        self.unwind(-1);
        self.forget_key()?;
        self.allows_simple_key = false;
        self.simple_keys.clear();
        let mark = self.reader.mark();
        self.tokens
            .push_back(Token::new(Kind::StreamEnd, mark, mark));
        self.is_done = true;
        Ok(())
    }

    fn fetch_directive(&mut self) -> Outcome<()> {
        self.unwind(-1);
        self.forget_key()?;
        self.allows_simple_key = false;
        let token = scan_names::directive(&mut self.reader)?;
        self.tokens.push_back(token);
        Ok(())
    }

    fn fetch_document_marker(&mut self, kind: Kind) -> Outcome<()> {
        self.unwind(-1);
        self.forget_key()?;
        self.allows_simple_key = false;
        let start = self.reader.mark();
        self.reader.forward(3);
        self.tokens
            .push_back(Token::new(kind, start, self.reader.mark()));
        Ok(())
    }

    fn fetch_flow_start(&mut self, kind: Kind) -> Outcome<()> {
        self.save_key()?;
        self.flow_level += 1;
        self.allows_simple_key = true;
        self.push_indicator(kind);
        Ok(())
    }

    fn fetch_flow_end(&mut self, kind: Kind) -> Outcome<()> {
        self.forget_key()?;
        self.flow_level -= 1;
        self.allows_simple_key = false;
        self.push_indicator(kind);
        Ok(())
    }

    /// Begins a block of the kind `kind` at the current column, unless the innermost block already
    /// has this column or a larger one.
    ///
    /// # Errors
    ///
    /// Returns PyYAML's exception if no entry may begin at the current position.
    fn begin_block(&mut self, kind: Kind, entries: &str) -> Outcome<()> {
        let mark = self.reader.mark();
        if !self.allows_simple_key {
            return Err(Fault::of_scanner(
                format!("{entries} are not allowed here"),
                mark,
            ));
        }
        if self.indent_to(self.column()) {
            self.tokens.push_back(Token::new(kind, mark, mark));
        }
        Ok(())
    }

    fn fetch_block_entry(&mut self) -> Outcome<()> {
        if self.flow_level == 0 {
            self.begin_block(Kind::BlockSequenceStart, "sequence entries")?;
        }
        self.allows_simple_key = true;
        self.forget_key()?;
        self.push_indicator(Kind::BlockEntry);
        Ok(())
    }

    fn fetch_key(&mut self) -> Outcome<()> {
        if self.flow_level == 0 {
            self.begin_block(Kind::BlockMappingStart, "mapping keys")?;
        }
        self.allows_simple_key = self.flow_level == 0;
        self.forget_key()?;
        self.push_indicator(Kind::Key);
        Ok(())
    }

    fn fetch_value(&mut self) -> Outcome<()> {
        if let Some(key) = self.simple_keys.remove(&self.flow_level) {
            let at = key.number.saturating_sub(self.taken).min(self.tokens.len());
            self.tokens
                .insert(at, Token::new(Kind::Key, key.mark, key.mark));
            if self.flow_level == 0 && self.indent_to(key.mark.column.cast_signed()) {
                let start = Token::new(Kind::BlockMappingStart, key.mark, key.mark);
                self.tokens.insert(at, start);
            }
            self.allows_simple_key = false;
        } else {
            if self.flow_level == 0 {
                self.begin_block(Kind::BlockMappingStart, "mapping values")?;
            }
            self.allows_simple_key = self.flow_level == 0;
            self.forget_key()?;
        }
        self.push_indicator(Kind::Value);
        Ok(())
    }

    fn fetch_name(&mut self) -> Outcome<()> {
        self.save_key()?;
        self.allows_simple_key = false;
        let token = match self.reader.peek() {
            '!' => scan_names::tag(&mut self.reader)?,
            '*' => scan_names::anchor(&mut self.reader, Kind::Alias)?,
            _ => scan_names::anchor(&mut self.reader, Kind::Anchor)?,
        };
        self.tokens.push_back(token);
        Ok(())
    }

    fn fetch_plain(&mut self) -> Outcome<()> {
        self.save_key()?;
        let (text, start, end, crossed_line) =
            scan_scalars::plain(&mut self.reader, self.flow_level != 0, self.indent);
        // If line breaks followed the scalar, the next token is on another line, so it may be a key.
        self.allows_simple_key = crossed_line;
        let payload = Payload::Scalar {
            text: text.into(),
            is_plain: true,
        };
        self.tokens.push_back(Token {
            kind: Kind::Scalar,
            start,
            end,
            payload,
        });
        Ok(())
    }
}

/// Returns true if a plain scalar may begin with the character `c`. `before_space` is true if
/// whitespace follows `c`, and `is_flow` is true inside of brackets.
fn starts_plain(c: char, before_space: bool, is_flow: bool) -> bool {
    let is_indicator = matches!(
        c,
        '-' | '?'
            | ':'
            | ','
            | '['
            | ']'
            | '{'
            | '}'
            | '#'
            | '&'
            | '*'
            | '!'
            | '|'
            | '>'
            | '\''
            | '"'
            | '%'
            | '@'
            | '`'
    );
    if is_indicator || c == '\t' || is_blank(c) {
        return !before_space && (c == '-' || !is_flow && matches!(c, '?' | ':'));
    }
    true
}
