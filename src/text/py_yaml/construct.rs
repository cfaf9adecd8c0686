//! Makes Python objects from the nodes of a YAML document, like `yaml.safe_load`.
//!
//! A collection is created empty. It is filled after all collections that were created earlier. So
//! the first exception is the one at the outermost level, not the first in the document.

use std::borrow::Cow;
use std::collections::{BTreeMap, VecDeque};

use super::characters::Mark;
use super::fault::{Fault, Outcome};
use super::graph::{GraphNode, Id, Shape};
use super::python;
use super::resolve;
use super::scalars::{self, Scalar};
use super::value::Text;

/// The maximum depth of mappings that are merged into each other. Python's limit of 1,000 nested
/// calls allows about the same depth.
const MAX_MERGE_DEPTH: usize = 980;
/// The maximum number of entries that are copied because of merge keys (`<<`). Python has no such
/// limit except its memory.
const MAX_MERGED: usize = 1_000_000;

/// The Python object that is made from a node of the document. Each item, key and value in it is
/// the id of another node.
#[derive(Debug)]
pub(super) enum Object {
    Scalar(Scalar),
    List(Vec<Id>),
    /// A list of tuples, each with two items.
    Pairs(Vec<(Id, Id)>),
    Map(Vec<(Id, Id)>),
    Set(Vec<Id>),
}

/// A key of a mapping in a form that can be compared. Two keys are equal if Python treats them as
/// equal.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Key {
    None,
    /// A number with its exact digits. `True` and `1.0` have the digits `1`, because Python treats
    /// `True`, `1` and `1.0` as the same key.
    Number(String),
    /// A key that is the number `nan`. In Python, each `nan` object is equal only to itself, so the
    /// variant has the id of the YAML node from which the object was created. `None` is for `.nan`
    /// without a tag, because PyYAML uses one object for all such keys.
    Nan(Option<Id>),
    Text(Text),
    Bytes(Vec<u8>),
    Date(String),
    Instant(i64),
}

impl Key {
    /// Returns the comparable key of a scalar. `id` identifies the scalar's node, and `text` is the
    /// scalar's text.
    fn of(scalar: &Scalar, id: Id, text: Option<&str>) -> Self {
        match scalar {
            Scalar::None => Self::None,
            Scalar::Bool(it) => Self::Number(u8::from(*it).to_string()),
            Scalar::Int(digits) => Self::Number(digits.clone()),
            Scalar::Float(number) if number.is_nan() => {
                // All occurrences of `.nan` are the same object.
                let is_shared =
                    text.is_some_and(|it| it.replace('_', "").eq_ignore_ascii_case(".nan"));
                Self::Nan(if is_shared { None } else { Some(id) })
            }
            Scalar::Float(number) if *number == 0.0 => Self::Number("0".to_owned()),
            // The text has all digits of a whole number, and the shortest digits of any other number.
            Scalar::Float(number) => Self::Number(number.to_string()),
            Scalar::Text(text) => Self::Text(text.clone()),
            Scalar::Bytes(bytes) => Self::Bytes(bytes.clone()),
            Scalar::Date(iso) | Scalar::DateTime(iso, None) => Self::Date(iso.clone()),
            Scalar::DateTime(_, Some(instant)) => Self::Instant(*instant),
        }
    }
}

/// A mapping whose merge keys (`<<`) are being replaced.
struct Merging {
    id: Id,
    entries: Vec<(Id, Id)>,
    position: usize,
    kept: Vec<(Id, Id)>,
}

/// Makes the Python objects of the root node and of all nodes in it. The index of an object is the
/// number of its node. The object is `None` if no object was needed for the node.
pub(super) fn construct(nodes: &mut [GraphNode], root: Id) -> Outcome<Vec<Option<Object>>> {
    let mut objects = Vec::new();
    objects.resize_with(nodes.len(), || None);
    let mut constructor = Constructor {
        nodes,
        objects,
        unfilled: VecDeque::new(),
        merging: Vec::new(),
        merged: 0,
    };
    constructor.make(root)?;
    while let Some(id) = constructor.unfilled.pop_front() {
        constructor.fill(id)?;
    }
    Ok(constructor.objects)
}

