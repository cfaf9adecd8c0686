//! The third pass of the YAML parser: converts the tree to values. Faults are recorded in the order
//! in which the npm package finds them.

use super::core::core;
use super::outcome::{Problem, Yaml};
use super::token::{Token, TokenKind};
use super::tree::{Item, NOT_A_TOKEN, Node, NodeKind, StreamItem, has};
use crate::hashing::{HashMap, HashSet};
use crate::text::js_value::{Value, number_text};

pub(super) const COMMENT_WITHOUT_BLANK: &str =
    "Comments must be separated from other tokens by white space characters";
const SAME_COLUMN: &str = "All mapping items must start at the same column";
const PROPS_WITHOUT_BLANK: &str =
    "Tags and anchors must be separated from the next token by white space";
const TAB: &str = "Tabs are not allowed as indentation";
const BLOCK_IN_FLOW: &str = "Block collections are not allowed within flow collections";

/// The maximum number of UTF-16 units between the start of a key and its `:`.
const MAX_KEY: usize = 1024;

/// The maximum number of uses of one anchor. The npm package `yaml` has the same limit.
const MAX_ALIASES: usize = 100;

/// The maximum number of values after all aliases are replaced by their values. No host has this limit.
const MAX_ALIASED: usize = 20_000;

/// The maximum length in bytes of a property name that is made from a list or a map. Without this
/// limit, a hundred nested brackets in a key would exhaust the memory, because each level doubles
/// the escapes in the name. No host has this limit.
const MAX_PROPERTY: usize = 1 << 12;

/// The number of bytes of a text that count as one more value for the limit [`MAX_ALIASED`]. For
/// example, a text of 600 bytes counts as three values. Long texts therefore reach the limit
/// sooner.
const VALUE_BYTES: usize = 256;

pub(super) struct Composer<'t> {
    pub(super) source: &'t str,
    pub(super) at_root: bool,
    at_key: bool,
    problems: Vec<Problem>,
    anchors: Vec<Anchor>,
    /// The index in `anchors` of the last anchor with each name.
    by_name: HashMap<String, usize>,
    /// The fault of the first alias that has no anchor. None if each alias has an anchor.
    unresolved: Option<Problem>,
    aliased: usize,
    tags: Vec<(String, String)>,
}

struct Anchor {
    value: Value,
    uses: usize,
}

/// A parsed value with its position in the text.
struct Composed {
    value: Value,
    /// True if the value is a scalar. Two keys of a map are duplicates only if both are scalars.
    is_scalar: bool,
    start: usize,
    value_end: usize,
    end: usize,
}

/// The tokens before a value, such as its anchor, its tag or a comma. Also records whether there
/// are comments or line ends before the value.
#[derive(Default)]
struct Props {
    comma: Option<Token>,
    found: Option<Token>,
    has_comment: bool,
    has_newline: bool,
    anchor: Option<Token>,
    tag: Option<Token>,
    newline_after: Option<Token>,
    end: usize,
    start: usize,
}

/// The context of a value: facts that determine how the tokens before the value, such as its anchor
/// and tag, are read.
struct Reading<'n> {
    /// The kind of list or map in brackets that contains the value, in the words of the npm package
    /// `yaml`. None outside of brackets.
    flow: Option<&'static str>,
    indicator: TokenKind,
    next: Next<'n>,
    offset: usize,
    parent_indent: usize,
    starts_line: bool,
}

/// The token or the node that follows an anchor and a tag.
#[derive(Clone, Copy)]
enum Next<'n> {
    Nothing,
    Node(&'n Node),
    Token(Token),
}

impl<'n> Next<'n> {
    fn of(node: Option<&'n Node>, or: Option<&Token>) -> Self {
        match (node, or) {
            (Some(node), _) => Self::Node(node),
            (None, Some(token)) => Self::Token(*token),
            (None, None) => Self::Nothing,
        }
    }
}

