//! The second pass of the YAML parser: builds a tree of all tokens by their columns. Tokens are not
//! checked.

use super::token::{Token, TokenKind};
use crate::text::js_value::json_text;

/// The kind of a node in the tree of tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NodeKind {
    /// A single token that is a plain or quoted scalar, or an alias.
    Scalar(TokenKind),
    BlockScalar,
    BlockMap,
    BlockSeq,
    /// A list or map in brackets.
    Flow,
    Document,
    DocEnd,
    /// A text at a wrong position, with the message of the npm package.
    Error(&'static str),
}

/// A node of the tree of tokens: a document, a collection or a scalar.
#[derive(Debug, Clone)]
pub(super) struct Node {
    pub(super) kind: NodeKind,
    pub(super) start: usize,
    /// The byte offset at which a scalar's text ends.
    pub(super) text_end: usize,
    pub(super) indent: usize,
    /// For a document, the tokens before its contents. For a collection in brackets, the opening
    /// bracket. For a block scalar, its header and the tokens after the header.
    pub(super) props: Vec<Token>,
    /// The tokens after the node, such as comments. None until the parser reads the first of these
    /// tokens.
    pub(super) end: Option<Vec<Token>>,
    pub(super) items: Vec<Item>,
    pub(super) value: Option<Box<Node>>,
    /// The text of a block scalar. None for other nodes.
    pub(super) block: Option<Token>,
}

/// An item of a list or map. An item of a map has a key and a value; an item of a list has only a
/// value. `start` has the tokens before the key or value, such as `-`, and `separator` has the
/// tokens between the key and the value, such as `:`.
#[derive(Debug, Clone, Default)]
pub(super) struct Item {
    pub(super) start: Vec<Token>,
    pub(super) is_explicit: bool,
    pub(super) key: Option<Box<Node>>,
    pub(super) separator: Option<Vec<Token>>,
    pub(super) value: Option<Box<Node>>,
}

/// An item at the top level of a text: a document, a directive, a document end, an error or other
/// tokens.
pub(super) enum StreamItem {
    Directive(Token),
    Document(Node),
    DocEnd(Node),
    Error(String, Token),
    /// Comments, whitespace and line ends between documents.
    Filler,
}

/// The beginning of the message of the npm package `yaml` about an unknown token, before the
/// token's text.
pub(super) const NOT_A_TOKEN: &str = "Not a YAML token";

/// The maximum depth of nested nodes. No host has this limit.
const MAX_LEVELS: usize = 200;

pub(super) fn has(tokens: &[Token], kind: TokenKind) -> bool {
    tokens.iter().any(|token| token.kind == kind)
}

/// Removes the tokens that belong to a key, such as its anchor and tag, from the end of `before`.
/// Returns the removed tokens.
fn key_props(before: &mut Vec<Token>) -> Vec<Token> {
    let bound = before.iter().rposition(|token| {
        matches!(
            token.kind,
            TokenKind::DocStart
                | TokenKind::ExplicitKey
                | TokenKind::MapValue
                | TokenKind::SeqItem
                | TokenKind::Newline
        )
    });
    let mut at = bound.map_or(0, |at| at + 1);
    while before
        .get(at)
        .is_some_and(|token| token.kind == TokenKind::Space)
    {
        at += 1;
    }
    before.split_off(at.min(before.len()))
}

impl Node {
    fn new(kind: NodeKind, start: usize, indent: usize) -> Self {
        Self {
            kind,
            start,
            text_end: start,
            indent,
            props: Vec::new(),
            end: None,
            items: Vec::new(),
            value: None,
            block: None,
        }
    }

    fn map(start: usize, indent: usize, item: Item) -> Self {
        Self {
            items: vec![item],
            ..Self::new(NodeKind::BlockMap, start, indent)
        }
    }

    pub(super) fn is_flow_token(&self) -> bool {
        matches!(self.kind, NodeKind::Scalar(_) | NodeKind::Flow)
    }

