//! The values of a document, and the problem of a text that cannot be parsed.

/// A value that StrictYAML's parser returns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Node {
    /// A scalar; empty if a key or list entry has no value.
    Text(String),
    /// A sequence.
    List(Vec<Node>),
    /// A mapping. The pairs are in the order of the text.
    Map(Vec<Pair>),
    /// A scalar that is only `=` or `<<`, without quotes. YAML 1.1 reserves these two scalars for default values and
    /// merges, so the reference does not treat them as text.
    Reserved,
}

/// A key with its value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pair {
    /// The key.
    pub key: String,
    /// The byte offset of the key in the text.
    pub at: usize,
    /// The key's value.
    pub value: Node,
}

/// The reason why a text is not StrictYAML.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// The fault, in words.
    pub message: &'static str,
    /// How to fix the fault.
    pub help: &'static str,
    /// The byte offset in the text where the fault was found.
    pub at: usize,
}
