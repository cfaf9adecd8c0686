//! The nodes of a YAML document as a graph. In the graph, an alias is the number of the node to
//! which it refers.

use std::borrow::Cow;

use super::characters::Mark;
use super::value::Text;

/// The number that identifies a node in its graph.
pub(super) type Id = usize;

/// A node of a YAML document, with its tag and its position.
#[derive(Debug)]
pub(super) struct GraphNode {
    pub tag: Cow<'static, str>,
    pub shape: Shape,
    pub start: Mark,
    pub end: Mark,
}

/// The content of a node. A collection has the ids of the nodes that are its items, keys and
/// values.
#[derive(Debug)]
pub(super) enum Shape {
    Scalar(Text),
    Sequence(Vec<Id>),
    Mapping(Vec<(Id, Id)>),
}

impl Shape {
    /// Returns the name of the node's kind in error messages.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Scalar(_) => "scalar",
            Self::Sequence(_) => "sequence",
            Self::Mapping(_) => "mapping",
        }
    }
}
