//! The tokens of a text.

/// A kind of token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum TokenKind {
    /// A scalar, and true if it is neither quoted nor a block.
    Text {
        value: String,
        plain: bool,
    },
    Colon,
    Dash,
    Comma,
    MapStart,
    MapEnd,
    ListStart,
    ListEnd,
    LineEnd,
    /// Spaces and tabs at the start of a line.
    Indentation(usize),
    Comment,
    /// The start of a document, `---`.
    Start,
    /// The end of a document, `...`.
    End,
    /// The end of the text.
    Nothing,
}

/// A token with its byte offset.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Token {
    pub kind: TokenKind,
    pub at: usize,
    /// The number of bytes between the start of the line and the token.
    pub column: usize,
}
