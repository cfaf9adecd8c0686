//! Builds the graph of a YAML document's nodes from the document's tokens.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::characters::Mark;
use super::fault::{Fault, Outcome};
use super::graph::{GraphNode, Id, Shape};
use super::python;
use super::reader::Reader;
use super::resolve;
use super::scanner::Scanner;
use super::token::{Kind, Payload, Token};
use super::value::Text;

/// The maximum depth of nested nodes. Python's limit of 1,000 nested calls allows a depth of 491 or
/// 492, depending on the kinds of the nodes.
const MAX_DEPTH: usize = 492;

/// Returns the nodes of a YAML document, and the number of the root node. The number is none if the
/// document is empty.
pub(super) fn compose(document: &str) -> Outcome<(Vec<GraphNode>, Option<Id>)> {
    let mut composer = Composer {
        scanner: Scanner::new(Reader::open(document)?),
        nodes: Vec::new(),
        anchors: BTreeMap::new(),
        handles: BTreeMap::new(),
    };
    let root = composer.single_document()?;
    Ok((composer.nodes, root))
}

/// The position of a node, which decides with which tokens the node may begin.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Position {
    Block,
    /// A key or a value of a block mapping. In this position, a sequence need not be indented.
    BlockValue,
    Flow,
}

/// The anchor and the tag before a node's content. Both are optional.
struct Properties {
    anchor: Option<String>,
    tag: Option<String>,
    /// The position at which the anchor or the tag begins, whichever is first. Without both, the
    /// position of the next token.
    start: Mark,
    end: Mark,
}

impl Properties {
    /// Returns the tag and removes it. Returns none if there is no tag, or if the tag is `!`, which
    /// does not name a type.
    fn specific_tag(&mut self) -> Option<Cow<'static, str>> {
        self.tag.take().filter(|tag| tag != "!").map(Cow::Owned)
    }

    fn is_empty(&self) -> bool {
        self.anchor.is_none() && self.tag.is_none()
    }
}

/// How a YAML document writes a sequence or a mapping: as an indented block, or in brackets.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Style {
    BlockSequence,
    /// A sequence that is the value of a block mapping and has the same indentation as its key.
    IndentlessSequence,
    BlockMapping,
    FlowSequence,
    FlowMapping,
    /// A mapping with one entry and without braces, which is an item of a sequence in brackets.
    Pair,
}

/// A sequence or mapping whose nodes are being read.
struct Collection {
    id: Id,
    style: Style,
    /// The position at which the first token of the collection begins.
    start: Mark,
    /// True until the first node of a collection in brackets is read.
    is_first: bool,
    /// The key of the current entry of a mapping. None if the next node is a key.
    key: Option<Id>,
    /// True if the key of a mapping in braces was read, and a value may follow it.
    may_have_value: bool,
}

impl Collection {
    fn new(id: Id, style: Style, start: Mark) -> Self {
        Self {
            id,
            style,
            start,
            is_first: true,
            key: None,
            may_have_value: false,
        }
    }
}

/// The next step in a collection: to read a node, to add a missing node, or to end the collection.
enum Next {
    /// The node is missing. A null is added at this position.
    Null(Mark),
    Node(Position),
    Pair,
    /// The collection has no more nodes.
    End,
}

/// The result of reading the start of a node: a complete node, or a collection whose nodes are not
/// read yet.
enum Begun {
    Node(Id),
    Collection(Collection),
}

struct Composer {
    scanner: Scanner,
    nodes: Vec<GraphNode>,
    anchors: BTreeMap<String, Id>,
    /// The tag handles of the document, such as `!!`, each with the prefix that replaces the
    /// handle.
    handles: BTreeMap<String, String>,
}

impl Composer {
    /// Composes a stream that must contain only one document. Returns the number of the root node,
    /// or none if the document is empty. A second document is an error.
    fn single_document(&mut self) -> Outcome<Option<Id>> {
        const ENDS: [Kind; 4] = [
            Kind::Directive,
            Kind::DocumentStart,
            Kind::DocumentEnd,
            Kind::StreamEnd,
        ];
        let starts = [Kind::Directive, Kind::DocumentStart, Kind::StreamEnd];
        let root = if self.scanner.at(&starts)? {
            if self.begin_document()?.is_none() {
                return Ok(None);
            }
            let (_, mark, _) = self.scanner.peek()?;
            if self.scanner.at(&ENDS)? {
                self.null(mark)
            } else {
                self.node(Position::Block)?
            }
        } else {
            self.add_default_handles();
            self.node(Position::Block)?
        };
        if self.scanner.at(&[Kind::DocumentEnd])? {
            self.scanner.take()?;
        }
        if let Some(mark) = self.begin_document()? {
            let fault = Fault::of_composer("but found another document", mark);
            let context = "expected a single document in the stream";
            return Err(match self.nodes.get(root) {
                Some(root) => fault.within(context, root.start),
                None => fault.during(context),
            });
        }
        Ok(Some(root))
    }

