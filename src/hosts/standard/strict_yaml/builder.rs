//! Builds a tree of nodes from tokens, by the grammar of YAML without flow style (brackets). The
//! errors are those of strictyaml.

use std::iter::Peekable;
use std::vec;

use super::node::{Node, Pair, Problem};
use super::scanner::{Token, TokenKind, Tokens};
use crate::hashing::HashSet;

/// The maximum number of nested lists and maps. The reference validator overflows its stack at a
/// depth between 200 and 300.
const MAX_DEPTH: usize = 200;

/// The merge key of YAML. The pairs of its value belong to the map that contains the key.
const MERGE: &str = "<<";

/// Builds the root node of a document from its tokens.
///
/// # Errors
/// Returns the first problem in the text.
pub(super) fn build(tokens: Tokens) -> Result<Node, Problem> {
    let builder = Builder {
        tokens: tokens.tokens.into_iter().peekable(),
        gave_up: tokens.gave_up,
    };
    builder.document()
}

/// A parser of tokens that looks one token ahead.
struct Builder {
    tokens: Peekable<vec::IntoIter<Token>>,
    gave_up: Option<Problem>,
}

impl Builder {
    fn document(mut self) -> Result<Node, Problem> {
        if self.next_is(|kind| *kind == TokenKind::StreamEnd) {
            return Ok(Node::Text(String::new()));
        }
        let root = self.node(false, 0)?;
        if self.next_is(|kind| *kind == TokenKind::DocumentEnd) {
            self.tokens.next();
        }
        if self.next_is(|kind| *kind == TokenKind::StreamEnd) {
            return Ok(root);
        }
        Err(self.unexpected(
            "text follows the end of the value",
            "Check the quotes and the indentation of this line and the one above.",
        ))
    }

    /// Builds the next value. If `of_key` is true, the value belongs to a key, and may be a list
    /// with the same indentation as the key.
    fn node(&mut self, of_key: bool, depth: usize) -> Result<Node, Problem> {
        let scalar = (self.tokens).next_if(|token| matches!(token.kind, TokenKind::Scalar { .. }));
        if let Some(Token {
            kind: TokenKind::Scalar { value, plain },
            ..
        }) = scalar
        {
            let is_reserved = plain && matches!(value.as_str(), "=" | MERGE);
            return Ok(if is_reserved {
                Node::Reserved
            } else {
                Node::Text(value)
            });
        }
        let Some(token) = self.tokens.peek() else {
            return Err(self.no_value());
        };
        if depth > MAX_DEPTH {
            return Err(Problem {
                message: "collections are nested more than 200 levels deep",
                help: "Keep the frontmatter flat.",
                at: token.at,
            });
        }
        match token.kind {
            TokenKind::SeqStart => {
                self.tokens.next();
                let list = self.list(depth, |next| {
                    matches!(next, TokenKind::Entry | TokenKind::BlockEnd)
                })?;
                self.block_end()?;
                Ok(list)
            }
            TokenKind::Entry if of_key => self.list(depth, |next| {
                matches!(
                    next,
                    TokenKind::Entry | TokenKind::Key | TokenKind::Value | TokenKind::BlockEnd
                )
            }),
            TokenKind::MapStart { .. } => {
                self.tokens.next();
                let map = self.map(depth)?;
                self.block_end()?;
                Ok(map)
            }
            _ => Err(self.no_value()),
        }
    }

    fn no_value(&mut self) -> Problem {
        self.unexpected(
            "a value is missing",
            "Check the quotes and the indentation of this line and the one above.",
        )
    }

    fn list(
        &mut self,
        depth: usize,
        is_after_empty: impl Fn(&TokenKind) -> bool,
    ) -> Result<Node, Problem> {
        let mut entries = Vec::new();
        while self.next_is(|kind| *kind == TokenKind::Entry) {
            self.tokens.next();
            entries.push(if self.next_is(&is_after_empty) {
                Node::Text(String::new())
            } else {
                self.node(false, depth + 1)?
            });
        }
        Ok(Node::List(entries))
    }

