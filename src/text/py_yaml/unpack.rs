//! Converts the graph of a document to trees for callers. Each alias becomes a copy of its node, so
//! the size of a tree is limited.

use super::characters::Mark;
use super::construct::Object;
use super::fault::{Fault, Outcome};
use super::graph::{GraphNode, Id, Shape};
use super::scalars::Scalar;
use super::value::{Content, Node, Text, Value};

/// The maximum depth of nested collections. An alias counts as the collection to which it refers.
const MAX_DEPTH: usize = 500;
/// The size limit for the value of an empty document, in bytes. The limit increases by
/// [`BYTES_PER_BYTE`] for each byte of the document's text.
const MAX_BYTES: usize = 16 << 20;
/// The increase of the size limit, in bytes, for each byte of the document's text. The limit for an
/// empty document is [`MAX_BYTES`].
const BYTES_PER_BYTE: usize = 256;
/// The assumed size of each value without its text, in bytes. The sizes of all values are compared
/// with the size limit of the document.
const VALUE_BYTES: usize = 64;

/// Returns the value of the root's Python object, with aliases replaced by copies.
pub(super) fn value(objects: &[Option<Object>], root: Id, document: &str) -> Outcome<Value> {
    let mut unpacking = Unpacking::new(objects.len(), document);
    unpacking.value(objects, root)
}

/// Returns the tree of the root node, with aliases replaced by copies.
pub(super) fn node(nodes: &[GraphNode], root: Id, document: &str) -> Outcome<Node> {
    let mut unpacking = Unpacking::new(nodes.len(), document);
    unpacking.node(nodes, root)
}

struct Unpacking {
    /// For each node that is being converted, the number of collections that contain it. None for
    /// other nodes.
    levels: Vec<Option<usize>>,
    /// The number of collections that contain the current value.
    depth: usize,
    bytes_left: usize,
    /// The byte offset of each character of the document. Empty if all characters have one byte.
    offsets: Vec<usize>,
    length: usize,
}

impl Unpacking {
    fn new(count: usize, document: &str) -> Self {
        let offsets = if document.is_ascii() {
            Vec::new()
        } else {
            document.char_indices().map(|(at, _)| at).collect()
        };
        Self {
            levels: vec![None; count],
            depth: 0,
            bytes_left: MAX_BYTES.saturating_add(document.len().saturating_mul(BYTES_PER_BYTE)),
            offsets,
            length: document.len(),
        }
    }

    fn spend(&mut self, bytes: usize) -> Outcome<()> {
        let left = self.bytes_left.checked_sub(bytes + VALUE_BYTES);
        self.bytes_left = left.ok_or_else(|| Fault::of_python("MemoryError", ""))?;
        Ok(())
    }

    /// Returns how many levels above the current value the node `id` is: 0 if the node directly
    /// contains the value. Returns `None` if the node does not contain the current value.
    fn levels_above(&self, id: Id) -> Option<usize> {
        let level = self.levels.get(id).copied().flatten()?;
        self.depth.checked_sub(level + 1)
    }

    fn enter(&mut self, id: Id) -> Outcome<()> {
        if self.depth >= MAX_DEPTH {
            return Err(Fault::of_recursion());
        }
        if let Some(level) = self.levels.get_mut(id) {
            *level = Some(self.depth);
        }
        self.depth += 1;
        Ok(())
    }

    fn leave(&mut self, id: Id) {
        if let Some(level) = self.levels.get_mut(id) {
            *level = None;
        }
        self.depth -= 1;
    }

