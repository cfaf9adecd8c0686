//! Tokens: stretches of the text, each with its kind.

/// The kind of a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    ByteOrderMark,
    /// A document begins; it has no text.
    DocMode,
    /// Brackets end where they should not; it has no text.
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
    /// Nothing that the language knows.
    Unknown,
}

impl Kind {
    /// The kind in the package's words.
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

    /// Whether it is a value that brackets may hold.
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

/// A stretch of the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) kind: Kind,
    /// Its first byte.
    pub(super) start: usize,
    /// One behind its last byte.
    pub(super) end: usize,
    /// The columns before it on its line.
    pub(super) indent: usize,
}

impl Token {
    pub(super) fn text<'t>(&self, source: &'t str) -> &'t str {
        source.get(self.start..self.end).unwrap_or_default()
    }
}

/// The kind that a text has by itself.
pub(super) fn kind_of(text: &str) -> Kind {
    match text {
        "\u{feff}" => Kind::ByteOrderMark,
        "---" => Kind::DocStart,
        "..." => Kind::DocEnd,
        "\n" | "\r\n" => Kind::Newline,
        "-" => Kind::SeqItem,
        "?" => Kind::ExplicitKey,
        ":" => Kind::MapValue,
        "{" => Kind::FlowMapStart,
        "}" => Kind::FlowMapEnd,
        "[" => Kind::FlowSeqStart,
        "]" => Kind::FlowSeqEnd,
        "," => Kind::Comma,
        _ => match text.as_bytes().first() {
            Some(b' ' | b'\t') => Kind::Space,
            Some(b'#') => Kind::Comment,
            Some(b'%') => Kind::Directive,
            Some(b'*') => Kind::Alias,
            Some(b'&') => Kind::Anchor,
            Some(b'!') => Kind::Tag,
            Some(b'\'') => Kind::SingleQuoted,
            Some(b'"') => Kind::DoubleQuoted,
            Some(b'|' | b'>') => Kind::BlockHeader,
            _ => Kind::Unknown,
        },
    }
}