pub(super) fn compose(source: &str, stream: &[StreamItem], lines: Vec<usize>) -> Yaml {
    let mut composer = Composer {
        source,
        at_root: true,
        at_key: false,
        problems: Vec::new(),
        anchors: Vec::new(),
        by_name: HashMap::default(),
        unresolved: None,
        aliased: 0,
        tags: vec![("!!".to_owned(), "tag:yaml.org,2002:".to_owned())],
    };
    let mut first = None;
    let mut at_directives = false;
    for item in stream {
        match item {
            StreamItem::Filler => {}
            StreamItem::Directive(token) => {
                composer.directive(*token);
                at_directives = true;
            }
            StreamItem::Error(message, token) => {
                composer.error((token.start, token.end), "UNEXPECTED_TOKEN", message);
            }
            StreamItem::DocEnd(node) => match first {
                Some(_) => {
                    composer.check_rest(node.end.as_deref(), node.text_end, true);
                }
                None => composer.error(
                    (node.start, node.text_end),
                    "UNEXPECTED_TOKEN",
                    "Unexpected doc-end without preceding document",
                ),
            },
            StreamItem::Document(node) if first.is_none() => {
                let composed = composer.document(node);
                if at_directives && !has(&node.props, TokenKind::DocStart) {
                    composer.error(
                        (node.start, node.start + 1),
                        "MISSING_CHAR",
                        "Missing directives-end/doc-start indicator line",
                    );
                }
                at_directives = false;
                first = Some(composed.value);
            }
            StreamItem::Document(node) => {
                // Only the first document is used, so faults of a second document are dropped.
                let known = composer.problems.len();
                let end = composer.document(node).end;
                composer.problems.truncate(known);
                composer.error(
                    (node.start, end),
                    "MULTIPLE_DOCS",
                    "Source contains multiple documents; please use YAML.parseAllDocuments()",
                );
                break;
            }
        }
    }
    if first.is_none() && at_directives {
        composer.error_at(
            source.len(),
            "MISSING_CHAR",
            "Missing directives-end indicator line",
        );
    }
    let mut problems = composer.problems;
    if problems.is_empty() {
        problems.extend(composer.unresolved.clone());
    }
    Yaml {
        value: first.unwrap_or(Value::Null),
        problem: problems.into_iter().next(),
        unresolved: composer.unresolved.map(|problem| problem.start),
        lines,
    }
}

