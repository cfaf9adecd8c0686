//! The tokens of a YAML text.

/// The kind of a token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum TokenKind {
    /// A scalar. `plain` is true if it has no quotes and is not a block scalar.
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
    /// Spaces and tabs at the start of a line. The number is their count.
    Indentation(usize),
    Comment,
    /// The marker `---`, which starts a document.
    Start,
    /// The marker `...`, which ends a document.
    End,
    /// The end of the text, after the last token.
    Nothing,
}

/// A token, and its position in the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Token {
    pub kind: TokenKind,
    pub at: usize,
    /// The column of the token: the number of bytes from the start of its line.
    pub column: usize,
}