    /// Reads the directives and the start marker of a document. Returns the position at which the
    /// document begins, or none at the end of the stream.
    fn begin_document(&mut self) -> Outcome<Option<Mark>> {
        while self.scanner.at(&[Kind::DocumentEnd])? {
            self.scanner.take()?;
        }
        let (kind, start, _) = self.scanner.peek()?;
        if kind == Kind::StreamEnd {
            return Ok(None);
        }
        self.read_directives()?;
        let (kind, mark, _) = self.scanner.peek()?;
        if kind != Kind::DocumentStart {
            let problem = format!(
                "expected '<document start>', but found {}",
                python::repr_str(kind.name())
            );
            return Err(Fault::of_parser(problem, mark));
        }
        self.scanner.take()?;
        Ok(Some(start))
    }

    fn read_directives(&mut self) -> Outcome<()> {
        let mut has_version = false;
        self.handles.clear();
        while self.scanner.at(&[Kind::Directive])? {
            let token = self.scanner.take()?;
            match token.payload {
                Payload::Version(_) if has_version => {
                    return Err(Fault::of_parser(
                        "found duplicate YAML directive",
                        token.start,
                    ));
                }
                Payload::Version(major) => {
                    if major.trim_start_matches('0') != "1" {
                        let problem = "found incompatible YAML document (version 1.* is required)";
                        return Err(Fault::of_parser(problem, token.start));
                    }
                    has_version = true;
                }
                Payload::TagPrefix { handle, prefix } => {
                    if self.handles.contains_key(&handle) {
                        let problem = format!("duplicate tag handle {}", python::repr_str(&handle));
                        return Err(Fault::of_parser(problem, token.start));
                    }
                    self.handles.insert(handle, prefix);
                }
                _ => {}
            }
        }
        self.add_default_handles();
        Ok(())
    }

    fn add_default_handles(&mut self) {
        for (handle, prefix) in [("!", "!"), ("!!", "tag:yaml.org,2002:")] {
            let handle = self.handles.entry(handle.to_owned());
            handle.or_insert_with(|| prefix.to_owned());
        }
    }

    /// Adds a node to the graph, and returns its number. If the node has an anchor, aliases can
    /// refer to it from then on.
    fn add(&mut self, anchor: Option<String>, node: GraphNode) -> Id {
        let id = self.nodes.len();
        self.nodes.push(node);
        if let Some(anchor) = anchor {
            self.anchors.insert(anchor, id);
        }
        id
    }

    /// Adds a null node at a position where YAML requires a node but the document has none. Returns
    /// the number that identifies the new node in the graph.
    fn null(&mut self, mark: Mark) -> Id {
        let (tag, shape) = (Cow::Borrowed(resolve::NULL), Shape::Scalar(Text::default()));
        self.add(
            None,
            GraphNode {
                tag,
                shape,
                start: mark,
                end: mark,
            },
        )
    }

    /// Composes a node and all nodes that it contains. Returns the node's number.
    fn node(&mut self, position: Position) -> Outcome<Id> {
        let mut open: Vec<Collection> = Vec::new();
        let mut next = Next::Node(position);
        loop {
            if open.len() >= MAX_DEPTH && !matches!(next, Next::End) {
                return Err(Fault::of_recursion());
            }
            let begun = match next {
                Next::Null(mark) => Begun::Node(self.null(mark)),
                Next::Node(position) => self.begin(position)?,
                Next::Pair => Begun::Collection(self.begin_pair()?),
                Next::End => match open.pop() {
                    Some(ended) => Begun::Node(ended.id),
                    None => return Err(Fault::of_recursion()),
                },
            };
            match begun {
                Begun::Collection(collection) => open.push(collection),
                Begun::Node(id) => match open.last_mut() {
                    Some(collection) => self.accept(collection, id),
                    None => return Ok(id),
                },
            }
            if let Some(collection) = open.last_mut() {
                next = self.next(collection)?;
            }
        }
    }

    /// Reads the start of a node. A scalar or an alias is then complete, but a collection is still
    /// open.
    fn begin(&mut self, position: Position) -> Outcome<Begun> {
        match self.scanner.peek()? {
            (Kind::Alias, ..) => Ok(Begun::Node(self.alias()?)),
            _ => self.content(position),
        }
    }

