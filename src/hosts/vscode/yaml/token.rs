//! The tokens of a text.

/// A kind of token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Kind {
    /// A scalar, and whether it is in no quotes and no block.
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
    /// Blanks and tabs at a line's start.
    Indentation(usize),
    Comment,
    /// `---`
    Start,
    /// `...`
    End,
    /// The end of the text.
    Nothing,
}

/// A token with the byte that it begins at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Token {
    pub kind: Kind,
    pub at: usize,
    /// Bytes between its line's start and it.
    pub column: usize,
}
