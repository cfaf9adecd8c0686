//! The values that VS Code's YAML parser returns.

/// A value that VS Code's YAML parser returns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::hosts::vscode) enum Node {
    /// A scalar. Numbers, booleans and null are also returned as texts.
    Text(String),
    List(Vec<Node>),
    Map(Vec<Member>),
}

/// A key and its value. A mapping may contain the same key twice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::hosts::vscode) struct Member {
    pub key: String,
    /// The byte offset of the key in the text.
    pub at: usize,
    pub value: Node,
}
