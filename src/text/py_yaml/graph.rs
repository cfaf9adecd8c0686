//! The nodes of a document as a graph. An alias is the number of the node to which it refers.

use std::borrow::Cow;

use super::characters::Mark;
use super::value::Text;

/// The number of a node in its graph.
pub(super) type Id = usize;

/// A node and its place.
#[derive(Debug)]
pub(super) struct GraphNode {
    pub tag: Cow<'static, str>,
    pub shape: Shape,
    pub start: Mark,
    pub end: Mark,
}

/// The content of a node.
#[derive(Debug)]
pub(super) enum Shape {
    Scalar(Text),
    Sequence(Vec<Id>),
    Mapping(Vec<(Id, Id)>),
}

impl Shape {
    /// Returns the name of the shape in error messages.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Scalar(_) => "scalar",
            Self::Sequence(_) => "sequence",
            Self::Mapping(_) => "mapping",
        }
    }
}