    /// Returns the text of a scalar as written.
    pub(super) fn text<'t>(&self, source: &'t str) -> &'t str {
        source.get(self.start..self.text_end).unwrap_or_default()
    }

    /// Returns the tokens before the node's next child. Returns `None` if the node is not a
    /// document or a block collection.
    fn previous(&mut self) -> Option<&mut Vec<Token>> {
        match self.kind {
            NodeKind::Document => Some(&mut self.props),
            NodeKind::BlockMap => {
                let item = self.items.last_mut()?;
                Some(item.separator.as_mut().unwrap_or(&mut item.start))
            }
            NodeKind::BlockSeq => Some(&mut self.items.last_mut()?.start),
            _ => None,
        }
    }

    /// Corrects the items of a list in brackets. The parser first reads each item as the key of a
    /// map. If no `:` follows the key, this function makes the key the value of the item.
    fn fix_flow_items(&mut self) {
        if self.props.first().map(|token| token.kind) != Some(TokenKind::FlowSeqStart) {
            return;
        }
        for item in &mut self.items {
            let is_value = item.value.is_none()
                && !has(&item.start, TokenKind::ExplicitKey)
                && (item.separator.as_ref())
                    .is_some_and(|tokens| !has(tokens, TokenKind::MapValue));
            if !is_value {
                continue;
            }
            let separator = item.separator.take().unwrap_or_default();
            item.value = item.key.take();
            match &mut item.value {
                Some(value) if value.is_flow_token() => match &mut value.end {
                    Some(end) => end.extend(separator),
                    none => *none = Some(separator),
                },
                _ => item.start.extend(separator),
            }
        }
    }
}

struct Parser<'t> {
    source: &'t str,
    stack: Vec<Node>,
    stream: Vec<StreamItem>,
    /// The byte offset at which each line starts. As in the npm package `yaml`, lines are not
    /// counted inside of a misplaced scalar (a scalar at a position where YAML allows none).
    lines: Vec<usize>,
    token: Token,
    indent: usize,
    at_new_line: bool,
    /// True if the current line already contains the key of a map.
    on_key_line: bool,
    is_too_deep: bool,
}

/// Builds the tree of a text: its documents, and the tokens between documents. Also returns the
/// byte offsets at which lines start. Returns none if nodes are nested too deeply.
pub(super) fn parse(source: &str, tokens: Vec<Token>) -> Option<(Vec<StreamItem>, Vec<usize>)> {
    let end = Token {
        kind: TokenKind::Newline,
        start: source.len(),
        end: source.len(),
        indent: 0,
    };
    let mut parser = Parser {
        source,
        stack: Vec::new(),
        stream: Vec::new(),
        lines: vec![0],
        token: end,
        indent: 0,
        at_new_line: true,
        on_key_line: false,
        is_too_deep: false,
    };
    for token in tokens {
        parser.next(token);
        if parser.is_too_deep {
            return None;
        }
    }
    while !parser.stack.is_empty() {
        parser.pop();
    }
    Some((parser.stream, parser.lines))
}

