//! The parser, which builds values from the tokens of a text.

use super::node::{Member, Node};
use super::token::{Token, TokenKind};

/// The maximum depth of nested values. A deeper value is read as empty. No host has this limit.
const MAX_DEPTH: usize = 200;

pub(super) struct Parser<'t> {
    /// The tokens of the text. The last token is [`TokenKind::Nothing`].
    tokens: &'t [Token],
    at: usize,
    depth: usize,
}

impl<'t> Parser<'t> {
    pub fn new(tokens: &'t [Token]) -> Self {
        Self {
            tokens,
            at: 0,
            depth: 0,
        }
    }

    /// Returns the value of the document; `None` if the document is empty.
    pub fn document(&mut self) -> Option<Node> {
        self.skip_empty();
        if *self.kind() == TokenKind::Start {
            self.advance();
            self.skip_empty();
        }
        match self.kind() {
            TokenKind::Nothing | TokenKind::End => None,
            _ => self.value(None),
        }
    }

    /// Returns the byte offset of the first token that was not read; `None` if all tokens were
    /// read.
    pub fn left(&mut self) -> Option<usize> {
        self.skip_empty();
        let token = self.token(0);
        (token.kind != TokenKind::Nothing).then_some(token.at)
    }

    fn token(&self, ahead: usize) -> &'t Token {
        let last = self.tokens.len() - 1;
        &self.tokens[(self.at + ahead).min(last)]
    }

    fn kind(&self) -> &'t TokenKind {
        &self.token(0).kind
    }

    fn advance(&mut self) {
        if *self.kind() != TokenKind::Nothing {
            self.at += 1;
        }
    }

    fn skip_empty(&mut self) {
        loop {
            let is_empty = match self.kind() {
                TokenKind::LineEnd | TokenKind::Comment => true,
                TokenKind::Indentation(_) => matches!(
                    self.token(1).kind,
                    TokenKind::LineEnd | TokenKind::Comment | TokenKind::Nothing
                ),
                _ => false,
            };
            if !is_empty {
                return;
            }
            self.advance();
        }
    }

    fn skip_indentation(&mut self) {
        if let TokenKind::Indentation(_) = self.kind() {
            self.advance();
        }
    }

    fn indentation(&self) -> usize {
        match self.kind() {
            TokenKind::Indentation(spaces) => *spaces,
            _ => 0,
        }
    }

    /// Returns the number of tokens before the first word of the line: 1 if the line is indented,
    /// otherwise 0.
    fn before_first(&self) -> usize {
        usize::from(matches!(self.kind(), TokenKind::Indentation(_)))
    }

    fn first(&self) -> &'t TokenKind {
        &self.token(self.before_first()).kind
    }

    fn is_member(&self) -> bool {
        matches!(self.first(), TokenKind::Text { .. })
            && self.token(self.before_first() + 1).kind == TokenKind::Colon
    }

    /// Reads the value of a key or dash that is in column `parent`. For the value of the document,
    /// `parent` is `None`. Returns `None` if there is no value.
    fn value(&mut self, parent: Option<usize>) -> Option<Node> {
        if self.depth >= MAX_DEPTH {
            return None;
        }
        self.depth += 1;
        let value = self.any_value(parent);
        self.depth -= 1;
        value
    }

    fn any_value(&mut self, parent: Option<usize>) -> Option<Node> {
        self.skip_empty();
        if let TokenKind::MapStart | TokenKind::ListStart = self.first() {
            self.skip_indentation();
            return self.in_brackets();
        }
        let indentation = self.indentation();
        if *self.first() == TokenKind::Dash {
            return Some(self.list(indentation));
        }
        if self.is_member() {
            return Some(self.map(indentation, false));
        }
        match self.kind() {
            TokenKind::Text { .. } | TokenKind::Indentation(_) => Some(self.scalar(parent)),
            _ => None,
        }
    }

    fn scalar(&mut self, parent: Option<usize>) -> Node {
        self.skip_indentation();
        match self.kind() {
            TokenKind::Text { value, plain } => {
                self.advance();
                Node::Text(if *plain {
                    self.lines(value, parent)
                } else {
                    value.clone()
                })
            }
            _ => Node::Text(self.lines("", parent)),
        }
    }

    /// Reads the rest of a plain scalar that starts with `first`. The scalar continues on lines
    /// that are indented more than `parent`.
    fn lines(&mut self, first: &str, parent: Option<usize>) -> String {
        let mut text = first.to_owned();
        loop {
            let before = self.at;
            let Some(empty) = self.next_line(parent) else {
                self.at = before;
                return text;
            };
            self.skip_indentation();
            let (dash, value) = match self.kind() {
                TokenKind::Text { value, .. } if self.token(1).kind != TokenKind::Colon => {
                    ("", value.as_str())
                }
                TokenKind::Dash => {
                    self.advance();
                    match self.kind() {
                        TokenKind::Text { value, .. } => ("- ", value.as_str()),
                        _ => ("-", ""),
                    }
                }
                _ => {
                    self.at = before;
                    return text;
                }
            };
            if let TokenKind::Text { .. } = self.kind() {
                self.advance();
            }
            match empty {
                0 => text.push(' '),
                _ => text.push_str(&"\n".repeat(empty)),
            }
            text.push_str(dash);
            text.push_str(value);
        }
    }

    /// Moves to the next line with a value, and returns the number of empty lines before it.
    /// Returns `None` if there is no such line, if it is not indented more than `parent`, or if the
    /// current line has more tokens.
    fn next_line(&mut self, parent: Option<usize>) -> Option<usize> {
        if *self.kind() != TokenKind::LineEnd {
            return None;
        }
        let mut empty = 0;
        self.advance();
        loop {
            match self.kind() {
                TokenKind::LineEnd => {
                    empty += 1;
                    self.advance();
                }
                TokenKind::Indentation(spaces) => match self.token(1).kind {
                    TokenKind::LineEnd => {
                        empty += 1;
                        self.at += 2;
                    }
                    TokenKind::Nothing | TokenKind::Comment => return None,
                    _ => {
                        let is_deeper = parent.is_none_or(|parent| *spaces > parent);
                        return is_deeper.then_some(empty);
                    }
                },
                TokenKind::Nothing | TokenKind::Start | TokenKind::End | TokenKind::Comment => {
                    return None;
                }
                _ => return parent.is_none().then_some(empty),
            }
        }
    }

    /// Reads the members of a mapping whose keys are in column `base`. If `after_dash` is true, the
    /// first member is on the line of a list's dash.
    fn map(&mut self, base: usize, after_dash: bool) -> Node {
        let mut members = Vec::new();
        if after_dash {
            members.extend(self.member(base));
        }
        loop {
            self.skip_empty();
            // A line with too much indentation is read like a line in column `base`.
            if *self.kind() == TokenKind::Nothing || self.indentation() < base || !self.is_member()
            {
                return Node::Map(members);
            }
            members.extend(self.member(base));
        }
    }

    fn member(&mut self, base: usize) -> Option<Member> {
        self.skip_indentation();
        let at = self.token(0).at;
        let TokenKind::Text { value: key, .. } = self.kind() else {
            return None;
        };
        self.advance();
        self.advance();
        let value = self.member_value(base);
        Some(Member {
            key: key.clone(),
            at,
            value: value.unwrap_or_else(|| Node::Text(String::new())),
        })
    }

    fn member_value(&mut self, base: usize) -> Option<Node> {
        match self.kind() {
            TokenKind::MapStart | TokenKind::ListStart => return self.in_brackets(),
            TokenKind::Text { .. } => return Some(self.scalar(Some(base))),
            _ => {}
        }
        self.skip_empty();
        let indentation = self.indentation();
        let is_list = indentation == base && *self.first() == TokenKind::Dash;
        let has_value = *self.kind() != TokenKind::Nothing && (is_list || indentation > base);
        has_value.then(|| self.value(Some(base))).flatten()
    }

    /// Reads the entries of a list whose dashes are in column `base`.
    fn list(&mut self, base: usize) -> Node {
        let mut entries = Vec::new();
        loop {
            self.skip_empty();
            let token = self.token(0);
            // The first dash of a list may be on the same line as the dash of an outer list.
            let indentation = if entries.is_empty() && token.kind == TokenKind::Dash {
                token.column
            } else {
                self.indentation()
            };
            if indentation < base || *self.first() != TokenKind::Dash {
                return Node::List(entries);
            }
            self.skip_indentation();
            self.advance();
            let entry = self.entry(base);
            entries.push(entry.unwrap_or_else(|| Node::Text(String::new())));
        }
    }

    fn entry(&mut self, base: usize) -> Option<Node> {
        let token = self.token(0);
        match token.kind {
            TokenKind::MapStart | TokenKind::ListStart => return self.in_brackets(),
            TokenKind::Dash if self.depth >= MAX_DEPTH => return None,
            TokenKind::Dash => {
                self.depth += 1;
                let list = self.list(token.column);
                self.depth -= 1;
                return Some(list);
            }
            TokenKind::Text { .. } if self.token(1).kind == TokenKind::Colon => {
                if self.depth >= MAX_DEPTH {
                    return None;
                }
                self.depth += 1;
                let map = self.map(token.column, true);
                self.depth -= 1;
                return Some(map);
            }
            TokenKind::Text { .. } => return Some(self.scalar(Some(base))),
            _ => {}
        }
        self.skip_empty();
        let has_value = *self.kind() != TokenKind::Nothing && self.indentation() > base;
        has_value.then(|| self.value(Some(base))).flatten()
    }

    /// Reads a list or mapping in brackets. Line ends and indentation have no meaning inside
    /// brackets.
    fn in_brackets(&mut self) -> Option<Node> {
        let is_map = *self.kind() == TokenKind::MapStart;
        self.advance();
        if self.depth >= MAX_DEPTH {
            return None;
        }
        self.depth += 1;
        let node = if is_map {
            self.bracket_map()
        } else {
            self.bracket_list()
        };
        self.depth -= 1;
        Some(node)
    }

    fn skip_lines(&mut self) {
        while let TokenKind::LineEnd | TokenKind::Indentation(_) | TokenKind::Comment = self.kind()
        {
            self.advance();
        }
    }

    fn bracket_map(&mut self) -> Node {
        let mut members = Vec::new();
        self.skip_lines();
        while let TokenKind::Text { .. } = self.kind() {
            let at = self.token(0).at;
            let key = self.bracket_text();
            self.skip_lines();
            let mut value = None;
            if *self.kind() == TokenKind::Colon {
                self.advance();
                self.skip_lines();
                value = self.bracket_value();
            }
            members.push(Member {
                key,
                at,
                value: value.unwrap_or_else(|| Node::Text(String::new())),
            });
            self.skip_comma();
        }
        if *self.kind() == TokenKind::MapEnd {
            self.advance();
        }
        Node::Map(members)
    }

    fn bracket_list(&mut self) -> Node {
        let mut entries = Vec::new();
        self.skip_lines();
        while !matches!(self.kind(), TokenKind::ListEnd | TokenKind::Nothing) {
            match self.kind() {
                TokenKind::MapStart | TokenKind::ListStart | TokenKind::Text { .. } => {
                    entries.extend(self.bracket_value());
                    self.skip_comma();
                }
                // Tokens that cannot begin an entry are skipped.
                _ => self.advance(),
            }
        }
        self.advance();
        Node::List(entries)
    }

    fn skip_comma(&mut self) {
        self.skip_lines();
        if *self.kind() == TokenKind::Comma {
            self.advance();
            self.skip_lines();
        }
    }

    fn bracket_value(&mut self) -> Option<Node> {
        match self.kind() {
            TokenKind::MapStart | TokenKind::ListStart => self.in_brackets(),
            TokenKind::Text { .. } => Some(Node::Text(self.bracket_text())),
            _ => None,
        }
    }

    /// Reads a scalar inside brackets. A scalar without quotes may continue on the lines below.
    fn bracket_text(&mut self) -> String {
        let TokenKind::Text { value, plain } = self.kind() else {
            return String::new();
        };
        let mut text = value.clone();
        self.advance();
        if !plain {
            return text;
        }
        loop {
            let mut ahead = 0;
            let mut has_line_end = false;
            loop {
                match self.token(ahead).kind {
                    TokenKind::LineEnd => has_line_end = true,
                    TokenKind::Indentation(_) | TokenKind::Comment => {}
                    _ => break,
                }
                ahead += 1;
            }
            let TokenKind::Text { value, plain: true } = &self.token(ahead).kind else {
                break;
            };
            if !has_line_end {
                break;
            }
            self.at += ahead + 1;
            text.push(' ');
            text.push_str(value);
        }
        text
    }
}
