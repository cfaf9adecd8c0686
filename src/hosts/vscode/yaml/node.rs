//! The values of a text.

/// A value of the YAML parser.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::hosts::vscode) enum Node {
    /// Any scalar: numbers, booleans and null are texts, too.
    Text(String),
    List(Vec<Node>),
    Map(Vec<Member>),
}

/// A `key: value` pair. A key may occur twice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::hosts::vscode) struct Member {
    pub key: String,
    /// The byte offset of the key in the text.
    pub at: usize,
    pub value: Node,
}