    fn alias(&mut self) -> Outcome<Id> {
        let token = self.scanner.take()?;
        let Payload::Name(name) = token.payload else {
            return Err(Fault::of_composer("found undefined alias", token.start));
        };
        let known = self.anchors.get(&name).copied();
        known.ok_or_else(|| {
            let problem = format!("found undefined alias {}", python::repr_str(&name));
            Fault::of_composer(problem, token.start)
        })
    }

    /// Reads the start of a node that is not an alias.
    fn content(&mut self, position: Position) -> Outcome<Begun> {
        let mut properties = self.properties()?;
        let (kind, start, end) = self.scanner.peek()?;
        let is_block = position != Position::Flow;
        let begins = match kind {
            Kind::BlockEntry => position == Position::BlockValue,
            Kind::BlockSequenceStart | Kind::BlockMappingStart => is_block,
            Kind::FlowSequenceStart | Kind::FlowMappingStart | Kind::Scalar => true,
            _ => false,
        };
        if !begins && properties.is_empty() {
            let (place, found) = (
                if is_block { "block" } else { "flow" },
                python::repr_str(kind.name()),
            );
            let problem = format!("expected the node content, but found {found}");
            let context = format!("while parsing a {place} node");
            return Err(Fault::of_parser(problem, start).within(context, properties.start));
        }
        let scalar = if begins && kind == Kind::Scalar {
            Some(self.scanner.take()?)
        } else {
            None
        };
        self.check_anchor(&properties)?;
        if !begins || scalar.is_some() {
            let end = if begins { end } else { properties.end };
            return Ok(Begun::Node(self.scalar(&mut properties, scalar, end)));
        }
        let style = match kind {
            Kind::BlockMappingStart => Style::BlockMapping,
            Kind::FlowMappingStart => Style::FlowMapping,
            Kind::FlowSequenceStart => Style::FlowSequence,
            Kind::BlockSequenceStart => Style::BlockSequence,
            _ => Style::IndentlessSequence,
        };
        let (default, shape) = match style {
            Style::BlockMapping | Style::FlowMapping | Style::Pair => {
                (resolve::MAP, Shape::Mapping(Vec::new()))
            }
            _ => (resolve::SEQ, Shape::Sequence(Vec::new())),
        };
        let tag = properties.specific_tag().unwrap_or(Cow::Borrowed(default));
        let node = GraphNode {
            tag,
            shape,
            start: properties.start,
            end,
        };
        let id = self.add(properties.anchor, node);
        if style != Style::IndentlessSequence {
            self.scanner.take()?;
        }
        Ok(Begun::Collection(Collection::new(id, style, start)))
    }

    fn check_anchor(&self, properties: &Properties) -> Outcome<()> {
        let Some(anchor) = &properties.anchor else {
            return Ok(());
        };
        let Some(first) = self.anchors.get(anchor).and_then(|id| self.nodes.get(*id)) else {
            return Ok(());
        };
        let anchor = python::repr_str(anchor);
        let context = format!("found duplicate anchor {anchor}; first occurrence");
        Err(Fault::of_composer("second occurrence", properties.start).within(context, first.start))
    }

    /// Adds the scalar of a token, and returns its number. If there is no token, adds an empty
    /// scalar for an anchor or a tag without content.
    fn scalar(&mut self, properties: &mut Properties, token: Option<Token>, end: Mark) -> Id {
        let (text, is_plain) = match token.map(|token| token.payload) {
            Some(Payload::Scalar { text, is_plain }) => (text, is_plain),
            _ => (Text::default(), true),
        };
        // With the tag `!`, a quoted scalar is resolved like a plain scalar.
        let is_resolved = is_plain || properties.tag.is_some();
        let tag = properties.specific_tag().unwrap_or_else(|| {
            Cow::Borrowed(if is_resolved {
                resolve::plain(&text.text)
            } else {
                resolve::STR
            })
        });
        let (anchor, start) = (properties.anchor.take(), properties.start);
        self.add(
            anchor,
            GraphNode {
                tag,
                shape: Shape::Scalar(text),
                start,
                end,
            },
        )
    }

