//! The values of a StrictYAML document, and the problem of a text that cannot be parsed.

/// A value in a StrictYAML document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Node {
    /// A scalar. The text is empty if a key or a list entry has no value.
    Text(String),
    /// A list.
    List(Vec<Node>),
    /// A map, whose pairs have the order of the text.
    Map(Vec<Pair>),
    /// The scalar `=` or `<<` without quotes. YAML 1.1 reserves these two scalars for default
    /// values and merges, so the reference validator does not treat them as text.
    Reserved,
}

/// A key of a map, with the value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pair {
    /// The key as text.
    pub key: String,
    /// The byte offset of the key in the text.
    pub at: usize,
    /// The key's value.
    pub value: Node,
}

/// The reason why a text is not StrictYAML.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// The problem with the YAML text, in words.
    pub message: &'static str,
    /// How to fix the problem, in words.
    pub help: &'static str,
    /// The byte offset in the text at which the problem was found.
    pub at: usize,
}
