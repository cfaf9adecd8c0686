//! Tokens of YAML: ranges of the text, each with its kind.

/// The kind of a YAML token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TokenKind {
    ByteOrderMark,
    /// The start of a document's contents. This token has no text.
    DocMode,
    /// The end of a collection whose brackets are not closed. This token has no text.
    FlowErrorEnd,
    DocStart,
    DocEnd,
    Newline,
    Space,
    Comment,
    Directive,
    SeqItem,
    ExplicitKey,
    MapValue,
    FlowMapStart,
    FlowMapEnd,
    FlowSeqStart,
    FlowSeqEnd,
    Comma,
    Alias,
    Anchor,
    Tag,
    SingleQuoted,
    DoubleQuoted,
    BlockHeader,
    Scalar,
    /// A text that is not a token of YAML.
    Unknown,
}

impl TokenKind {
    /// Returns the name that the npm package `yaml` has for the kind of token.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::ByteOrderMark => "byte-order-mark",
            Self::DocMode => "doc-mode",
            Self::FlowErrorEnd => "flow-error-end",
            Self::DocStart => "doc-start",
            Self::DocEnd => "doc-end",
            Self::Newline => "newline",
            Self::Space => "space",
            Self::Comment => "comment",
            Self::Directive => "directive-line",
            Self::SeqItem => "seq-item-ind",
            Self::ExplicitKey => "explicit-key-ind",
            Self::MapValue => "map-value-ind",
            Self::FlowMapStart => "flow-map-start",
            Self::FlowMapEnd => "flow-map-end",
            Self::FlowSeqStart => "flow-seq-start",
            Self::FlowSeqEnd => "flow-seq-end",
            Self::Comma => "comma",
            Self::Alias => "alias",
            Self::Anchor => "anchor",
            Self::Tag => "tag",
            Self::SingleQuoted => "single-quoted-scalar",
            Self::DoubleQuoted => "double-quoted-scalar",
            Self::BlockHeader => "block-scalar-header",
            Self::Scalar => "scalar",
            Self::Unknown => "error",
        }
    }

    /// Returns true if tokens of this kind are scalars that may be inside of brackets.
    pub(super) fn is_flow_scalar(self) -> bool {
        matches!(
            self,
            Self::Alias | Self::Scalar | Self::SingleQuoted | Self::DoubleQuoted
        )
    }

    pub(super) fn is_empty(self) -> bool {
        matches!(self, Self::Space | Self::Comment | Self::Newline)
    }
}

/// A token of YAML: a range of the text, and its kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) kind: TokenKind,
    /// The byte offset at which the token starts.
    pub(super) start: usize,
    /// The byte offset at which the token ends.
    pub(super) end: usize,
    /// The number of columns before the token on its line.
    pub(super) indent: usize,
}

impl Token {
    pub(super) fn text<'t>(&self, source: &'t str) -> &'t str {
        source.get(self.start..self.end).unwrap_or_default()
    }
}

/// Returns the kind of a token by its text only.
pub(super) fn kind_of(text: &str) -> TokenKind {
    match text {
        "\u{feff}" => TokenKind::ByteOrderMark,
        "---" => TokenKind::DocStart,
        "..." => TokenKind::DocEnd,
        "\n" | "\r\n" => TokenKind::Newline,
        "-" => TokenKind::SeqItem,
        "?" => TokenKind::ExplicitKey,
        ":" => TokenKind::MapValue,
        "{" => TokenKind::FlowMapStart,
        "}" => TokenKind::FlowMapEnd,
        "[" => TokenKind::FlowSeqStart,
        "]" => TokenKind::FlowSeqEnd,
        "," => TokenKind::Comma,
        _ => match text.as_bytes().first() {
            Some(b' ' | b'\t') => TokenKind::Space,
            Some(b'#') => TokenKind::Comment,
            Some(b'%') => TokenKind::Directive,
            Some(b'*') => TokenKind::Alias,
            Some(b'&') => TokenKind::Anchor,
            Some(b'!') => TokenKind::Tag,
            Some(b'\'') => TokenKind::SingleQuoted,
            Some(b'"') => TokenKind::DoubleQuoted,
            Some(b'|' | b'>') => TokenKind::BlockHeader,
            _ => TokenKind::Unknown,
        },
    }
}
