//! Parses YAML like PyYAML 6.0.3: the values and the error texts of `yaml.safe_load`, and the nodes
//! of `yaml.compose`.
//!
//! Six agent SDKs read frontmatter with PyYAML, and show PyYAML's messages. Source: 654 recorded
//! documents, `conformance/pyyaml.jsonl`.
//!
//! A document passes through five steps:
//!
//! 1. `reader` returns the document's characters, and refuses those that YAML does not allow.
//! 2. `scanner` splits the document into tokens, with `scan_names` and `scan_scalars`.
//! 3. `compose` builds the graph of the document's nodes. `resolve` finds the tags of nodes.
//! 4. `construct` makes Python's objects from the nodes, with `scalars` and `integer`.
//! 5. `unpack` turns the graph into a tree for the caller. `python` writes the tree as Python does.
//!
//! A step that fails returns a `fault`, whose text is written at the end.

mod characters;
mod compose;
mod construct;
mod fault;
mod graph;
mod integer;
mod printable;
mod python;
mod reader;
mod resolve;
mod scalars;
mod scan_names;
mod scan_scalars;
mod scanner;
mod token;
mod unpack;
mod value;

pub(crate) use value::{Content, Exception, Node, Value};

use fault::Outcome;

/// Returns the value of a YAML document, like `yaml.safe_load`. For an empty document, returns
/// Python's `None`.
///
/// # Errors
///
/// Returns the exception that Python raises. If aliases make a value larger than about 250 times
/// the document, returns a `MemoryError`. If an integer has more than 4,300 digits, returns the
/// `ValueError` that Python raises when it writes the integer.
pub(crate) fn safe_load(document: &str) -> Result<Value, Exception> {
    load(document).map_err(|fault| fault.render(document))
}

fn load(document: &str) -> Outcome<Value> {
    let (mut nodes, root) = compose::compose(document)?;
    let Some(root) = root else {
        return Ok(Value::None);
    };
    let objects = construct::construct(&mut nodes, root)?;
    unpack::value(&objects, root, document)
}

/// Returns the root node of a YAML document, like `yaml.compose`. Returns none for an empty
/// document.
///
/// # Errors
///
/// Returns the exception that Python raises, or a `MemoryError` if aliases make the tree too large.
pub(crate) fn compose(document: &str) -> Result<Option<Node>, Exception> {
    let root = || {
        let (nodes, root) = compose::compose(document)?;
        root.map(|root| unpack::node(&nodes, root, document))
            .transpose()
    };
    root().map_err(|fault: Box<fault::Fault>| fault.render(document))
}

#[cfg(test)]
mod tests;
