//! The values of a text.

/// A value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::hosts::vscode) enum Node {
    /// Any scalar: numbers, booleans and nothing are texts too.
    Text(String),
    List(Vec<Node>),
    Map(Vec<Member>),
}

/// A `key: value`. The same key may stand twice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::hosts::vscode) struct Member {
    pub key: String,
    /// The byte of the text that the key begins at.
    pub at: usize,
    pub value: Node,
}