impl Composer<'_> {
    pub(super) fn error(
        &mut self,
        (start, end): (usize, usize),
        code: &'static str,
        message: &str,
    ) {
        self.problems.push(Problem {
            code,
            message: message.to_owned(),
            start,
            end,
        });
    }

    pub(super) fn error_at(&mut self, at: usize, code: &'static str, message: &str) {
        self.error((at, at + 1), code, message);
    }

    fn error_token(&mut self, token: Token, code: &'static str, message: &str) {
        self.error((token.start, token.end), code, message);
    }

    fn error_node(&mut self, node: &Node, code: &'static str, message: &str) {
        let end = match node.kind {
            NodeKind::Scalar(_) | NodeKind::Error(_) => node.text_end,
            NodeKind::BlockScalar => {
                node.start + node.block.map_or(0, |token| token.end - token.start)
            }
            _ => node.start + 1,
        };
        self.error((node.start, end), code, message);
    }

    /// Returns the property name for a key of a map. If the name would be too long, adds a fault
    /// and returns an empty name.
    fn property(&mut self, key: &Composed) -> String {
        let name = property(&key.value);
        let is_made = matches!(key.value, Value::List(_) | Value::Map(_));
        if is_made && name.len() > MAX_PROPERTY {
            let message = format!(
                "a key of {} bytes, made of lists or maps, is longer than Skillglass reads",
                name.len()
            );
            self.error((key.start, key.value_end), "RESOURCE_EXHAUSTION", &message);
            return String::new();
        }
        name
    }

    fn directive(&mut self, token: Token) {
        let line = token.text(self.source).trim();
        let mut parts = line.split([' ', '\t']).filter(|part| !part.is_empty());
        let name = parts.next();
        let parts: Vec<_> = parts.collect();
        let problem = match name {
            Some("%TAG") => {
                if let [handle, prefix, ..] = parts.as_slice() {
                    self.tags.push(((*handle).to_owned(), (*prefix).to_owned()));
                }
                (parts.len() != 2)
                    .then(|| "%TAG directive should contain exactly two parts".to_owned())
            }
            Some("%YAML") => match parts.as_slice() {
                [version] => {
                    let is_version = version.split_once('.').is_some_and(|(major, minor)| {
                        let is_number = |text: &str| {
                            !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
                        };
                        is_number(major) && is_number(minor)
                    });
                    (!is_version).then(|| format!("Unsupported YAML version {version}"))
                }
                _ => Some("%YAML directive should contain exactly one part".to_owned()),
            },
            _ => None,
        };
        if let Some(problem) = problem {
            self.error_token(token, "BAD_DIRECTIVE", &problem);
        }
    }

    fn document(&mut self, node: &Node) -> Composed {
        self.at_root = true;
        self.at_key = false;
        let value = node.value.as_deref();
        let end = node.end.as_ref().and_then(|end| end.first());
        let props = self.props(
            &node.props,
            &Reading {
                flow: None,
                indicator: TokenKind::DocStart,
                next: Next::of(value, end),
                offset: node.start,
                parent_indent: 0,
                starts_line: true,
            },
        );
        let is_block = value
            .is_some_and(|value| matches!(value.kind, NodeKind::BlockMap | NodeKind::BlockSeq));
        if props.found.is_some() && is_block && !props.has_newline {
            self.error_at(
                props.end,
                "MISSING_CHAR",
                "Block collection cannot start on same line with directives-end marker",
            );
        }
        let composed = match value {
            Some(value) => self.node(value, &props),
            None => self.empty(props.end, Some(&node.props), &props),
        };
        self.check_rest(node.end.as_deref(), composed.end, false);
        composed
    }

    /// Checks that only spaces, comments and line ends follow a value. Returns the offset at which
    /// they end.
    fn check_rest(
        &mut self,
        tokens: Option<&[Token]>,
        mut offset: usize,
        needs_space: bool,
    ) -> usize {
        let mut has_space = false;
        for token in tokens.unwrap_or_default() {
            match token.kind {
                TokenKind::Space | TokenKind::Newline => has_space = true,
                TokenKind::Comment => {
                    if needs_space && !has_space {
                        self.error_token(*token, "MISSING_CHAR", COMMENT_WITHOUT_BLANK);
                    }
                }
                kind => {
                    let message = format!("Unexpected {} at node end", kind.name());
                    self.error_token(*token, "UNEXPECTED_TOKEN", &message);
                }
            }
            offset += token.end - token.start;
        }
        offset
    }

    fn props(&mut self, tokens: &[Token], reading: &Reading<'_>) -> Props {
        let Reading {
            flow,
            indicator,
            next,
            ..
        } = *reading;
        let mut props = Props::default();
        let mut start = None;
        let mut at_newline = reading.starts_line;
        let mut has_space = reading.starts_line;
        let mut needs_space = false;
        let mut tab: Option<Token> = None;
        let next_is_flow = matches!(next, Next::Node(node) if node.kind == NodeKind::Flow);
        for token in tokens {
            let token = *token;
            if needs_space {
                if !matches!(
                    token.kind,
                    TokenKind::Space | TokenKind::Newline | TokenKind::Comma
                ) {
                    self.error_at(token.start, "MISSING_CHAR", PROPS_WITHOUT_BLANK);
                }
                needs_space = false;
            }
            if let Some(tab) = tab.take()
                && at_newline
                && !matches!(token.kind, TokenKind::Comment | TokenKind::Newline)
            {
                self.error_token(tab, "TAB_AS_INDENT", TAB);
            }
            match token.kind {
                TokenKind::Space => {
                    let counts =
                        flow.is_none() && (indicator != TokenKind::DocStart || !next_is_flow);
                    if counts && token.text(self.source).contains('\t') {
                        tab = Some(token);
                    }
                    has_space = true;
                }
                TokenKind::Comment => {
                    if !has_space {
                        self.error_token(token, "MISSING_CHAR", COMMENT_WITHOUT_BLANK);
                    }
                    props.has_comment = true;
                    at_newline = false;
                }
                TokenKind::Newline => {
                    at_newline = true;
                    props.has_newline = true;
                    if props.anchor.is_some() || props.tag.is_some() {
                        props.newline_after = Some(token);
                    }
                    has_space = true;
                }
                TokenKind::Anchor | TokenKind::Tag => {
                    let (slot, code, message) = match token.kind {
                        TokenKind::Anchor => (
                            &mut props.anchor,
                            "MULTIPLE_ANCHORS",
                            "A node can have at most one anchor",
                        ),
                        _ => (
                            &mut props.tag,
                            "MULTIPLE_TAGS",
                            "A node can have at most one tag",
                        ),
                    };
                    let had_one = slot.replace(token).is_some();
                    if had_one {
                        self.error_token(token, code, message);
                    }
                    start = start.or(Some(token.start));
                    at_newline = false;
                    has_space = false;
                    needs_space = true;
                }
                kind if kind == indicator => {
                    let text = token.text(self.source);
                    if props.anchor.is_some() || props.tag.is_some() {
                        let message =
                            format!("Anchors and tags must be after the {text} indicator");
                        self.error_token(token, "BAD_PROP_ORDER", &message);
                    }
                    if props.found.is_some() {
                        let message =
                            format!("Unexpected {text} in {}", flow.unwrap_or("collection"));
                        self.error_token(token, "UNEXPECTED_TOKEN", &message);
                    }
                    props.found = Some(token);
                    at_newline = matches!(indicator, TokenKind::SeqItem | TokenKind::ExplicitKey);
                    has_space = false;
                }
                TokenKind::Comma if flow.is_some() => {
                    if props.comma.is_some() {
                        let message = format!("Unexpected , in {}", flow.unwrap_or_default());
                        self.error_token(token, "UNEXPECTED_TOKEN", &message);
                    }
                    props.comma = Some(token);
                    at_newline = false;
                    has_space = false;
                }
                kind => {
                    let message = format!("Unexpected {} token", kind.name());
                    self.error_token(token, "UNEXPECTED_TOKEN", &message);
                    at_newline = false;
                    has_space = false;
                }
            }
        }
        props.end = tokens.last().map_or(reading.offset, |last| last.end);
        if needs_space {
            let unseparated = match next {
                Next::Nothing => None,
                Next::Node(node) => {
                    let is_empty = node.kind == NodeKind::Scalar(TokenKind::Scalar)
                        && node.start == node.text_end;
                    (!is_empty).then_some(node.start)
                }
                Next::Token(token) => (!matches!(
                    token.kind,
                    TokenKind::Space | TokenKind::Newline | TokenKind::Comma
                ))
                .then_some(token.start),
            };
            if let Some(at) = unseparated {
                self.error_at(at, "MISSING_CHAR", PROPS_WITHOUT_BLANK);
            }
        }
        let next_is_block = matches!(next, Next::Node(node) if matches!(node.kind, NodeKind::BlockMap | NodeKind::BlockSeq));
        if let Some(tab) = tab
            && (at_newline && tab.indent <= reading.parent_indent || next_is_block)
        {
            self.error_token(tab, "TAB_AS_INDENT", TAB);
        }
        props.start = start.unwrap_or(props.end);
        props
    }

    fn node(&mut self, node: &Node, props: &Props) -> Composed {
        let composed = match node.kind {
            NodeKind::Scalar(TokenKind::Alias) => {
                let composed = self.alias(node);
                if props.anchor.is_some() || props.tag.is_some() {
                    self.error_node(
                        node,
                        "ALIAS_PROPS",
                        "An alias node must not specify any properties",
                    );
                }
                return composed;
            }
            NodeKind::Scalar(kind) => {
                let text = self.flow_scalar(node, kind);
                let end = self.check_rest(node.end.as_deref(), node.text_end, true);
                Composed {
                    value: self.tagged(text, props.tag, kind == TokenKind::Scalar),
                    is_scalar: true,
                    start: node.start,
                    value_end: node.text_end,
                    end,
                }
            }
            NodeKind::BlockScalar => {
                let (text, length) = self.block_scalar(node);
                let source = node.block.map_or(0, |token| token.end - token.start);
                let end = node.start + length + source;
                Composed {
                    value: self.tagged(text, props.tag, false),
                    is_scalar: true,
                    start: node.start,
                    value_end: end,
                    end,
                }
            }
            NodeKind::BlockMap | NodeKind::BlockSeq | NodeKind::Flow => {
                let name = props.tag.and_then(|tag| self.tag_name(tag));
                if node.kind == NodeKind::BlockSeq {
                    let last = [props.anchor, props.tag].into_iter().flatten();
                    let last = last.max_by_key(|token| token.start);
                    let newline = props.newline_after;
                    if let Some(last) = last
                        && newline.is_none_or(|newline| newline.start < last.start)
                    {
                        self.error_token(
                            last,
                            "MISSING_CHAR",
                            "Missing newline after block sequence props",
                        );
                    }
                }
                drop(name);
                match node.kind {
                    NodeKind::BlockMap => self.block_map(node),
                    NodeKind::BlockSeq => self.block_seq(node),
                    _ => self.flow(node),
                }
            }
            NodeKind::Error(NOT_A_TOKEN) => {
                let message = format!("{NOT_A_TOKEN}: {}", node.text(self.source));
                self.error_node(node, "UNEXPECTED_TOKEN", &message);
                return self.empty(node.start, None, props);
            }
            NodeKind::Error(message) => {
                self.error_node(node, "UNEXPECTED_TOKEN", message);
                return self.empty(node.start, None, props);
            }
            NodeKind::Document | NodeKind::DocEnd => return self.empty(node.start, None, props),
        };
        if let Some(anchor) = props.anchor {
            self.anchor(anchor, &composed.value);
        }
        composed
    }

    fn anchor(&mut self, token: Token, value: &Value) {
        let name = &token.text(self.source)[1..];
        if name.is_empty() {
            self.error_token(token, "BAD_ALIAS", "Anchor cannot be an empty string");
        }
        self.by_name.insert(name.to_owned(), self.anchors.len());
        self.anchors.push(Anchor {
            value: value.clone(),
            uses: 0,
        });
    }

    /// Returns the empty value at a place without a value, such as after `key:` at the end of a
    /// line. A tag or an anchor at this place applies to the empty value.
    fn empty(&mut self, offset: usize, before: Option<&[Token]>, props: &Props) -> Composed {
        let mut at = offset;
        if let Some(before) = before {
            let bound = before.iter().rposition(|token| !token.kind.is_empty());
            let start = bound.map_or(0, |bound| bound + 1);
            for token in &before[start..] {
                at = at.saturating_sub(token.end - token.start);
            }
            // An empty value is placed after the whitespace before it.
            if bound.is_some() {
                for token in &before[start..] {
                    if token.kind != TokenKind::Space {
                        break;
                    }
                    at += token.end - token.start;
                }
            }
        }
        let value = self.tagged(String::new(), props.tag, true);
        if let Some(anchor) = props.anchor {
            self.anchor(anchor, &value);
        }
        Composed {
            value,
            is_scalar: true,
            start: at,
            value_end: at,
            end: if props.has_comment { props.end } else { at },
        }
    }

    /// Converts the text of a scalar to a value, according to its tag. Without a tag, the type of a
    /// plain scalar follows from its text.
    fn tagged(&mut self, text: String, tag: Option<Token>, is_plain: bool) -> Value {
        let name = tag.and_then(|tag| self.tag_name(tag));
        match name.as_deref() {
            None if is_plain => core(&text),
            Some(
                "tag:yaml.org,2002:null"
                | "tag:yaml.org,2002:bool"
                | "tag:yaml.org,2002:int"
                | "tag:yaml.org,2002:float",
            ) => {
                let value = core(&text);
                let is_whole = |number: &f64| {
                    !text.contains('.')
                        && (text.starts_with("0x") || !text.contains(['e', 'E']))
                        && number.is_finite()
                };
                let fits = match (
                    &value,
                    name.as_deref().unwrap_or_default().rsplit(':').next(),
                ) {
                    (Value::Null, Some("null")) | (Value::Bool(_), Some("bool")) => true,
                    (Value::Number(number), Some("int")) => is_whole(number),
                    (Value::Number(number), Some("float")) => !is_whole(number),
                    _ => false,
                };
                if fits { value } else { Value::Text(text) }
            }
            _ => Value::Text(text),
        }
    }

    fn tag_name(&mut self, tag: Token) -> Option<String> {
        let text = tag.text(self.source);
        let mut fail = |message: String| self.error_token(tag, "TAG_RESOLVE_FAILED", &message);
        if text == "!" {
            return Some("!".to_owned());
        }
        if let Some(verbatim) = text.strip_prefix("!<") {
            let name = &verbatim[..verbatim.char_indices().next_back().map_or(0, |(at, _)| at)];
            if matches!(name, "!" | "!!") {
                fail(format!(
                    "Verbatim tags aren't resolved, so {text} is invalid."
                ));
                return None;
            }
            if !text.ends_with('>') {
                fail("Verbatim tags must end with a >".to_owned());
            }
            return Some(name.to_owned());
        }
        let (handle, suffix) = text.split_at(text.rfind('!').map_or(0, |at| at + 1));
        if suffix.is_empty() {
            fail(format!("The {text} tag has no suffix"));
        }
        let known = self.tags.iter().rev().find(|(known, _)| known == handle);
        if let Some((_, prefix)) = known {
            return Some(format!("{prefix}{suffix}"));
        }
        if handle == "!" {
            return Some(text.to_owned());
        }
        self.error_token(
            tag,
            "TAG_RESOLVE_FAILED",
            &format!("Could not resolve tag: {text}"),
        );
        None
    }

    fn alias(&mut self, node: &Node) -> Composed {
        let name = &node.text(self.source)[1..];
        if name.is_empty() {
            self.error_at(node.start, "BAD_ALIAS", "Alias cannot be an empty string");
        }
        let end = self.check_rest(node.end.as_deref(), node.text_end, true);
        let anchor = self.by_name.get(name).copied();
        let anchor = anchor.and_then(|at| self.anchors.get_mut(at));
        let mut problem = None;
        let value = match anchor {
            None => {
                problem = Some(format!(
                    "Unresolved alias (the anchor must be set before the alias): {name}"
                ));
                Value::Null
            }
            Some(anchor) => {
                anchor.uses += 1;
                // Each count reads the whole value, so nothing is counted any more after the limit is exceeded.
                if self.aliased <= MAX_ALIASED {
                    self.aliased += count(&anchor.value);
                }
                if anchor.uses > MAX_ALIASES || self.aliased > MAX_ALIASED {
                    problem = Some(
                        "Excessive alias count indicates a resource exhaustion attack".to_owned(),
                    );
                    Value::Null
                } else {
                    anchor.value.clone()
                }
            }
        };
        if let Some(message) = problem
            && self.unresolved.is_none()
        {
            self.unresolved = Some(Problem {
                code: "YAML_EXCEPTION",
                message,
                start: node.start,
                end: node.text_end,
            });
        }
        Composed {
            value,
            is_scalar: false,
            start: node.start,
            value_end: node.text_end,
            end,
        }
    }

    fn block_map(&mut self, node: &Node) -> Composed {
        self.at_root = false;
        let mut members = Members::default();
        let mut offset = node.start;
        let mut comment_end: Option<usize> = None;
        for item in &node.items {
            let Item {
                start,
                key,
                separator,
                value,
                ..
            } = item;
            let (key, value) = (key.as_deref(), value.as_deref());
            let separator_first = separator.as_ref().and_then(|tokens| tokens.first());
            let key_props = self.props(
                start,
                &Reading {
                    flow: None,
                    indicator: TokenKind::ExplicitKey,
                    next: Next::of(key, separator_first),
                    offset,
                    parent_indent: node.indent,
                    starts_line: true,
                },
            );
            let is_implicit = key_props.found.is_none();
            if is_implicit {
                if let Some(key) = key {
                    if key.kind == NodeKind::BlockSeq {
                        self.error_at(
                            offset,
                            "BLOCK_AS_IMPLICIT_KEY",
                            "A block sequence may not be used as an implicit map key",
                        );
                    } else if key.indent != node.indent && !matches!(key.kind, NodeKind::Error(_)) {
                        self.error_at(offset, "BAD_INDENT", SAME_COLUMN);
                    }
                }
                if key_props.anchor.is_none() && key_props.tag.is_none() && separator.is_none() {
                    comment_end = Some(key_props.end);
                    continue;
                }
                if key_props.newline_after.is_some()
                    || key.is_some_and(|key| has_newline(key, self.source))
                {
                    const MESSAGE: &str = "Implicit keys need to be on a single line";
                    match (key, start.last()) {
                        (Some(key), _) => self.error_node(key, "MULTILINE_IMPLICIT_KEY", MESSAGE),
                        (None, Some(last)) => {
                            self.error_token(*last, "MULTILINE_IMPLICIT_KEY", MESSAGE);
                        }
                        (None, None) => {}
                    }
                }
            } else if key_props
                .found
                .is_some_and(|found| found.indent != node.indent)
            {
                self.error_at(offset, "BAD_INDENT", SAME_COLUMN);
            }
            self.at_key = true;
            let key_start = key_props.end;
            let key_node = match key {
                Some(key) => self.node(key, &key_props),
                None => self.empty(key_start, Some(start), &key_props),
            };
            self.at_key = false;
            if members.has(&key_node) {
                self.error_at(key_start, "DUPLICATE_KEY", "Map keys must be unique");
            }
            let value_props = self.props(
                separator.as_deref().unwrap_or_default(),
                &Reading {
                    flow: None,
                    indicator: TokenKind::MapValue,
                    next: Next::of(value, None),
                    offset: key_node.end,
                    parent_indent: node.indent,
                    starts_line: key.is_none_or(|key| key.kind == NodeKind::BlockScalar),
                },
            );
            offset = value_props.end;
            let Some(found) = value_props.found else {
                if is_implicit {
                    self.error(
                        (key_node.start, key_node.value_end),
                        "MISSING_CHAR",
                        "Implicit map keys need to be followed by map values",
                    );
                }
                let name = self.property(&key_node);
                members.add(&key_node, name, Value::Null);
                continue;
            };
            if is_implicit {
                let is_map = value.is_some_and(|value| value.kind == NodeKind::BlockMap);
                if is_map && !value_props.has_newline {
                    self.error_at(
                        offset,
                        "BLOCK_AS_IMPLICIT_KEY",
                        "Nested mappings are not allowed in compact mappings",
                    );
                }
                if self.is_far(key_props.start, found.start) {
                    self.error(
                        (key_node.start, key_node.value_end),
                        "KEY_OVER_1024_CHARS",
                        "The : indicator must be at most 1024 chars after the start of an implicit block mapping key",
                    );
                }
            }
            let value_node = match value {
                Some(value) => self.node(value, &value_props),
                None => self.empty(offset, separator.as_deref(), &value_props),
            };
            offset = value_node.end;
            let name = self.property(&key_node);
            members.add(&key_node, name, value_node.value);
        }
        if let Some(end) = comment_end
            && end < offset
        {
            self.error_at(end, "IMPOSSIBLE", "Map comment with trailing content");
        }
        Composed {
            value: Value::Map(members.members),
            is_scalar: false,
            start: node.start,
            value_end: offset,
            end: comment_end.unwrap_or(offset),
        }
    }

    fn is_far(&self, start: usize, colon: usize) -> bool {
        let between = self.source.get(start..colon).unwrap_or_default();
        between.len() > MAX_KEY && crate::text::document::utf16_len(between) > MAX_KEY
    }

    fn block_seq(&mut self, node: &Node) -> Composed {
        self.at_root = false;
        self.at_key = false;
        let mut items = Vec::new();
        let mut offset = node.start;
        let mut comment_end = None;
        for Item { start, value, .. } in &node.items {
            let value = value.as_deref();
            let props = self.props(
                start,
                &Reading {
                    flow: None,
                    indicator: TokenKind::SeqItem,
                    next: Next::of(value, None),
                    offset,
                    parent_indent: node.indent,
                    starts_line: true,
                },
            );
            if props.found.is_none() {
                if props.anchor.is_some() || props.tag.is_some() || value.is_some() {
                    match value {
                        Some(value) if value.kind == NodeKind::BlockSeq => self.error_at(
                            props.end,
                            "BAD_INDENT",
                            "All sequence items must start at the same column",
                        ),
                        _ => self.error_at(
                            offset,
                            "MISSING_CHAR",
                            "Sequence item without - indicator",
                        ),
                    }
                } else {
                    comment_end = Some(props.end);
                    continue;
                }
            }
            let composed = match value {
                Some(value) => self.node(value, &props),
                None => self.empty(props.end, Some(start), &props),
            };
            offset = composed.end;
            items.push(composed.value);
        }
        Composed {
            value: Value::List(items),
            is_scalar: false,
            start: node.start,
            value_end: offset,
            end: comment_end.unwrap_or(offset),
        }
    }

    fn flow(&mut self, node: &Node) -> Composed {
        let is_map = node.props.first().map(|token| token.kind) == Some(TokenKind::FlowMapStart);
        let name = if is_map { "flow map" } else { "flow sequence" };
        let at_root = std::mem::replace(&mut self.at_root, false);
        self.at_key = false;
        let mut members = Members::default();
        let mut items = Vec::new();
        let mut offset = node.start + 1;
        let is_block = |node: Option<&Node>| {
            node.is_some_and(|node| matches!(node.kind, NodeKind::BlockMap | NodeKind::BlockSeq))
        };
        for (index, item) in node.items.iter().enumerate() {
            let Item {
                start,
                key,
                separator,
                value,
                ..
            } = item;
            let (key, value) = (key.as_deref(), value.as_deref());
            let separator_first = separator.as_ref().and_then(|tokens| tokens.first());
            let props = self.props(
                start,
                &Reading {
                    flow: Some(name),
                    indicator: TokenKind::ExplicitKey,
                    next: Next::of(key, separator_first),
                    offset,
                    parent_indent: node.indent,
                    starts_line: false,
                },
            );
            if props.found.is_none() {
                if props.anchor.is_none()
                    && props.tag.is_none()
                    && separator.is_none()
                    && value.is_none()
                {
                    if let Some(comma) = props.comma.filter(|_| index == 0) {
                        self.error_token(
                            comma,
                            "UNEXPECTED_TOKEN",
                            &format!("Unexpected , in {name}"),
                        );
                    } else if index + 1 < node.items.len() {
                        let message = format!("Unexpected empty item in {name}");
                        self.error_at(props.start, "UNEXPECTED_TOKEN", &message);
                    }
                    offset = props.end;
                    continue;
                }
                if let Some(key) = key.filter(|key| !is_map && has_newline(key, self.source)) {
                    self.error_node(
                        key,
                        "MULTILINE_IMPLICIT_KEY",
                        "Implicit keys of flow sequence pairs need to be on a single line",
                    );
                }
            }
            match (index, props.comma) {
                (0, Some(comma)) => {
                    self.error_token(
                        comma,
                        "UNEXPECTED_TOKEN",
                        &format!("Unexpected , in {name}"),
                    );
                }
                (1.., None) => {
                    let message = format!("Missing , between {name} items");
                    self.error_at(props.start, "MISSING_CHAR", &message);
                }
                _ => {}
            }
            if !is_map && separator.is_none() && props.found.is_none() {
                let composed = match value {
                    Some(value) => self.node(value, &props),
                    None => self.empty(props.end, None, &props),
                };
                offset = composed.end;
                if is_block(value) {
                    self.error(
                        (composed.start, composed.value_end),
                        "BLOCK_IN_FLOW",
                        BLOCK_IN_FLOW,
                    );
                }
                items.push(composed.value);
                continue;
            }
            self.at_key = true;
            let key_start = props.end;
            let key_node = match key {
                Some(key) => self.node(key, &props),
                None => self.empty(key_start, Some(start), &props),
            };
            if is_block(key) {
                self.error(
                    (key_node.start, key_node.value_end),
                    "BLOCK_IN_FLOW",
                    BLOCK_IN_FLOW,
                );
            }
            self.at_key = false;
            let separator = separator.as_deref();
            let value_props = self.props(
                separator.unwrap_or_default(),
                &Reading {
                    flow: Some(name),
                    indicator: TokenKind::MapValue,
                    next: Next::of(value, None),
                    offset: key_node.end,
                    parent_indent: node.indent,
                    starts_line: false,
                },
            );
            if let Some(found) = value_props.found {
                if !is_map && props.found.is_none() {
                    let before = separator.unwrap_or_default().iter();
                    let mut before = before.take_while(|token| **token != found);
                    if let Some(newline) = before.find(|token| token.kind == TokenKind::Newline) {
                        self.error_token(
                            *newline,
                            "MULTILINE_IMPLICIT_KEY",
                            "Implicit keys of flow sequence pairs need to be on a single line",
                        );
                    }
                    if self.is_far(props.start, found.start) {
                        self.error_token(
                            found,
                            "KEY_OVER_1024_CHARS",
                            "The : indicator must be at most 1024 chars after the start of an implicit flow sequence key",
                        );
                    }
                }
            } else if let Some(value) = value {
                let text = match value.kind {
                    NodeKind::Scalar(_) => value.text(self.source),
                    _ => value.block.map_or("", |block| block.text(self.source)),
                };
                let is_colon = text.starts_with(':');
                if is_colon {
                    let message = format!("Missing space after : in {name}");
                    self.error_node(value, "MISSING_CHAR", &message);
                } else {
                    let message = format!("Missing , or : between {name} items");
                    self.error_at(value_props.start, "MISSING_CHAR", &message);
                }
            }
            let value_node = match value {
                Some(value) => Some(self.node(value, &value_props)),
                None if value_props.found.is_some() => {
                    Some(self.empty(value_props.end, separator, &value_props))
                }
                None => None,
            };
            if let Some(composed) = value_node.as_ref().filter(|_| is_block(value)) {
                self.error(
                    (composed.start, composed.value_end),
                    "BLOCK_IN_FLOW",
                    BLOCK_IN_FLOW,
                );
            }
            offset = (value_node.as_ref()).map_or(value_props.end, |composed| composed.end);
            let value = value_node.map_or(Value::Null, |composed| composed.value);
            if is_map {
                if members.has(&key_node) {
                    self.error_at(key_start, "DUPLICATE_KEY", "Map keys must be unique");
                }
                let name = self.property(&key_node);
                members.add(&key_node, name, value);
            } else {
                items.push(Value::Map(vec![(self.property(&key_node), value)]));
            }
        }
        let closing = if is_map {
            TokenKind::FlowMapEnd
        } else {
            TokenKind::FlowSeqEnd
        };
        let end = node.end.as_deref().unwrap_or_default();
        let mut rest = end.get(1..).unwrap_or_default();
        let mut end_at = offset;
        match end.first() {
            Some(token) if token.kind == closing => end_at = token.end,
            first => {
                let (bracket, title) = if is_map {
                    ('}', "Flow map")
                } else {
                    (']', "Flow sequence")
                };
                if at_root {
                    let message = format!("{title} must end with a {bracket}");
                    self.error_at(offset, "MISSING_CHAR", &message);
                } else {
                    let message = format!(
                        "{title} in block collection must be sufficiently indented and end with a {bracket}"
                    );
                    self.error_at(offset, "BAD_INDENT", &message);
                }
                if first.is_some_and(|token| token.end - token.start != 1) {
                    rest = end;
                }
            }
        }
        let end = match rest {
            [] => end_at,
            tokens => self.check_rest(Some(tokens), end_at, true),
        };
        Composed {
            value: if is_map {
                Value::Map(members.members)
            } else {
                Value::List(items)
            },
            is_scalar: false,
            start: node.start,
            value_end: end_at,
            end,
        }
    }
}