    fn map(&mut self, depth: usize) -> Result<Node, Problem> {
        let mut pairs = Vec::new();
        let mut keys = HashSet::default();
        let mut merges = false;
        // The column of the keys in the maps that are values of this map. All these maps must have
        // the same column.
        let mut column_of_maps = None;
        while let Some(token) = self
            .tokens
            .next_if(|token| matches!(token.kind, TokenKind::Key | TokenKind::Value))
        {
            let (key, at, is_merge) = if token.kind == TokenKind::Key {
                self.key(token.at)?
            } else {
                (String::new(), token.at, false)
            };
            let has_value = token.kind == TokenKind::Value
                || (self.tokens)
                    .next_if(|token| token.kind == TokenKind::Value)
                    .is_some();
            let start = self.tokens.peek().and_then(|token| match token.kind {
                TokenKind::MapStart { column } => Some((column, token.at)),
                _ => None,
            });
            let value = if has_value && !self.next_is(is_after_empty_value) {
                self.node(true, depth + 1)?
            } else {
                Node::Text(String::new())
            };
            if is_merge {
                // Merged pairs are dropped, because the reference's parser does not return them.
                if merges || !is_mergeable(&value) {
                    return Err(Problem {
                        message: "`<<` merges nothing here",
                        help: "Rename the key, or quote it.",
                        at,
                    });
                }
                merges = true;
                continue;
            }
            if let (Node::Map(_), Some((column, at))) = (&value, start)
                && *column_of_maps.get_or_insert(column) != column
            {
                return Err(Problem {
                    message: "maps below the keys of one map are indented differently",
                    help: "Indent them all by the same number of spaces.",
                    at,
                });
            }
            if !keys.insert(key.clone()) {
                return Err(Problem {
                    message: "a key is twice in one map",
                    help: "Keep one of the two.",
                    at,
                });
            }
            pairs.push(Pair { key, at, value });
        }
        Ok(Node::Map(pairs))
    }

    /// Builds the next key. Returns the key, its byte offset, and true if the key is the merge key
    /// `<<`.
    fn key(&mut self, at: usize) -> Result<(String, usize, bool), Problem> {
        if self.next_is(is_after_empty_value) {
            return Ok((String::new(), at, false));
        }
        let token = self
            .tokens
            .next_if(|token| matches!(token.kind, TokenKind::Scalar { .. }));
        match token {
            Some(Token {
                kind: TokenKind::Scalar { value, plain },
                at,
            }) => {
                let is_merge = plain && value == MERGE;
                Ok((value, at, is_merge))
            }
            // The reference splits some keys of this kind, and fails on the parts.
            _ => Err(self.unexpected(
                "a key is not a text",
                "Make the key a word, and move the text after `?` into the value.",
            )),
        }
    }

    fn block_end(&mut self) -> Result<(), Problem> {
        let end = self
            .tokens
            .next_if(|token| token.kind == TokenKind::BlockEnd);
        if end.is_some() {
            return Ok(());
        }
        Err(self.unexpected(
            "a line does not go on with what is above it",
            "Check the quotes and the indentation of this line and the one above.",
        ))
    }

    fn next_is(&mut self, is: impl Fn(&TokenKind) -> bool) -> bool {
        self.tokens.peek().is_some_and(|token| is(&token.kind))
    }

    /// Returns a problem at the next token, with the given message and help. If the scanner found a
    /// problem before this token and stopped, returns the scanner's problem instead.
    fn unexpected(&mut self, message: &'static str, help: &'static str) -> Problem {
        let at = self.tokens.peek().map(|token| token.at);
        (self.gave_up.take())
            .filter(|problem| at.is_none_or(|at| problem.at <= at))
            .unwrap_or(Problem {
                message,
                help,
                at: at.unwrap_or_default(),
            })
    }
}

fn is_after_empty_value(kind: &TokenKind) -> bool {
    matches!(
        kind,
        TokenKind::Key | TokenKind::Value | TokenKind::BlockEnd
    )
}

fn is_mergeable(value: &Node) -> bool {
    let is_map = |node: &Node| matches!(node, Node::Map(_));
    match value {
        Node::List(entries) => entries.iter().all(is_map),
        value => is_map(value),
    }
}
