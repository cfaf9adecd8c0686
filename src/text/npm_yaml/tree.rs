//! The second pass: tokens put into a tree by their columns, nothing lost and nothing judged.

use super::token::{Kind, Token};
use crate::text::js_value::json_text;

/// The kind of a part of the tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    /// One token: a value without quotes, in quotes, or another name of a value.
    Scalar(Kind),
    BlockScalar,
    BlockMap,
    BlockSeq,
    /// In brackets.
    Flow,
    Document,
    DocEnd,
    /// Something that fits nowhere, with the words for it.
    Error(&'static str),
}

/// A part of the tree.
#[derive(Debug, Clone)]
pub(super) struct Node {
    pub(super) part: Part,
    pub(super) start: usize,
    /// The end of a scalar's text.
    pub(super) text_end: usize,
    pub(super) indent: usize,
    /// What stands before a document; the bracket that opens; the header of a block and what stands behind it.
    pub(super) props: Vec<Token>,
    /// What stands behind; none is not the same as nothing.
    pub(super) end: Option<Vec<Token>>,
    pub(super) items: Vec<Item>,
    pub(super) value: Option<Box<Node>>,
    /// The text of a block.
    pub(super) block: Option<Token>,
}

/// A member of a collection.
#[derive(Debug, Clone, Default)]
pub(super) struct Item {
    pub(super) start: Vec<Token>,
    pub(super) is_explicit: bool,
    pub(super) key: Option<Box<Node>>,
    pub(super) separator: Option<Vec<Token>>,
    pub(super) value: Option<Box<Node>>,
}

/// What the stream holds, in its order.
pub(super) enum Piece {
    Directive(Token),
    Document(Node),
    DocEnd(Node),
    Error(String, Token),
    /// Comments, blanks and line ends between documents.
    Filler,
}

/// The words for a token that the language does not have; the token stands behind them.
pub(super) const NOT_A_TOKEN: &str = "Not a YAML token";

/// Parts that may lie in one another. This limit is ours.
const MAX_LEVELS: usize = 200;

pub(super) fn has(tokens: &[Token], kind: Kind) -> bool {
    tokens.iter().any(|token| token.kind == kind)
}

/// The props of a key at the end of what stands before it, taken out.
fn key_props(before: &mut Vec<Token>) -> Vec<Token> {
    let bound = before.iter().rposition(|token| {
        matches!(
            token.kind,
            Kind::DocStart | Kind::ExplicitKey | Kind::MapValue | Kind::SeqItem | Kind::Newline
        )
    });
    let mut at = bound.map_or(0, |at| at + 1);
    while before
        .get(at)
        .is_some_and(|token| token.kind == Kind::Space)
    {
        at += 1;
    }
    before.split_off(at.min(before.len()))
}

impl Node {
    fn new(part: Part, start: usize, indent: usize) -> Self {
        Self {
            part,
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
            ..Self::new(Part::BlockMap, start, indent)
        }
    }

    pub(super) fn is_flow_token(&self) -> bool {
        matches!(self.part, Part::Scalar(_) | Part::Flow)
    }