/// The keys and values of a map, as far as they were read.
#[derive(Default)]
struct Members {
    members: Vec<(String, Value)>,
    /// The map's scalar keys, each with the name of its type, because `1` and `"1"` are different
    /// keys.
    seen: HashSet<(&'static str, String)>,
    /// The index of each property name in `members`. If another key has the same property name, its
    /// value replaces the value at this index.
    places: HashMap<String, usize>,
}

impl Members {
    fn identity(key: &Composed) -> Option<(&'static str, String)> {
        let is_nan = matches!(&key.value, Value::Number(number) if number.is_nan());
        let kind = match &key.value {
            Value::Null => "null",
            other => other.kind(),
        };
        (key.is_scalar && !is_nan).then(|| (kind, property(&key.value)))
    }

    fn has(&self, key: &Composed) -> bool {
        Self::identity(key).is_some_and(|identity| self.seen.contains(&identity))
    }

    fn add(&mut self, key: &Composed, name: String, value: Value) {
        self.seen.extend(Self::identity(key));
        match self.places.get(&name) {
            Some(place) => self.members[*place].1 = value,
            None => {
                self.places.insert(name.clone(), self.members.len());
                self.members.push((name, value));
            }
        }
    }
}

/// Returns the property name into which JavaScript converts a key of a map.
fn property(key: &Value) -> String {
    match key {
        Value::Null => String::new(),
        Value::Bool(flag) => flag.to_string(),
        Value::Number(number) => number_text(*number),
        Value::Text(text) => text.clone(),
        Value::List(_) | Value::Map(_) => key.json(),
    }
}

/// Returns the number of values in `value`, including `value` itself. A long text counts as several
/// values.
fn count(value: &Value) -> usize {
    match value {
        Value::List(items) => 1 + items.iter().map(count).sum::<usize>(),
        Value::Map(members) => 1 + members.iter().map(|(_, value)| count(value)).sum::<usize>(),
        Value::Text(text) => 1 + text.len() / VALUE_BYTES,
        _ => 1,
    }
}

fn has_newline(node: &Node, source: &str) -> bool {
    match node.kind {
        NodeKind::Scalar(_) => {
            node.text(source).contains('\n')
                || node
                    .end
                    .as_ref()
                    .is_some_and(|end| has(end, TokenKind::Newline))
        }
        NodeKind::Flow => node.items.iter().any(|item| {
            let inside = |node: &Option<Box<Node>>| {
                node.as_deref()
                    .is_some_and(|node| has_newline(node, source))
            };
            has(&item.start, TokenKind::Newline)
                || (item.separator.as_ref()).is_some_and(|tokens| has(tokens, TokenKind::Newline))
                || inside(&item.key)
                || inside(&item.value)
        }),
        _ => true,
    }
}
