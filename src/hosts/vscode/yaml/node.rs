//! The values that the YAML parser returns.

/// A value that the YAML parser returns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::hosts::vscode) enum Node {
    /// A scalar. Numbers, booleans and null are texts, too.
    Text(String),
    List(Vec<Node>),
    Map(Vec<Member>),
}

/// A key with its value. A mapping may contain a key twice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::hosts::vscode) struct Member {
    pub key: String,
    /// The byte offset of the key in the text.
    pub at: usize,
    pub value: Node,
}