impl Parser<'_> {
    fn next(&mut self, token: Token) {
        let kind = token.kind;
        if kind == TokenKind::Scalar {
            self.at_new_line = false;
        }
        self.token = Token {
            indent: self.indent,
            ..token
        };
        if kind == TokenKind::Unknown {
            match self.stack.last_mut() {
                Some(top) if top.kind == NodeKind::BlockScalar => top.props.push(self.token),
                _ => self.put_error(NOT_A_TOKEN),
            }
            return;
        }
        self.step();
        let length = token.end - token.start;
        match kind {
            TokenKind::Newline => {
                self.at_new_line = true;
                self.indent = 0;
                self.lines.push(token.end);
            }
            TokenKind::Space => {
                // A tab at the start of a line is not indentation.
                let is_blank = self.source.as_bytes().get(token.start) == Some(&b' ');
                if self.at_new_line && is_blank {
                    self.indent += length;
                }
            }
            TokenKind::ExplicitKey | TokenKind::MapValue | TokenKind::SeqItem => {
                if self.at_new_line {
                    self.indent += length;
                }
            }
            TokenKind::Scalar | TokenKind::DocMode | TokenKind::FlowErrorEnd => {}
            _ => self.at_new_line = false,
        }
    }

    /// Records the line starts inside of the current token.
    fn count_lines(&mut self) {
        let Token { start, end, .. } = self.token;
        let text = self.source.as_bytes().get(start..end).unwrap_or_default();
        let newlines = text.iter().enumerate().filter(|(_, byte)| **byte == b'\n');
        self.lines.extend(newlines.map(|(at, _)| start + at + 1));
    }

    fn push(&mut self, node: Node) {
        self.is_too_deep |= self.stack.len() >= MAX_LEVELS;
        self.stack.push(node);
    }

    fn here(&self, kind: NodeKind) -> Node {
        Node::new(kind, self.token.start, self.indent)
    }

    fn scalar_here(&self) -> Node {
        Node {
            text_end: self.token.end,
            ..self.here(NodeKind::Scalar(self.token.kind))
        }
    }

    fn map_here(&self, start: Vec<Token>) -> Node {
        let item = Item {
            start,
            separator: Some(vec![self.token]),
            ..Item::default()
        };
        Node::map(self.token.start, self.indent, item)
    }

    /// Adds an error for the current token, which is at a wrong position. The error is added to the
    /// innermost open collection, or to the top level of the text if no collection is open.
    fn put_error(&mut self, message: &'static str) {
        if self.stack.is_empty() {
            let text = self.token.text(self.source);
            let message = format!("{message}: {text}: {}", json_text(text));
            self.stream.push(StreamItem::Error(message, self.token));
            return;
        }
        let node = Node {
            text_end: self.token.end,
            ..self.here(NodeKind::Error(message))
        };
        self.place(node);
    }

    fn pop(&mut self) {
        if let Some(node) = self.stack.pop() {
            self.place(node);
        }
    }

    /// Adds a finished node to its parent, or to the top level.
    fn place(&mut self, mut node: Node) {
        if node.kind == NodeKind::Flow {
            node.fix_flow_items();
        }
        let Some(top) = self.stack.last_mut() else {
            self.stream.push(match node.kind {
                NodeKind::Document => StreamItem::Document(node),
                _ => StreamItem::DocEnd(node),
            });
            return;
        };
        match (node.kind, top.kind) {
            (NodeKind::BlockScalar, NodeKind::BlockMap | NodeKind::BlockSeq | NodeKind::Flow) => {
                node.indent = top.indent;
            }
            (NodeKind::BlockScalar, _) | (NodeKind::Flow, NodeKind::Document) => node.indent = 0,
            _ => {}
        }
        let is_block = matches!(node.kind, NodeKind::BlockMap | NodeKind::BlockSeq);
        // Comments and line ends after the last item of a block belong to the block's parent.
        let mut rest = None;
        let takes_rest = matches!(
            top.kind,
            NodeKind::Document | NodeKind::BlockMap | NodeKind::BlockSeq
        );
        match top.kind {
            NodeKind::Document => {
                if is_block {
                    rest = loose_end(&mut node);
                }
                top.value = Some(Box::new(node));
            }
            NodeKind::BlockMap => {
                let Some(item) = top.items.last_mut() else {
                    return;
                };
                if item.value.is_some() {
                    top.items.push(keyed(node));
                    self.on_key_line = true;
                    return;
                } else if item.separator.is_some() {
                    if is_block {
                        rest = loose_end(&mut node);
                    }
                    item.value = Some(Box::new(node));
                } else {
                    item.key = Some(Box::new(node));
                    item.separator = Some(Vec::new());
                    self.on_key_line = !item.is_explicit;
                    return;
                }
            }
            NodeKind::BlockSeq => {
                if is_block {
                    rest = loose_end(&mut node);
                }
                match top.items.last_mut() {
                    Some(item) if item.value.is_none() => item.value = Some(Box::new(node)),
                    _ => top.items.push(Item {
                        value: Some(Box::new(node)),
                        ..Item::default()
                    }),
                }
            }
            NodeKind::Flow => {
                match top.items.last_mut() {
                    Some(item) if item.value.is_none() => match item.separator {
                        Some(_) => item.value = Some(Box::new(node)),
                        None => {
                            item.key = Some(Box::new(node));
                            item.separator = Some(Vec::new());
                        }
                    },
                    _ => top.items.push(keyed(node)),
                }
                return;
            }
            _ => {
                self.pop();
                self.place(node);
                return;
            }
        }
        if let Some(rest) = rest
            && takes_rest
            && let Some(top) = self.stack.last_mut()
        {
            match top.kind {
                NodeKind::Document => top.end = Some(rest),
                _ => top.items.push(Item {
                    start: rest,
                    ..Item::default()
                }),
            }
        }
    }

    fn step(&mut self) {
        let top = self.stack.last().map(|top| top.kind);
        if self.token.kind == TokenKind::DocEnd && top != Some(NodeKind::DocEnd) {
            while !self.stack.is_empty() {
                self.pop();
            }
            let mut node = self.here(NodeKind::DocEnd);
            node.text_end = self.token.end;
            self.push(node);
            return;
        }
        match top {
            None => self.stream(),
            Some(NodeKind::Document) => self.document(),
            Some(NodeKind::Scalar(_)) => self.scalar(),
            Some(NodeKind::BlockScalar) => self.block_scalar(),
            Some(NodeKind::BlockMap) => self.block_map(),
            Some(NodeKind::BlockSeq) => self.block_seq(),
            Some(NodeKind::Flow) => self.flow(),
            Some(NodeKind::DocEnd) => self.doc_end(),
            Some(NodeKind::Error(_)) => self.pop(),
        }
    }

    fn pop_and_step(&mut self) {
        self.pop();
        self.step();
    }

    fn stream(&mut self) {
        match self.token.kind {
            TokenKind::Directive => self.stream.push(StreamItem::Directive(self.token)),
            TokenKind::ByteOrderMark
            | TokenKind::Space
            | TokenKind::Comment
            | TokenKind::Newline => {
                self.stream.push(StreamItem::Filler);
            }
            TokenKind::DocMode | TokenKind::DocStart => {
                let mut document = self.here(NodeKind::Document);
                if self.token.kind == TokenKind::DocStart {
                    document.props.push(self.token);
                }
                self.push(document);
            }
            _ => self.unexpected("YAML stream"),
        }
    }

    fn unexpected(&mut self, place: &str) {
        let message = format!("Unexpected {} token in {place}", self.token.kind.name());
        let text = self.token.text(self.source);
        let message = match text {
            "" => message,
            text => format!("{message}: {}", json_text(text)),
        };
        self.stream.push(StreamItem::Error(message, self.token));
    }

    fn document(&mut self) {
        let token = self.token;
        let Some(document) = self.stack.last_mut() else {
            return;
        };
        if document.value.is_some() {
            return self.line_end();
        }
        match token.kind {
            TokenKind::DocStart => {
                if document.props.iter().any(|token| !token.kind.is_empty()) {
                    self.pop_and_step();
                } else {
                    document.props.push(token);
                }
                return;
            }
            TokenKind::Anchor
            | TokenKind::Tag
            | TokenKind::Space
            | TokenKind::Comment
            | TokenKind::Newline => {
                document.props.push(token);
                return;
            }
            _ => {}
        }
        match self.block_value() {
            Some(node) => self.push(node),
            None => self.unexpected("YAML document"),
        }
    }

    /// Converts the node on top of the stack to the first key of a map.
    fn becomes_key(&mut self) {
        let Some(mut key) = self.stack.pop() else {
            return;
        };
        let before = self.stack.last_mut().and_then(Node::previous);
        let start = before.map(key_props).unwrap_or_default();
        let mut separator = match key.kind {
            NodeKind::Flow => {
                key.fix_flow_items();
                let end = key.end.get_or_insert_default();
                end.split_off(end.len().min(1))
            }
            _ => key.end.take().unwrap_or_default(),
        };
        separator.push(self.token);
        let (at, indent) = (key.start, key.indent);
        let item = Item {
            start,
            key: Some(Box::new(key)),
            separator: Some(separator),
            ..Item::default()
        };
        self.on_key_line = true;
        self.push(Node::map(at, indent, item));
    }

    fn scalar(&mut self) {
        match self.token.kind {
            TokenKind::MapValue => self.becomes_key(),
            _ => self.line_end(),
        }
    }

    fn block_scalar(&mut self) {
        let token = self.token;
        let Some(top) = self.stack.last_mut() else {
            return;
        };
        match token.kind {
            TokenKind::Space | TokenKind::Comment | TokenKind::Newline => top.props.push(token),
            TokenKind::Scalar => {
                top.block = Some(token);
                self.count_lines();
                self.at_new_line = true;
                self.indent = 0;
                self.pop();
            }
            _ => self.pop_and_step(),
        }
    }

    /// Adds an indented comment to the end of the previous item, because such a comment does not
    /// belong to the next item. Returns false and changes nothing if the current token is not such
    /// a comment.
    fn joins_comment(&mut self) -> bool {
        let token = self.token;
        let is_indented_comment = token.kind == TokenKind::Comment;
        let Some(top) = self.stack.last_mut() else {
            return false;
        };
        let [.., before, last] = top.items.as_mut_slice() else {
            return false;
        };
        let is_loose = |token: &Token| matches!(token.kind, TokenKind::Newline | TokenKind::Space);
        if !is_indented_comment || self.indent <= top.indent || !last.start.iter().all(is_loose) {
            return false;
        }
        let Some(end) = before.value.as_mut().and_then(|value| value.end.as_mut()) else {
            return false;
        };
        end.append(&mut last.start);
        end.push(token);
        top.items.pop();
        true
    }

    /// Adds whitespace, a comment or a line end to a block collection. Returns false if the current
    /// token is of another kind.
    fn filler(&mut self) -> bool {
        let token = self.token;
        if !token.kind.is_empty() {
            return false;
        }
        let Some(top) = self.stack.last_mut() else {
            return true;
        };
        let Some(item) = top.items.last_mut() else {
            return true;
        };
        let is_newline = token.kind == TokenKind::Newline;
        if let Some(value) = &mut item.value {
            if is_newline
                && let Some(end) = &mut value.end
                && end
                    .last()
                    .is_some_and(|last| last.kind == TokenKind::Comment)
            {
                end.push(token);
                return true;
            }
            top.items.push(Item {
                start: vec![token],
                ..Item::default()
            });
            return true;
        }
        if top.kind == NodeKind::BlockMap
            && let Some(separator) = &mut item.separator
        {
            separator.push(token);
            return true;
        }
        if is_newline || !self.joins_comment() {
            let top = self.stack.last_mut();
            let item = top.and_then(|top| top.items.last_mut());
            if let Some(item) = item {
                item.start.push(token);
            }
        }
        true
    }

    fn block_map(&mut self) {
        let token = self.token;
        if token.kind == TokenKind::Newline {
            self.on_key_line = false;
        }
        if self.filler() {
            return;
        }
        let (indent, on_key_line) = (self.indent, self.on_key_line);
        let here = self.here(NodeKind::BlockMap);
        let scalar = self.scalar_here();
        let map_indent = self.stack.last().map_or(0, |map| map.indent);
        if indent < map_indent {
            return self.pop_and_step();
        }
        if token.kind.is_flow_scalar() {
            self.count_lines();
        }
        let Some(map) = self.stack.last_mut() else {
            return;
        };
        let Some(item) = map.items.last_mut() else {
            return self.pop_and_step();
        };
        let at_map_indent = !on_key_line && indent == map_indent;
        let at_next = at_map_indent
            && (item.separator.is_some() || item.is_explicit)
            && token.kind != TokenKind::SeqItem;
        // Comments after an empty line belong to the next key.
        let mut start = Vec::new();
        if at_next
            && item.value.is_none()
            && let Some(separator) = &mut item.separator
        {
            let mut newlines = Vec::new();
            for (at, token) in separator.iter().enumerate() {
                match token.kind {
                    TokenKind::Newline => newlines.push(at),
                    TokenKind::Space => {}
                    TokenKind::Comment if token.indent <= map_indent => {}
                    _ => newlines.clear(),
                }
            }
            if let Some(second) = newlines.get(1) {
                start = separator.split_off(*second);
            }
        }
        let has_value = item.value.is_some();
        let has_separator = item.separator.is_some();
        match token.kind {
            TokenKind::Anchor | TokenKind::Tag => {
                if at_next || has_value {
                    start.push(token);
                    map.items.push(Item {
                        start,
                        ..Item::default()
                    });
                    self.on_key_line = true;
                } else if let Some(separator) = &mut item.separator {
                    separator.push(token);
                } else {
                    item.start.push(token);
                }
            }
            TokenKind::ExplicitKey => {
                if !has_separator && !item.is_explicit {
                    item.start.push(token);
                    item.is_explicit = true;
                } else if at_next || has_value {
                    start.push(token);
                    map.items.push(Item {
                        start,
                        is_explicit: true,
                        ..Item::default()
                    });
                } else {
                    let item = Item {
                        start: vec![token],
                        is_explicit: true,
                        ..Item::default()
                    };
                    self.push(Node::map(here.start, here.indent, item));
                }
                self.on_key_line = true;
            }
            TokenKind::MapValue => {
                self.map_value(start, at_next);
                self.on_key_line = true;
            }
            kind if kind.is_flow_scalar() => {
                if at_next || has_value {
                    map.items.push(Item {
                        start,
                        ..keyed(scalar)
                    });
                    self.on_key_line = true;
                } else if has_separator {
                    self.push(scalar);
                } else {
                    item.key = Some(Box::new(scalar));
                    item.separator = Some(Vec::new());
                    self.on_key_line = true;
                }
            }
            _ => {
                let on_same_line = !item.is_explicit
                    && (item.separator.as_ref())
                        .is_some_and(|tokens| !has(tokens, TokenKind::Newline));
                let Some(node) = self.block_value() else {
                    return self.pop_and_step();
                };
                if node.kind == NodeKind::BlockSeq {
                    if on_same_line {
                        self.put_error("Unexpected block-seq-ind on same line with key");
                        return;
                    }
                } else if at_map_indent && let Some(map) = self.stack.last_mut() {
                    map.items.push(Item {
                        start,
                        ..Item::default()
                    });
                }
                self.push(node);
            }
        }
    }

    /// Handles a `:` in a block map. The `:` belongs to the current item, or begins a new item or a
    /// nested map. `start` has the tokens that come before the `:` in a new item. `at_next` is true
    /// if the column of the `:` shows that a new item begins.
    fn map_value(&mut self, start: Vec<Token>, at_next: bool) {
        let token = self.token;
        let (at, indent) = (token.start, self.indent);
        let Some(map) = self.stack.last_mut() else {
            return;
        };
        let Some(item) = map.items.last_mut() else {
            return;
        };
        let new = |start| Item {
            start,
            separator: Some(vec![token]),
            ..Item::default()
        };
        let has_value = item.value.is_some();
        let has_flow_key = item.key.as_ref().is_some_and(|key| key.is_flow_token());
        let Some(separator) = &mut item.separator else {
            if !item.is_explicit || has(&item.start, TokenKind::Newline) {
                item.key = None;
                item.separator = Some(vec![token]);
            } else {
                let start = key_props(&mut item.start);
                self.push(Node::map(at, indent, new(start)));
            }
            return;
        };
        if item.is_explicit {
            if has_value {
                map.items.push(new(Vec::new()));
            } else if has(separator, TokenKind::MapValue) {
                self.push(Node::map(at, indent, new(start)));
            } else if has_flow_key && !has(separator, TokenKind::Newline) {
                separator.push(token);
                let inner = Item {
                    start: key_props(&mut item.start),
                    key: item.key.take(),
                    separator: item.separator.take(),
                    ..Item::default()
                };
                self.push(Node::map(at, indent, inner));
            } else {
                separator.extend(start);
                separator.push(token);
            }
        } else if has_value || at_next {
            map.items.push(new(start));
        } else if has(separator, TokenKind::MapValue) {
            self.push(Node::map(at, indent, new(Vec::new())));
        } else {
            separator.push(token);
        }
    }

    fn block_seq(&mut self) {
        if self.filler() {
            return;
        }
        let token = self.token;
        let indent = self.indent;
        let Some(seq) = self.stack.last_mut() else {
            return;
        };
        let seq_indent = seq.indent;
        if let Some(item) = seq.items.last_mut() {
            match token.kind {
                TokenKind::Anchor | TokenKind::Tag
                    if item.value.is_none() && indent > seq_indent =>
                {
                    item.start.push(token);
                    return;
                }
                TokenKind::SeqItem if indent == seq_indent => {
                    if item.value.is_some() || has(&item.start, TokenKind::SeqItem) {
                        seq.items.push(Item {
                            start: vec![token],
                            ..Item::default()
                        });
                    } else {
                        item.start.push(token);
                    }
                    return;
                }
                _ => {}
            }
        }
        if indent > seq_indent
            && let Some(node) = self.block_value()
        {
            self.push(node);
            return;
        }
        self.pop_and_step();
    }

    fn flow(&mut self) {
        let token = self.token;
        if token.kind == TokenKind::FlowErrorEnd {
            loop {
                self.pop();
                if self.stack.last().map(|top| top.kind) != Some(NodeKind::Flow) {
                    return;
                }
            }
        }
        let scalar = self.scalar_here();
        let is_open = |flow: &Node| flow.end.as_ref().is_none_or(Vec::is_empty);
        if token.kind.is_flow_scalar() && self.stack.last().is_some_and(is_open) {
            self.count_lines();
        }
        let Some(flow) = self.stack.last_mut() else {
            return;
        };
        if flow.end.as_ref().is_some_and(|end| !end.is_empty()) {
            return self.after_flow();
        }
        let open = flow.items.last_mut().filter(|item| item.value.is_none());
        let new = |start| Item {
            start,
            ..Item::default()
        };
        match token.kind {
            TokenKind::Comma | TokenKind::ExplicitKey => {
                match flow
                    .items
                    .last_mut()
                    .filter(|item| item.separator.is_none())
                {
                    Some(item) => item.start.push(token),
                    None => flow.items.push(new(vec![token])),
                }
                return;
            }
            TokenKind::MapValue => {
                match open {
                    None => flow.items.push(Item {
                        separator: Some(vec![token]),
                        ..Item::default()
                    }),
                    Some(item) => item.separator.get_or_insert_default().push(token),
                }
                return;
            }
            TokenKind::Space
            | TokenKind::Comment
            | TokenKind::Newline
            | TokenKind::Anchor
            | TokenKind::Tag => {
                match open {
                    None => flow.items.push(new(vec![token])),
                    Some(item) => match &mut item.separator {
                        Some(separator) => separator.push(token),
                        None => item.start.push(token),
                    },
                }
                return;
            }
            TokenKind::FlowMapEnd | TokenKind::FlowSeqEnd => {
                flow.end.get_or_insert_default().push(token);
                return;
            }
            kind if kind.is_flow_scalar() => {
                match open {
                    None => flow.items.push(keyed(scalar)),
                    Some(item) if item.separator.is_some() => self.push(scalar),
                    Some(item) => {
                        item.key = Some(Box::new(scalar));
                        item.separator = Some(Vec::new());
                    }
                }
                return;
            }
            _ => {}
        }
        match self.block_value() {
            Some(node) => self.push(node),
            None => self.pop_and_step(),
        }
    }

    /// Handles a token after the closing bracket of a collection.
    fn after_flow(&mut self) {
        let kind = self.token.kind;
        let [.., parent, flow] = self.stack.as_slice() else {
            return;
        };
        let is_map = parent.kind == NodeKind::BlockMap;
        let waits = parent
            .items
            .last()
            .is_some_and(|item| item.separator.is_none());
        let at_parent = kind == TokenKind::MapValue && parent.indent == flow.indent;
        if is_map && (at_parent || kind == TokenKind::Newline && waits) {
            self.pop_and_step();
        } else if kind == TokenKind::MapValue && parent.kind != NodeKind::Flow {
            self.becomes_key();
        } else {
            self.line_end();
        }
    }

    fn doc_end(&mut self) {
        if self.token.kind == TokenKind::DocMode {
            return;
        }
        if let Some(top) = self.stack.last_mut() {
            top.end.get_or_insert_default().push(self.token);
        }
        if self.token.kind == TokenKind::Newline {
            self.pop();
        }
    }

    fn line_end(&mut self) {
        match self.token.kind {
            TokenKind::Comma
            | TokenKind::DocStart
            | TokenKind::DocEnd
            | TokenKind::FlowSeqEnd
            | TokenKind::FlowMapEnd
            | TokenKind::MapValue => self.pop_and_step(),
            kind => {
                if kind == TokenKind::Newline {
                    self.on_key_line = false;
                }
                if let Some(top) = self.stack.last_mut() {
                    top.end.get_or_insert_default().push(self.token);
                }
                if kind == TokenKind::Newline {
                    self.pop();
                }
            }
        }
    }

    /// Returns the node that the current token begins. Returns none if the token begins no node.
    fn block_value(&mut self) -> Option<Node> {
        let token = self.token;
        Some(match token.kind {
            kind if kind.is_flow_scalar() => {
                self.count_lines();
                self.scalar_here()
            }
            TokenKind::BlockHeader => Node {
                props: vec![token],
                ..self.here(NodeKind::BlockScalar)
            },
            TokenKind::FlowMapStart | TokenKind::FlowSeqStart => Node {
                props: vec![token],
                ..self.here(NodeKind::Flow)
            },
            TokenKind::SeqItem => Node {
                items: vec![Item {
                    start: vec![token],
                    ..Item::default()
                }],
                ..self.here(NodeKind::BlockSeq)
            },
            TokenKind::ExplicitKey | TokenKind::MapValue => {
                self.on_key_line = true;
                let before = self.stack.last_mut().and_then(Node::previous);
                let mut start = before.map(key_props).unwrap_or_default();
                if token.kind == TokenKind::MapValue {
                    self.map_here(start)
                } else {
                    start.push(token);
                    let item = Item {
                        start,
                        is_explicit: true,
                        ..Item::default()
                    };
                    Node::map(token.start, self.indent, item)
                }
            }
            _ => return None,
        })
    }
}

fn keyed(key: Node) -> Item {
    Item {
        key: Some(Box::new(key)),
        separator: Some(Vec::new()),
        ..Item::default()
    }
}

/// Removes the last item of a block collection if the item has only comments and line ends, and
/// returns its tokens. Otherwise returns none.
fn loose_end(node: &mut Node) -> Option<Vec<Token>> {
    let indent = node.indent;
    let last = node.items.last()?;
    let is_loose = last.separator.is_none()
        && last.value.is_none()
        && !last.start.is_empty()
        && last.start.iter().all(|token| token.kind.is_empty())
        && (indent == 0
            || (last.start.iter())
                .all(|token| token.kind != TokenKind::Comment || token.indent < indent));
    is_loose.then(|| node.items.pop())?.map(|item| item.start)
}