struct Constructor<'g> {
    nodes: &'g mut [GraphNode],
    objects: Vec<Option<Object>>,
    /// The collections that were created empty and are not filled yet.
    unfilled: VecDeque<Id>,
    /// The mappings whose merge keys (`<<`) are being replaced, from the outermost to the
    /// innermost.
    merging: Vec<Merging>,
    /// The number of entries that were copied because of merge keys (`<<`).
    merged: usize,
}

impl Constructor<'_> {
    fn start(&self, id: Id) -> Mark {
        self.nodes
            .get(id)
            .map(|node| node.start)
            .unwrap_or_default()
    }

    fn tag(&self, id: Id) -> &str {
        self.nodes.get(id).map_or("", |node| &node.tag)
    }

    fn shape_name(&self, id: Id) -> &'static str {
        self.nodes
            .get(id)
            .map_or("scalar", |node| node.shape.name())
    }

    fn entries(&self, id: Id) -> Option<&Vec<(Id, Id)>> {
        match self.nodes.get(id).map(|node| &node.shape) {
            Some(Shape::Mapping(entries)) => Some(entries),
            _ => None,
        }
    }

    fn items(&self, id: Id) -> Option<Vec<Id>> {
        match self.nodes.get(id).map(|node| &node.shape) {
            Some(Shape::Sequence(items)) => Some(items.clone()),
            _ => None,
        }
    }

    /// Makes the Python object of a node, unless the object already exists. A collection is created
    /// empty and filled later.
    fn make(&mut self, id: Id) -> Outcome<()> {
        if self.objects.get(id).is_none_or(Option::is_some) {
            return Ok(());
        }
        let object = match self.tag(id) {
            resolve::SEQ => Object::List(Vec::new()),
            resolve::MAP => Object::Map(Vec::new()),
            resolve::SET => Object::Set(Vec::new()),
            resolve::OMAP | resolve::PAIRS => Object::Pairs(Vec::new()),
            _ => Object::Scalar(self.scalar(id)?),
        };
        if !matches!(object, Object::Scalar(_)) {
            self.unfilled.push_back(id);
        }
        self.put(id, object);
        Ok(())
    }

    fn put(&mut self, id: Id, object: Object) {
        if let Some(slot) = self.objects.get_mut(id) {
            *slot = Some(object);
        }
    }

    /// Makes the value of a scalar according to the tag of its node.
    fn scalar(&self, id: Id) -> Outcome<Scalar> {
        match self.tag(id) {
            resolve::NULL => self.text(id).map(|_| Scalar::None),
            resolve::BOOL => scalars::bool(self.text(id)?),
            resolve::INT => scalars::int(&self.text(id)?.text),
            resolve::FLOAT => scalars::float(&self.text(id)?.text),
            resolve::STR => Ok(Scalar::Text(self.text(id)?.clone())),
            resolve::TIMESTAMP => {
                let text = self.text(id)?;
                if self.entries(id).is_some() {
                    let problem = "expected string or bytes-like object, got 'list'";
                    return Err(Fault::of_python("TypeError", problem));
                }
                scalars::timestamp(&text.text)
            }
            resolve::BINARY => {
                let text = self.text(id)?;
                if let Some(error) = python::encode_error(text) {
                    let problem = format!("failed to convert base64 data into ascii: {error}");
                    return Err(Fault::of_constructor(problem, self.start(id)));
                }
                let bytes = scalars::base64(&text.text).map_err(|error| {
                    let problem = format!("failed to decode base64 data: {error}");
                    Fault::of_constructor(problem, self.start(id))
                })?;
                Ok(Scalar::Bytes(bytes))
            }
            tag => {
                let problem = format!(
                    "could not determine a constructor for the tag {}",
                    python::repr_str(tag)
                );
                Err(Fault::of_constructor(problem, self.start(id)))
            }
        }
    }

    /// Returns the text of a scalar. If the node is a mapping, returns the text of the scalar at
    /// the key `=`.
    fn text(&self, mut id: Id) -> Outcome<&Text> {
        for _ in 0..MAX_MERGE_DEPTH {
            let at_value = self.entries(id).and_then(|entries| {
                entries
                    .iter()
                    .find(|(key, _)| self.tag(*key) == resolve::VALUE)
            });
            if let Some((_, value)) = at_value {
                id = *value;
                continue;
            }
            return match self.nodes.get(id).map(|node| &node.shape) {
                Some(Shape::Scalar(text)) => Ok(text),
                _ => {
                    let problem =
                        format!("expected a scalar node, but found {}", self.shape_name(id));
                    Err(Fault::of_constructor(problem, self.start(id)))
                }
            };
        }
        Err(Fault::of_recursion())
    }

    /// Adds the items to a collection that was created empty.
    fn fill(&mut self, id: Id) -> Outcome<()> {
        let object = match self.objects.get(id) {
            Some(Some(Object::List(_))) => {
                let Some(items) = self.items(id) else {
                    let problem = format!(
                        "expected a sequence node, but found {}",
                        self.shape_name(id)
                    );
                    return Err(Fault::of_constructor(problem, self.start(id)));
                };
                for item in &items {
                    self.make(*item)?;
                }
                Object::List(items)
            }
            Some(Some(Object::Pairs(_))) => Object::Pairs(self.pairs(id)?),
            Some(Some(Object::Map(_))) => Object::Map(self.mapping(id)?),
            Some(Some(Object::Set(_))) => {
                let entries = self.mapping(id)?;
                Object::Set(entries.into_iter().map(|(key, _)| key).collect())
            }
            _ => return Ok(()),
        };
        self.put(id, object);
        Ok(())
    }

    /// Makes the pairs of a list with the tag `!!omap` or `!!pairs`.
    fn pairs(&mut self, id: Id) -> Outcome<Vec<(Id, Id)>> {
        let is_ordered = self.tag(id) == resolve::OMAP;
        let context = if is_ordered {
            "while constructing an ordered map"
        } else {
            "while constructing pairs"
        };
        let start = self.start(id);
        let fault = |problem: String, mark: Mark| {
            Err(Fault::of_constructor(problem, mark).within(context, start))
        };
        let Some(items) = self.items(id) else {
            return fault(
                format!("expected a sequence, but found {}", self.shape_name(id)),
                start,
            );
        };
        let mut pairs = Vec::new();
        for item in items {
            let Some(entries) = self.entries(item) else {
                let found = self.shape_name(item);
                return fault(
                    format!("expected a mapping of length 1, but found {found}"),
                    self.start(item),
                );
            };
            let [(key, value)] = *entries.as_slice() else {
                let count = entries.len();
                return fault(
                    format!("expected a single mapping item, but found {count} items"),
                    self.start(item),
                );
            };
            self.make(key)?;
            self.make(value)?;
            pairs.push((key, value));
        }
        Ok(pairs)
    }

    /// Makes the keys and values of a mapping. If several keys are equal, the first key gets the
    /// value of the last.
    fn mapping(&mut self, id: Id) -> Outcome<Vec<(Id, Id)>> {
        if self.entries(id).is_none() {
            let problem = format!("expected a mapping node, but found {}", self.shape_name(id));
            return Err(Fault::of_constructor(problem, self.start(id)));
        }
        self.merge(id)?;
        let entries = self.entries(id).cloned().unwrap_or_default();
        let mut unique: Vec<(Id, Id)> = Vec::new();
        let mut places = BTreeMap::new();
        for (key, value) in entries {
            self.make(key)?;
            let Some(Some(Object::Scalar(scalar))) = self.objects.get(key) else {
                let fault = Fault::of_constructor("found unhashable key", self.start(key));
                return Err(fault.within("while constructing a mapping", self.start(id)));
            };
            let text = self.text(key).ok().map(|text| text.text.as_str());
            let hashed = Key::of(scalar, key, text);
            self.make(value)?;
            let place = *places.entry(hashed).or_insert(unique.len());
            match unique.get_mut(place) {
                Some(entry) => entry.1 = value,
                None => unique.push((key, value)),
            }
        }
        Ok(unique)
    }

    /// Replaces the merge keys (`<<`) of a mapping by the entries of the mappings to which they
    /// refer. These entries come before the mapping's own entries.
    fn merge(&mut self, id: Id) -> Outcome<()> {
        let Some(Shape::Mapping(entries)) = self.nodes.get_mut(id).map(|node| &mut node.shape)
        else {
            return Ok(());
        };
        if self.merging.iter().any(|it| it.id == id) {
            return Ok(());
        }
        if self.merging.len() >= MAX_MERGE_DEPTH {
            return Err(Fault::of_recursion());
        }
        let entries = std::mem::take(entries);
        self.merging.push(Merging {
            id,
            entries,
            position: 0,
            kept: Vec::new(),
        });
        let mut merged = Vec::new();
        while let Some((key, value)) = self.next_merged() {
            match self.tag(key) {
                resolve::MERGE => self.merge_value(id, value, &mut merged)?,
                resolve::VALUE => {
                    if let Some(node) = self.nodes.get_mut(key) {
                        node.tag = Cow::Borrowed(resolve::STR);
                    }
                    self.keep((key, value));
                }
                _ => self.keep((key, value)),
            }
        }
        let kept = self.merging.pop().map(|it| it.kept).unwrap_or_default();
        merged.extend(kept);
        if let Some(Shape::Mapping(entries)) = self.nodes.get_mut(id).map(|node| &mut node.shape) {
            *entries = merged;
        }
        Ok(())
    }

    /// Returns the next entry of the innermost mapping that is being merged into another mapping.
    /// Returns none after the last entry.
    fn next_merged(&mut self) -> Option<(Id, Id)> {
        let merging = self.merging.last_mut()?;
        let entry = merging.entries.get(merging.position).copied();
        merging.position += 1;
        entry
    }

    fn keep(&mut self, entry: (Id, Id)) {
        if let Some(merging) = self.merging.last_mut() {
            merging.kept.push(entry);
        }
    }

    /// Collects the entries of the mappings to which a merge key refers. If the merge key has a
    /// list of mappings, the first mapping takes precedence, so its entries are added last.
    fn merge_value(&mut self, id: Id, value: Id, merged: &mut Vec<(Id, Id)>) -> Outcome<()> {
        let start = self.start(id);
        let context = "while constructing a mapping";
        if self.entries(value).is_some() {
            self.merge(value)?;
            return self.copy_entries(value, merged);
        }
        let Some(items) = self.items(value) else {
            let found = self.shape_name(value);
            let problem =
                format!("expected a mapping or list of mappings for merging, but found {found}");
            return Err(Fault::of_constructor(problem, self.start(value)).within(context, start));
        };
        for item in &items {
            if self.entries(*item).is_none() {
                let found = self.shape_name(*item);
                let problem = format!("expected a mapping for merging, but found {found}");
                return Err(
                    Fault::of_constructor(problem, self.start(*item)).within(context, start)
                );
            }
            self.merge(*item)?;
        }
        for item in items.iter().rev() {
            self.copy_entries(*item, merged)?;
        }
        Ok(())
    }

    /// Copies the entries of the mapping `id` into `merged`. A mapping can merge itself, as in
    /// `&a { <<: *a }`. In this case, some of its merge keys (`<<`) have not been replaced yet, and
    /// these keys are not copied.
    fn copy_entries(&mut self, id: Id, merged: &mut Vec<(Id, Id)>) -> Outcome<()> {
        let before = merged.len();
        match self.merging.iter().find(|it| it.id == id) {
            Some(Merging {
                entries,
                position,
                kept,
                ..
            }) => {
                let rest = entries.iter().skip(*position);
                let rest = rest.filter(|(key, _)| self.tag(*key) != resolve::MERGE);
                merged.extend(kept.iter().chain(rest));
            }
            None => merged.extend(self.entries(id).into_iter().flatten()),
        }
        self.merged += merged.len() - before;
        if self.merged > MAX_MERGED {
            return Err(Fault::of_python("MemoryError", ""));
        }
        Ok(())
    }
}