    /// Reads the optional anchor and the optional tag before a node, in either order.
    fn properties(&mut self) -> Outcome<Properties> {
        let (mut anchor, mut tag) = (None, None);
        let mut place: Option<(Mark, Mark)> = None;
        while anchor.is_none() || tag.is_none() {
            let (kind, start, end) = self.scanner.peek()?;
            let is_new = match kind {
                Kind::Anchor => anchor.is_none(),
                Kind::Tag => tag.is_none(),
                _ => false,
            };
            if !is_new {
                break;
            }
            place = Some((place.map_or(start, |(first, _)| first), end));
            match self.scanner.take()?.payload {
                Payload::Name(name) => anchor = Some(name),
                Payload::Tag { handle, suffix } => tag = Some((handle, suffix, start)),
                _ => break,
            }
        }
        let tag = match tag {
            None => None,
            Some((None, suffix, _)) => Some(suffix),
            Some((Some(handle), suffix, mark)) => {
                let Some(prefix) = self.handles.get(&handle) else {
                    let handle = python::repr_str(&handle);
                    let problem = format!("found undefined tag handle {handle}");
                    let start = place.map_or(mark, |(start, _)| start);
                    let fault = Fault::of_parser(problem, mark);
                    return Err(fault.within("while parsing a node", start));
                };
                Some(format!("{prefix}{suffix}"))
            }
        };
        let (start, end) = match place {
            Some(place) => place,
            None => {
                let (_, mark, _) = self.scanner.peek()?;
                (mark, mark)
            }
        };
        Ok(Properties {
            anchor,
            tag,
            start,
            end,
        })
    }

    /// Returns the next step. If the next token has one of `kinds`, no node begins there, and the
    /// step adds a null at `mark`. Otherwise the step reads a node.
    fn node_unless(&mut self, kinds: &[Kind], position: Position, mark: Mark) -> Outcome<Next> {
        Ok(if self.scanner.at(kinds)? {
            Next::Null(mark)
        } else {
            Next::Node(position)
        })
    }

    /// Adds a complete node to the collection that contains it: as an item, a key or a value.
    fn accept(&mut self, collection: &mut Collection, node: Id) {
        let Some(open) = self.nodes.get_mut(collection.id) else {
            return;
        };
        match (&mut open.shape, collection.key.take()) {
            (Shape::Sequence(items), _) => items.push(node),
            (Shape::Mapping(entries), Some(key)) => entries.push((key, node)),
            (Shape::Mapping(_), None) => collection.key = Some(node),
            (Shape::Scalar(_), _) => {}
        }
    }

    /// Reads the tokens of a collection up to the start of its next node.
    fn next(&mut self, collection: &mut Collection) -> Outcome<Next> {
        match collection.style {
            Style::BlockSequence => self.next_in_block_sequence(collection),
            Style::IndentlessSequence => self.next_in_indentless_sequence(collection),
            Style::BlockMapping => self.next_in_block_mapping(collection),
            Style::FlowSequence => self.next_in_flow_sequence(collection),
            Style::FlowMapping => self.next_in_flow_mapping(collection),
            Style::Pair => self.next_in_pair(collection),
        }
    }

    fn set_end(&mut self, id: Id, end: Mark) {
        if let Some(node) = self.nodes.get_mut(id) {
            node.end = end;
        }
    }

    /// Ends a block collection if the next token is the end of a block. Otherwise returns an
    /// exception. `context` is the first line of its message, such as
    /// `while parsing a block mapping`.
    fn end_block(&mut self, collection: &Collection, context: &str) -> Outcome<Next> {
        let (kind, mark, _) = self.scanner.peek()?;
        if kind != Kind::BlockEnd {
            let found = python::repr_str(kind.name());
            let problem = format!("expected <block end>, but found {found}");
            return Err(Fault::of_parser(problem, mark).within(context, collection.start));
        }
        self.end_at_token(collection)
    }

    /// Takes the next token, which must end the collection.
    fn end_at_token(&mut self, collection: &Collection) -> Outcome<Next> {
        let end = self.scanner.take()?.end;
        self.set_end(collection.id, end);
        Ok(Next::End)
    }

    /// Ends a collection where the next token begins.
    fn end_before_token(&mut self, collection: &Collection) -> Outcome<Next> {
        let (_, mark, _) = self.scanner.peek()?;
        self.set_end(collection.id, mark);
        Ok(Next::End)
    }

    fn next_in_block_sequence(&mut self, collection: &Collection) -> Outcome<Next> {
        if !self.scanner.at(&[Kind::BlockEntry])? {
            return self.end_block(collection, "while parsing a block collection");
        }
        let entry = self.scanner.take()?;
        let ends = [Kind::BlockEntry, Kind::BlockEnd];
        self.node_unless(&ends, Position::Block, entry.end)
    }