    fn value(&mut self, objects: &[Option<Object>], id: Id) -> Outcome<Value> {
        let object = objects.get(id).and_then(Option::as_ref);
        if let Some(Object::Scalar(scalar)) = object {
            return self.scalar(scalar);
        }
        self.spend(0)?;
        if let Some(levels) = self.levels_above(id) {
            return Ok(Value::Cycle(levels));
        }
        self.enter(id)?;
        let value = match object {
            Some(Object::List(ids)) => Value::List(self.values(objects, ids)?),
            Some(Object::Set(ids)) => Value::Set(self.values(objects, ids)?),
            Some(Object::Map(entries)) => Value::Map(self.entries(objects, entries)?),
            Some(Object::Pairs(pairs)) => {
                self.depth += 1;
                let pairs = self.entries(objects, pairs)?.into_iter();
                self.depth -= 1;
                Value::List(
                    pairs
                        .map(|(key, value)| Value::Tuple(vec![key, value]))
                        .collect(),
                )
            }
            Some(Object::Scalar(_)) | None => Value::None,
        };
        self.leave(id);
        Ok(value)
    }

    fn values(&mut self, objects: &[Option<Object>], ids: &[Id]) -> Outcome<Vec<Value>> {
        let mut values = Vec::new();
        for id in ids {
            values.push(self.value(objects, *id)?);
        }
        Ok(values)
    }

    fn entries(
        &mut self,
        objects: &[Option<Object>],
        entries: &[(Id, Id)],
    ) -> Outcome<Vec<(Value, Value)>> {
        let mut values = Vec::new();
        for (key, value) in entries {
            let key = self.value(objects, *key)?;
            values.push((key, self.value(objects, *value)?));
        }
        Ok(values)
    }

    fn scalar(&mut self, scalar: &Scalar) -> Outcome<Value> {
        self.spend(match scalar {
            Scalar::Int(text) | Scalar::Text(Text { text, .. }) => text.len(),
            Scalar::Bytes(bytes) => bytes.len(),
            _ => 0,
        })?;
        Ok(match scalar {
            Scalar::None => Value::None,
            Scalar::Bool(it) => Value::Bool(*it),
            Scalar::Int(digits) => Value::Int(digits.clone()),
            Scalar::Float(number) => Value::Float(*number),
            Scalar::Text(text) if text.surrogates.is_empty() => Value::Text(text.text.clone()),
            Scalar::Text(text) => Value::Surrogates(text.clone()),
            Scalar::Bytes(bytes) => Value::Bytes(bytes.clone()),
            Scalar::Date(iso) => Value::Date(iso.clone()),
            Scalar::DateTime(iso, _) => Value::DateTime(iso.clone()),
        })
    }

    fn node(&mut self, nodes: &[GraphNode], id: Id) -> Outcome<Node> {
        let Some(node) = nodes.get(id) else {
            return Err(Fault::of_recursion());
        };
        let (start, end) = (self.offset(node.start), self.offset(node.end));
        let tag = node.tag.clone().into_owned();
        self.spend(tag.len())?;
        let content = match &node.shape {
            Shape::Scalar(text) => {
                self.spend(text.text.len())?;
                Content::Scalar(text.text.clone())
            }
            shape => match self.levels_above(id) {
                Some(levels) => Content::Cycle(levels),
                None => {
                    self.enter(id)?;
                    let content = self.content(nodes, shape)?;
                    self.leave(id);
                    content
                }
            },
        };
        Ok(Node {
            tag,
            content,
            start,
            end,
        })
    }

    fn content(&mut self, nodes: &[GraphNode], shape: &Shape) -> Outcome<Content> {
        match shape {
            Shape::Scalar(text) => Ok(Content::Scalar(text.text.clone())),
            Shape::Sequence(items) => {
                let mut content = Vec::new();
                for item in items {
                    content.push(self.node(nodes, *item)?);
                }
                Ok(Content::Sequence(content))
            }
            Shape::Mapping(entries) => {
                let mut content = Vec::new();
                for (key, value) in entries {
                    let key = self.node(nodes, *key)?;
                    content.push((key, self.node(nodes, *value)?));
                }
                Ok(Content::Mapping(content))
            }
        }
    }

    /// Returns the byte offset of a position in the document.
    fn offset(&self, mark: Mark) -> usize {
        if self.offsets.is_empty() {
            return mark.index.min(self.length);
        }
        self.offsets.get(mark.index).copied().unwrap_or(self.length)
    }
}
