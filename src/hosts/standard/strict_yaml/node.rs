//! The values of a document, and the reason why a text has none.

/// A value of StrictYAML.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Node {
    /// A scalar; empty if there is none.
    Text(String),
    /// A sequence.
    List(Vec<Node>),
    /// A mapping, in the text's order.
    Map(Vec<Pair>),
    /// A single plain `=` or `<<`. YAML 1.1 reserves them for default values and merges, and the reference
    /// does not treat them as text.
    Reserved,
}

/// A key with its value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pair {
    /// The key.
    pub key: String,
    /// The byte offset of the key.
    pub at: usize,
    /// The key's value.
    pub value: Node,
}

/// The reason why a text is not StrictYAML.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// The fault.
    pub message: &'static str,
    /// The remedy.
    pub help: &'static str,
    /// The byte offset where the fault is detected.
    pub at: usize,
}