    fn next_in_indentless_sequence(&mut self, collection: &Collection) -> Outcome<Next> {
        if !self.scanner.at(&[Kind::BlockEntry])? {
            return self.end_before_token(collection);
        }
        let entry = self.scanner.take()?;
        let ends = [Kind::BlockEntry, Kind::Key, Kind::Value, Kind::BlockEnd];
        self.node_unless(&ends, Position::Block, entry.end)
    }

    fn next_in_block_mapping(&mut self, collection: &Collection) -> Outcome<Next> {
        let (kind, mark, end) = self.scanner.peek()?;
        match (collection.key, kind) {
            (None, Kind::Key) | (Some(_), Kind::Value) => {
                self.scanner.take()?;
                let ends = [Kind::Key, Kind::Value, Kind::BlockEnd];
                self.node_unless(&ends, Position::BlockValue, end)
            }
            (None, _) => self.end_block(collection, "while parsing a block mapping"),
            (Some(_), _) => Ok(Next::Null(mark)),
        }
    }

    /// Reads the comma before an entry of a collection in brackets. The first entry has no comma.
    /// Returns true if the collection ends.
    fn ends_flow(
        &mut self,
        collection: &mut Collection,
        last: Kind,
        context: &str,
    ) -> Outcome<bool> {
        let (kind, mark, _) = self.scanner.peek()?;
        if kind != last && !collection.is_first {
            if kind != Kind::FlowEntry {
                let (found, last) = (python::repr_str(kind.name()), python::repr_str(last.name()));
                let problem = format!("expected ',' or {last}, but got {found}");
                return Err(Fault::of_parser(problem, mark).within(context, collection.start));
            }
            self.scanner.take()?;
        }
        collection.is_first = false;
        self.scanner.at(&[last])
    }

    fn next_in_flow_sequence(&mut self, collection: &mut Collection) -> Outcome<Next> {
        let context = "while parsing a flow sequence";
        if self.ends_flow(collection, Kind::FlowSequenceEnd, context)? {
            return self.end_at_token(collection);
        }
        Ok(if self.scanner.at(&[Kind::Key])? {
            Next::Pair
        } else {
            Next::Node(Position::Flow)
        })
    }

    /// Begins a mapping such as `a: b` in `[a: b]`: it has one entry and no braces, and is an item
    /// of a sequence in brackets.
    fn begin_pair(&mut self) -> Outcome<Collection> {
        let (_, start, end) = self.scanner.peek()?;
        let (tag, shape) = (Cow::Borrowed(resolve::MAP), Shape::Mapping(Vec::new()));
        let id = self.add(
            None,
            GraphNode {
                tag,
                shape,
                start,
                end,
            },
        );
        Ok(Collection::new(id, Style::Pair, start))
    }

    fn next_in_pair(&mut self, collection: &mut Collection) -> Outcome<Next> {
        if collection.key.is_some() {
            return self.flow_value(Kind::FlowSequenceEnd);
        }
        if !collection.is_first {
            return self.end_before_token(collection);
        }
        collection.is_first = false;
        self.flow_key(Kind::FlowSequenceEnd)
    }

    fn next_in_flow_mapping(&mut self, collection: &mut Collection) -> Outcome<Next> {
        if collection.key.is_some() {
            if collection.may_have_value {
                return self.flow_value(Kind::FlowMappingEnd);
            }
            let (_, mark, _) = self.scanner.peek()?;
            return Ok(Next::Null(mark));
        }
        let context = "while parsing a flow mapping";
        if self.ends_flow(collection, Kind::FlowMappingEnd, context)? {
            return self.end_at_token(collection);
        }
        collection.may_have_value = self.scanner.at(&[Kind::Key])?;
        if collection.may_have_value {
            self.flow_key(Kind::FlowMappingEnd)
        } else {
            Ok(Next::Node(Position::Flow))
        }
    }

    /// Takes the token that marks the start of a key, in a list or map in brackets. Returns the
    /// next step: to read the key, or to add a null if the key is missing. `last` is the closing
    /// bracket.
    fn flow_key(&mut self, last: Kind) -> Outcome<Next> {
        let end = self.scanner.take()?.end;
        self.node_unless(&[Kind::Value, Kind::FlowEntry, last], Position::Flow, end)
    }

    /// Takes the `:` before a value in brackets. Returns the next step: to read the value, or to
    /// add a null if the `:` or the value is missing.
    fn flow_value(&mut self, last: Kind) -> Outcome<Next> {
        let (kind, mark, end) = self.scanner.peek()?;
        if kind != Kind::Value {
            return Ok(Next::Null(mark));
        }
        self.scanner.take()?;
        self.node_unless(&[Kind::FlowEntry, last], Position::Flow, end)
    }
}