    /// The text of a scalar.
    pub(super) fn text<'t>(&self, source: &'t str) -> &'t str {
        source.get(self.start..self.text_end).unwrap_or_default()
    }

    /// What was read before the next part of a node.
    fn previous(&mut self) -> Option<&mut Vec<Token>> {
        match self.part {
            Part::Document => Some(&mut self.props),
            Part::BlockMap => {
                let item = self.items.last_mut()?;
                Some(item.separator.as_mut().unwrap_or(&mut item.start))
            }
            Part::BlockSeq => Some(&mut self.items.last_mut()?.start),
            _ => None,
        }
    }

    /// In `[a b: c]`, a value that was taken for a key without a value.
    fn mend_flow_items(&mut self) {
        if self.props.first().map(|token| token.kind) != Some(Kind::FlowSeqStart) {
            return;
        }
        for item in &mut self.items {
            let is_value = item.value.is_none()
                && !has(&item.start, Kind::ExplicitKey)
                && (item.separator.as_ref()).is_some_and(|tokens| !has(tokens, Kind::MapValue));
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
    pieces: Vec<Piece>,
    /// The bytes at which lines start, as far as the package counts them: not those inside what fits nowhere.
    lines: Vec<usize>,
    token: Token,
    indent: usize,
    at_new_line: bool,
    /// On the line of a key of a map.
    on_key_line: bool,
    is_too_deep: bool,
}

/// The pieces of a text and where its lines start; none when they lie too deep in one another.
pub(super) fn parse(source: &str, tokens: Vec<Token>) -> Option<(Vec<Piece>, Vec<usize>)> {
    let end = Token {
        kind: Kind::Newline,
        start: source.len(),
        end: source.len(),
        indent: 0,
    };
    let mut parser = Parser {
        source,
        stack: Vec::new(),
        pieces: Vec::new(),
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
    Some((parser.pieces, parser.lines))
}

impl Parser<'_> {
    fn next(&mut self, token: Token) {
        let kind = token.kind;
        if kind == Kind::Scalar {
            self.at_new_line = false;
        }
        self.token = Token {
            indent: self.indent,
            ..token
        };
        if kind == Kind::Unknown {
            match self.stack.last_mut() {
                Some(top) if top.part == Part::BlockScalar => top.props.push(self.token),
                _ => self.put_error(NOT_A_TOKEN),
            }
            return;
        }
        self.step();
        let length = token.end - token.start;
        match kind {
            Kind::Newline => {
                self.at_new_line = true;
                self.indent = 0;
                self.lines.push(token.end);
            }
            Kind::Space => {
                // A tab at the start of a line is no column.
                let is_blank = self.source.as_bytes().get(token.start) == Some(&b' ');
                if self.at_new_line && is_blank {
                    self.indent += length;
                }
            }
            Kind::ExplicitKey | Kind::MapValue | Kind::SeqItem => {
                if self.at_new_line {
                    self.indent += length;
                }
            }
            Kind::Scalar | Kind::DocMode | Kind::FlowErrorEnd => {}
            _ => self.at_new_line = false,
        }
    }

    /// Counts the lines of a value that is put into the tree.
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

    fn here(&self, part: Part) -> Node {
        Node::new(part, self.token.start, self.indent)
    }

    fn scalar_here(&self) -> Node {
        Node {
            text_end: self.token.end,
            ..self.here(Part::Scalar(self.token.kind))
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

    /// Puts what fits nowhere where a value would be, or beside the documents.
    fn put_error(&mut self, message: &'static str) {
        if self.stack.is_empty() {
            let text = self.token.text(self.source);
            let message = format!("{message}: {text}: {}", json_text(text));
            self.pieces.push(Piece::Error(message, self.token));
            return;
        }
        let node = Node {
            text_end: self.token.end,
            ..self.here(Part::Error(message))
        };
        self.place(node);
    }

    fn pop(&mut self) {
        if let Some(node) = self.stack.pop() {
            self.place(node);
        }
    }

    /// Puts a finished part into the one that is being built.
    fn place(&mut self, mut node: Node) {
        if node.part == Part::Flow {
            node.mend_flow_items();
        }
        let Some(top) = self.stack.last_mut() else {
            self.pieces.push(match node.part {
                Part::Document => Piece::Document(node),
                _ => Piece::DocEnd(node),
            });
            return;
        };
        match (node.part, top.part) {
            (Part::BlockScalar, Part::BlockMap | Part::BlockSeq | Part::Flow) => {
                node.indent = top.indent;
            }
            (Part::BlockScalar, _) | (Part::Flow, Part::Document) => node.indent = 0,
            _ => {}
        }
        let is_block = matches!(node.part, Part::BlockMap | Part::BlockSeq);
        // Comments and line ends behind the last item of a block are of what holds the block.
        let mut rest = None;
        let takes_rest = matches!(top.part, Part::Document | Part::BlockMap | Part::BlockSeq);
        match top.part {
            Part::Document => {
                if is_block {
                    rest = loose_end(&mut node);
                }
                top.value = Some(Box::new(node));
            }
            Part::BlockMap => {
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
            Part::BlockSeq => {
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
            Part::Flow => {
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
            match top.part {
                Part::Document => top.end = Some(rest),
                _ => top.items.push(Item {
                    start: rest,
                    ..Item::default()
                }),
            }
        }
    }

    fn step(&mut self) {
        let top = self.stack.last().map(|top| top.part);
        if self.token.kind == Kind::DocEnd && top != Some(Part::DocEnd) {
            while !self.stack.is_empty() {
                self.pop();
            }
            let mut node = self.here(Part::DocEnd);
            node.text_end = self.token.end;
            self.push(node);
            return;
        }
        match top {
            None => self.stream(),
            Some(Part::Document) => self.document(),
            Some(Part::Scalar(_)) => self.scalar(),
            Some(Part::BlockScalar) => self.block_scalar(),
            Some(Part::BlockMap) => self.block_map(),
            Some(Part::BlockSeq) => self.block_seq(),
            Some(Part::Flow) => self.flow(),
            Some(Part::DocEnd) => self.doc_end(),
            Some(Part::Error(_)) => self.pop(),
        }
    }

    fn pop_and_step(&mut self) {
        self.pop();
        self.step();
    }

    fn stream(&mut self) {
        match self.token.kind {
            Kind::Directive => self.pieces.push(Piece::Directive(self.token)),
            Kind::ByteOrderMark | Kind::Space | Kind::Comment | Kind::Newline => {
                self.pieces.push(Piece::Filler);
            }
            Kind::DocMode | Kind::DocStart => {
                let mut document = self.here(Part::Document);
                if self.token.kind == Kind::DocStart {
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
        self.pieces.push(Piece::Error(message, self.token));
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
            Kind::DocStart => {
                if document.props.iter().any(|token| !token.kind.is_empty()) {
                    self.pop_and_step();
                } else {
                    document.props.push(token);
                }
                return;
            }
            Kind::Anchor | Kind::Tag | Kind::Space | Kind::Comment | Kind::Newline => {
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

    /// Makes the value on top of the stack the first key of a map.
    fn becomes_key(&mut self) {
        let Some(mut key) = self.stack.pop() else {
            return;
        };
        let before = self.stack.last_mut().and_then(Node::previous);
        let start = before.map(key_props).unwrap_or_default();
        let mut separator = match key.part {
            Part::Flow => {
                key.mend_flow_items();
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
            Kind::MapValue => self.becomes_key(),
            _ => self.line_end(),
        }
    }

    fn block_scalar(&mut self) {
        let token = self.token;
        let Some(top) = self.stack.last_mut() else {
            return;
        };
        match token.kind {
            Kind::Space | Kind::Comment | Kind::Newline => top.props.push(token),
            Kind::Scalar => {
                top.block = Some(token);
                self.count_lines();
                self.at_new_line = true;
                self.indent = 0;
                self.pop();
            }
            _ => self.pop_and_step(),
        }
    }

    /// Puts a comment at the end of the value before; whether that was done.
    fn joins_comment(&mut self) -> bool {
        let token = self.token;
        let is_indented_comment = token.kind == Kind::Comment;
        let Some(top) = self.stack.last_mut() else {
            return false;
        };
        let [.., before, last] = top.items.as_mut_slice() else {
            return false;
        };
        let is_loose = |token: &Token| matches!(token.kind, Kind::Newline | Kind::Space);
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

    /// A blank, comment or line end in a block; whether it was that.
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
        let is_newline = token.kind == Kind::Newline;
        if let Some(value) = &mut item.value {
            if is_newline
                && let Some(end) = &mut value.end
                && end.last().is_some_and(|last| last.kind == Kind::Comment)
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
        if top.part == Part::BlockMap
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
        if token.kind == Kind::Newline {
            self.on_key_line = false;
        }
        if self.filler() {
            return;
        }
        let (indent, on_key_line) = (self.indent, self.on_key_line);
        let here = self.here(Part::BlockMap);
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
            && token.kind != Kind::SeqItem;
        // Comments before the next key, behind an empty line, are its own.
        let mut start = Vec::new();
        if at_next
            && item.value.is_none()
            && let Some(separator) = &mut item.separator
        {
            let mut newlines = Vec::new();
            for (at, token) in separator.iter().enumerate() {
                match token.kind {
                    Kind::Newline => newlines.push(at),
                    Kind::Space => {}
                    Kind::Comment if token.indent <= map_indent => {}
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
            Kind::Anchor | Kind::Tag => {
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
            Kind::ExplicitKey => {
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
            Kind::MapValue => {
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
                    && (item.separator.as_ref()).is_some_and(|tokens| !has(tokens, Kind::Newline));
                let Some(node) = self.block_value() else {
                    return self.pop_and_step();
                };
                if node.part == Part::BlockSeq {
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

    /// A `:` in a map.
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
            if !item.is_explicit || has(&item.start, Kind::Newline) {
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
            } else if has(separator, Kind::MapValue) {
                self.push(Node::map(at, indent, new(start)));
            } else if has_flow_key && !has(separator, Kind::Newline) {
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
        } else if has(separator, Kind::MapValue) {
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
                Kind::Anchor | Kind::Tag if item.value.is_none() && indent > seq_indent => {
                    item.start.push(token);
                    return;
                }
                Kind::SeqItem if indent == seq_indent => {
                    if item.value.is_some() || has(&item.start, Kind::SeqItem) {
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
        if token.kind == Kind::FlowErrorEnd {
            loop {
                self.pop();
                if self.stack.last().map(|top| top.part) != Some(Part::Flow) {
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
            return self.behind_flow();
        }
        let open = flow.items.last_mut().filter(|item| item.value.is_none());
        let new = |start| Item {
            start,
            ..Item::default()
        };
        match token.kind {
            Kind::Comma | Kind::ExplicitKey => {
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
            Kind::MapValue => {
                match open {
                    None => flow.items.push(Item {
                        separator: Some(vec![token]),
                        ..Item::default()
                    }),
                    Some(item) => item.separator.get_or_insert_default().push(token),
                }
                return;
            }
            Kind::Space | Kind::Comment | Kind::Newline | Kind::Anchor | Kind::Tag => {
                match open {
                    None => flow.items.push(new(vec![token])),
                    Some(item) => match &mut item.separator {
                        Some(separator) => separator.push(token),
                        None => item.start.push(token),
                    },
                }
                return;
            }
            Kind::FlowMapEnd | Kind::FlowSeqEnd => {
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

    /// What stands behind the closing bracket.
    fn behind_flow(&mut self) {
        let kind = self.token.kind;
        let [.., parent, flow] = self.stack.as_slice() else {
            return;
        };
        let is_map = parent.part == Part::BlockMap;
        let waits = parent
            .items
            .last()
            .is_some_and(|item| item.separator.is_none());
        let at_parent = kind == Kind::MapValue && parent.indent == flow.indent;
        if is_map && (at_parent || kind == Kind::Newline && waits) {
            self.pop_and_step();
        } else if kind == Kind::MapValue && parent.part != Part::Flow {
            self.becomes_key();
        } else {
            self.line_end();
        }
    }

    fn doc_end(&mut self) {
        if self.token.kind == Kind::DocMode {
            return;
        }
        if let Some(top) = self.stack.last_mut() {
            top.end.get_or_insert_default().push(self.token);
        }
        if self.token.kind == Kind::Newline {
            self.pop();
        }
    }

    fn line_end(&mut self) {
        match self.token.kind {
            Kind::Comma
            | Kind::DocStart
            | Kind::DocEnd
            | Kind::FlowSeqEnd
            | Kind::FlowMapEnd
            | Kind::MapValue => self.pop_and_step(),
            kind => {
                if kind == Kind::Newline {
                    self.on_key_line = false;
                }
                if let Some(top) = self.stack.last_mut() {
                    top.end.get_or_insert_default().push(self.token);
                }
                if kind == Kind::Newline {
                    self.pop();
                }
            }
        }
    }

    /// The part that a token begins, if it begins one.
    fn block_value(&mut self) -> Option<Node> {
        let token = self.token;
        Some(match token.kind {
            kind if kind.is_flow_scalar() => {
                self.count_lines();
                self.scalar_here()
            }
            Kind::BlockHeader => Node {
                props: vec![token],
                ..self.here(Part::BlockScalar)
            },
            Kind::FlowMapStart | Kind::FlowSeqStart => Node {
                props: vec![token],
                ..self.here(Part::Flow)
            },
            Kind::SeqItem => Node {
                items: vec![Item {
                    start: vec![token],
                    ..Item::default()
                }],
                ..self.here(Part::BlockSeq)
            },
            Kind::ExplicitKey | Kind::MapValue => {
                self.on_key_line = true;
                let before = self.stack.last_mut().and_then(Node::previous);
                let mut start = before.map(key_props).unwrap_or_default();
                if token.kind == Kind::MapValue {
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

/// The last item of a block, if it is comments and line ends alone, taken out.
fn loose_end(node: &mut Node) -> Option<Vec<Token>> {
    let indent = node.indent;
    let last = node.items.last()?;
    let is_loose = last.separator.is_none()
        && last.value.is_none()
        && !last.start.is_empty()
        && last.start.iter().all(|token| token.kind.is_empty())
        && (indent == 0
            || (last.start.iter())
                .all(|token| token.kind != Kind::Comment || token.indent < indent));
    is_loose.then(|| node.items.pop())?.map(|item| item.start)
}
