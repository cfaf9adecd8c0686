//! The values of a document, and the reason for which a text is none.

/// A value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Node {
    /// A scalar; empty where there is none.
    Text(String),
    /// A sequence.
    List(Vec<Node>),
    /// A mapping, in the text's order.
    Map(Vec<Pair>),
    /// A lone plain `=` or `<<`: YAML 1.1 keeps them for default values and merges, and the reference takes them
    /// for no text.
    Reserved,
}

/// A key with its value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pair {
    /// The key.
    pub key: String,
    /// The byte that the key starts at.
    pub at: usize,
    /// Its value.
    pub value: Node,
}

/// The reason for which a text is no StrictYAML.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// The fault in words.
    pub message: &'static str,
    /// The remedy.
    pub help: &'static str,
    /// The byte that it is noticed at.
    pub at: usize,
}
