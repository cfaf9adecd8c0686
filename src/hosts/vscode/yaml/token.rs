//! The tokens that a text consists of.

/// The kind of a token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum TokenKind {
    /// A scalar. `plain` is true if the scalar has no quotes and is not a block.
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

/// A token, with its place in the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Token {
    pub kind: TokenKind,
    pub at: usize,
    /// The column of the token: the number of bytes from the start of its line.
    pub column: usize,
}
