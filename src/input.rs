//! Reads the values that callers pass: options, requests, and results of earlier calls.
//!
//! [`Value`] is a value that a caller passed. The properties of a value are read one level at a
//! time, because a caller's object may contain itself. Types into which values can be read
//! implement [`Read`]. Each type lists its properties next to its definition, with
//! [`record!`](crate::record) or [`choice!`](crate::choice). The loop over properties, the checks
//! of names and all messages are functions that are compiled only once, because separate code for
//! each type would make the module larger.
//!
//! To add a request type, derive `Serialize`, which is needed for results and TypeScript
//! declarations, and list the type's properties:
//!
//! ```
//! use skillglass::input::{self, Read, Value};
//!
//! #[derive(Debug, serde::Serialize)]
//! struct Limits {
//!     max_files: usize,
//!     folders: Option<Vec<String>>,
//! }
//!
//! skillglass::record! { Limits: has(max_files, folders) needs(max_files) }
//!
//! let error = serde_json::from_str::<Limits>(r#"{"maxFile": 3}"#).unwrap_err();
//! assert_eq!(error.to_string(), "maxFile: there is no such option; there are maxFiles, folders");
//! let limits: Limits = serde_json::from_str(r#"{"maxFiles": 3}"#)?;
//! assert_eq!(limits.max_files, 3);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The names of properties are in JavaScript's camelCase. Native code reads JSON through serde with
//! the same list of properties.

use std::collections::BTreeMap;
use std::fmt;
use std::rc::Rc;
use std::vec;

use serde::de::{self, Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};

/// The largest whole number that a JavaScript number represents exactly.
const MAX_SAFE_INTEGER: f64 = 9_007_199_254_740_991.0;

/// A value that a caller passed. Lists and objects are iterators: they fetch an item or a property
/// from the caller only when the iterator reaches it.
pub enum Value {
    /// `undefined`. A property with this value counts as absent.
    Undefined,
    /// `null`.
    Null,
    /// `true` or `false`.
    Flag(bool),
    /// A JavaScript number.
    Number(f64),
    /// A JavaScript string.
    Text(String),
    /// A JavaScript array.
    List(Box<dyn Entries>),
    /// A plain object, not an instance of a class.
    Object(Box<dyn Entries>),
    /// A value of any other kind, described in words such as "a Map".
    Other(&'static str),
    /// A value that cannot be read because a getter or proxy threw an exception, with the reason.
    Unreadable(String),
}

/// An iterator over the items of a list or the properties of an object.
pub trait Entries {
    /// Returns the next entry of a list or object; `None` at the end. An entry of an object is the
    /// name and the value of a property. An entry of a list is an item with an empty name.
    ///
    /// # Errors
    /// Returns a fault if the list or object cannot be read any further.
    fn next(&mut self) -> Result<Option<(String, Value)>, Fault>;
}

/// The reason why a value that a caller passed is refused, and the place of the fault in the value.
#[derive(Debug)]
pub struct Fault {
    /// The place of the fault in the value, such as `.hosts[0].edition`. Empty if the fault is about the whole value.
    pub path: String,
    problem: Problem,
}

#[derive(Debug)]
enum Problem {
    /// The value is of another kind than expected.
    Kind {
        expected: String,
        given: String,
        is_optional: bool,
    },
    Other(String),
}

impl Fault {
    /// Creates a fault that is about the whole value.
    #[cold]
    pub fn new(message: impl Into<String>) -> Self {
        Self {
            path: String::new(),
            problem: Problem::Other(message.into()),
        }
    }

    /// Creates the fault for a required property that is missing.
    #[cold]
    pub(crate) fn missing(name: &str) -> Self {
        Self::new("is missing").in_member(name)
    }

    /// Creates the fault for a property with an unknown name. `known` are the possible names.
    #[cold]
    pub(crate) fn unknown(name: &str, known: &[&str]) -> Self {
        let known: Vec<_> = known.iter().map(|field| in_camel_case(field)).collect();
        let known = known.join(", ");
        Self::new(format!("there is no such option; there are {known}")).in_member(name)
    }

    /// Adds the name of a property at the start of the fault's path.
    #[cold]
    #[must_use]
    pub fn in_member(mut self, name: &str) -> Self {
        self.path.insert_str(0, name);
        self.path.insert(0, '.');
        self
    }

    /// Adds the key of a map's entry at the start of the fault's path.
    #[cold]
    fn in_key(mut self, key: &str) -> Self {
        self.path.insert_str(0, &format!("[{key:?}]"));
        self
    }

    /// Adds the index of a list's item to the front of `path`, the place of the fault: `.edition`
    /// becomes `[0].edition`.
    #[cold]
    fn in_item(mut self, index: usize) -> Self {
        self.path.insert_str(0, &format!("[{index}]"));
        self
    }

    /// Adds to the fault's message that the value may also be null or absent.
    #[cold]
    fn or_absent(mut self) -> Self {
        if let Problem::Kind { is_optional, .. } = &mut self.problem {
            *is_optional |= self.path.is_empty();
        }
        self
    }

    /// Returns the reason why the value is refused, without the place of the fault.
    #[must_use]
    pub fn message(&self) -> String {
        match &self.problem {
            Problem::Other(message) => message.clone(),
            Problem::Kind {
                expected,
                given,
                is_optional,
            } => {
                let or_absent = if *is_optional { ", null or absent" } else { "" };
                format!("must be {expected}{or_absent}, not {given}")
            }
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.path.trim_start_matches('.') {
            "" => f.write_str(&self.message()),
            path => write!(f, "{path}: {}", self.message()),
        }
    }
}

impl Value {
    /// Returns the value; `None` if the value is `undefined` or `null`.
    #[inline(never)]
    #[must_use]
    pub fn present(self) -> Option<Self> {
        match self {
            Self::Undefined | Self::Null => None,
            value => Some(value),
        }
    }

    /// Describes the value in one or two words. Texts are not shown, because they may be secrets.
    #[must_use]
    pub fn in_words(&self) -> String {
        let words = match self {
            Self::Undefined => "undefined",
            Self::Null => "null",
            Self::Flag(_) => "a boolean",
            Self::Number(number) => return number.to_string(),
            Self::Text(_) => "a string",
            Self::List(_) => "an array",
            Self::Object(_) => "an object",
            Self::Other(words) => words,
            Self::Unreadable(_) => "something else",
        };
        words.to_owned()
    }

    /// Creates the fault for a value that is not of the expected kind.
    #[cold]
    #[must_use]
    pub fn must_be(&self, expected: &str) -> Fault {
        if let Self::Unreadable(reason) = self {
            return Fault::new(&**reason);
        }
        Fault {
            path: String::new(),
            problem: Problem::Kind {
                expected: expected.to_owned(),
                given: self.in_words(),
                is_optional: false,
            },
        }
    }

    /// Creates the fault for a value whose kind is not among the expected kinds. `expected` names
    /// these kinds.
    #[cold]
    pub(crate) fn must_be_one(&self, expected: &str) -> Fault {
        let given = match self {
            Self::Other(_) | Self::Unreadable(_) => return self.must_be("an object"),
            Self::Undefined => "null".to_owned(),
            Self::Number(_) => "a number".to_owned(),
            value => value.in_words(),
        };
        Fault::new(format!("must be {expected}, not {given}"))
    }

    /// Returns the number if it is whole and a JavaScript number represents it exactly. Otherwise
    /// returns `None`.
    fn whole(&self) -> Option<i64> {
        let Self::Number(number) = *self else {
            return None;
        };
        let is_exact = number.fract() == 0.0 && number.abs() <= MAX_SAFE_INTEGER;
        is_exact.then_some(number as i64)
    }

    fn integer(&self) -> Result<i64, Fault> {
        self.whole().ok_or_else(|| self.must_be("a whole number"))
    }

    fn natural(&self) -> Result<i64, Fault> {
        let number = self.whole().filter(|number| *number >= 0);
        number.ok_or_else(|| self.must_be("a whole number from 0"))
    }

    fn text(self) -> Result<String, Fault> {
        match self {
            Self::Text(text) => Ok(text),
            other => Err(other.must_be("a string")),
        }
    }
}

/// A type that can take its value from a value that a caller of the API passed, such as a
/// JavaScript object.
pub trait Read {
    /// Replaces `self` with the value.
    ///
    /// # Errors
    /// Returns a fault if the value has the wrong type. `self` may then be partly changed.
    fn read(&mut self, value: Value) -> Result<(), Fault>;
}

/// A type that can be created from a caller's value. Properties that the caller does not pass have
/// the default values of the type.
pub trait Input: Read {
    /// Returns the start value, which has the defaults of all properties.
    fn blank() -> Self;
}

/// Reads a value of any input type.
///
/// # Errors
/// Returns a fault if the value has the wrong type.
pub fn read<T: Input>(value: Value) -> Result<T, Fault> {
    let mut read = T::blank();
    read.read(value)?;
    Ok(read)
}

/// Calls a function with each item of a list.
///
/// # Errors
/// Returns a fault if the value is not a list or cannot be read, or if the function refuses an item.
pub fn each_item(
    value: Value,
    take: &mut dyn FnMut(Value) -> Result<(), Fault>,
) -> Result<(), Fault> {
    let mut items = match value {
        Value::List(items) => items,
        other => return Err(other.must_be("an array")),
    };
    let mut index = 0;
    while let Some((_, item)) = items.next()? {
        take(item).map_err(|fault| fault.in_item(index))?;
        index += 1;
    }
    Ok(())
}

/// Calls a function with each property of an object, except properties with the value `undefined`.
pub(crate) fn each_member(
    value: Value,
    take: &mut dyn FnMut(&str, Value) -> Result<(), Fault>,
) -> Result<(), Fault> {
    let mut members = match value {
        Value::Object(members) => members,
        other => return Err(other.must_be("an object")),
    };
    while let Some((name, value)) = members.next()? {
        match value {
            Value::Undefined => {}
            value => take(&name, value)?,
        }
    }
    Ok(())
}

/// Reads the properties of an object into `places`. The property `names[i]` is read into
/// `places[i]`.
///
/// # Errors
/// Returns a fault if a property is unknown or missing, or has a wrong value.
pub fn read_members(
    value: Value,
    names: &[&str],
    needed: &[&str],
    places: &mut [&mut dyn Read],
    takes_others: bool,
) -> Result<(), Fault> {
    let mut given = vec![false; names.len()];
    each_member(value, &mut |name, value| {
        if let Value::Unreadable(reason) = value {
            return Err(Fault::new(reason).in_member(name));
        }
        let Some(index) = names.iter().position(|field| is_named(field, name)) else {
            if takes_others {
                return Ok(());
            }
            return Err(Fault::unknown(name, names));
        };
        given[index] = true;
        let read = places[index].read(value);
        read.map_err(|fault| fault.in_member(name))
    })?;
    for (field, given) in names.iter().zip(given) {
        if !given && needed.contains(field) {
            return Err(Fault::missing(&in_camel_case(field)));
        }
    }
    Ok(())
}

/// Reads the name of an enum's variant, and returns the variant's index in `names`.
///
/// # Errors
/// Returns a fault if the value is not one of the names.
pub fn choose(value: Value, names: &[&str]) -> Result<usize, Fault> {
    let expected = || match names {
        [first @ .., last] if !first.is_empty() => format!("{} or {last}", first.join(", ")),
        names => names.concat(),
    };
    let Value::Text(text) = value else {
        return Err(value.must_be(&expected()));
    };
    let index = names.iter().position(|name| *name == text);
    index.ok_or_else(|| Fault::new(format!("must be {}, not {text:?}", expected())))
}

/// Returns true if a property's name in JavaScript belongs to the name of a field in Rust. For
/// example, `maxFiles` belongs to `max_files`.
fn is_named(field: &str, name: &str) -> bool {
    let mut field = field.bytes();
    let is_same = name.bytes().all(|byte| match field.next() {
        Some(b'_') => field.next().map(|next| next.to_ascii_uppercase()) == Some(byte),
        next => next == Some(byte),
    });
    is_same && field.next().is_none()
}

fn in_camel_case(field: &str) -> String {
    let mut words = field.split('_');
    let mut name = words.next().unwrap_or_default().to_owned();
    for word in words {
        let (first, rest) = word.split_at(word.len().min(1));
        name.push_str(&first.to_ascii_uppercase());
        name.push_str(rest);
    }
    name
}

impl Read for String {
    fn read(&mut self, value: Value) -> Result<(), Fault> {
        *self = value.text()?;
        Ok(())
    }
}

impl Input for String {
    fn blank() -> Self {
        Self::new()
    }
}

impl Read for bool {
    fn read(&mut self, value: Value) -> Result<(), Fault> {
        match value {
            Value::Flag(flag) => *self = flag,
            other => return Err(other.must_be("a boolean")),
        }
        Ok(())
    }
}

impl Input for bool {
    fn blank() -> Self {
        false
    }
}

macro_rules! numbers {
    ($($type:ident $kind:ident),*) => {$(
        impl Read for $type {
            fn read(&mut self, value: Value) -> Result<(), Fault> {
                let number = value.$kind()?;
                let outside = |_| {
                    let message = format!("must be {}, not integer `{number}`", stringify!($type));
                    Fault::new(message)
                };
                *self = $type::try_from(number).map_err(outside)?;
                Ok(())
            }
        }

        impl Input for $type {
            fn blank() -> Self {
                0
            }
        }
    )*};
}

numbers!(u32 natural, u64 natural, usize natural, i32 integer);

impl Read for i64 {
    fn read(&mut self, value: Value) -> Result<(), Fault> {
        *self = value.integer()?;
        Ok(())
    }
}

impl Input for i64 {
    fn blank() -> Self {
        0
    }
}

impl<T: Input> Read for Option<T> {
    fn read(&mut self, value: Value) -> Result<(), Fault> {
        match value.present() {
            Some(value) => read_optional(self.insert(T::blank()), value),
            None => {
                *self = None;
                Ok(())
            }
        }
    }
}

fn read_optional(place: &mut dyn Read, value: Value) -> Result<(), Fault> {
    place.read(value).map_err(Fault::or_absent)
}

impl<T: Input> Input for Option<T> {
    fn blank() -> Self {
        None
    }
}

impl<T: Input + Clone> Read for Rc<T> {
    fn read(&mut self, value: Value) -> Result<(), Fault> {
        Self::make_mut(self).read(value)
    }
}

impl<T: Input + Clone> Input for Rc<T> {
    fn blank() -> Self {
        Self::new(T::blank())
    }
}

/// A list that grows while its items are read from a caller's values.
trait List {
    fn grow(&mut self) -> &mut dyn Read;
}

impl<T: Input> List for Vec<T> {
    fn grow(&mut self) -> &mut dyn Read {
        let index = self.len();
        self.push(T::blank());
        &mut self[index]
    }
}

impl<T: Input> Read for Vec<T> {
    fn read(&mut self, value: Value) -> Result<(), Fault> {
        self.clear();
        read_items(self, value)
    }
}

fn read_items(list: &mut dyn List, value: Value) -> Result<(), Fault> {
    each_item(value, &mut |item| list.grow().read(item))
}

impl<T: Input> Input for Vec<T> {
    fn blank() -> Self {
        Self::new()
    }
}

/// A map to which entries can be added one by one. `grow` adds an entry and returns its value, so
/// that the function that calls `grow` can replace this value.
trait Map {
    fn grow(&mut self, key: &str) -> &mut dyn Read;
}

impl<T: Input> Map for BTreeMap<String, T> {
    fn grow(&mut self, key: &str) -> &mut dyn Read {
        self.entry(key.to_owned()).or_insert_with(T::blank)
    }
}

impl<T: Input> Read for BTreeMap<String, T> {
    fn read(&mut self, value: Value) -> Result<(), Fault> {
        self.clear();
        read_entries(self, value)
    }
}

fn read_entries(map: &mut dyn Map, value: Value) -> Result<(), Fault> {
    each_member(value, &mut |key, value| {
        map.grow(key).read(value).map_err(|fault| fault.in_key(key))
    })
}

impl<T: Input> Input for BTreeMap<String, T> {
    fn blank() -> Self {
        Self::new()
    }
}

/// The maximum depth of nested JSON values. No host has this limit. It is needed because nested
/// values are read by recursion.
const MAX_JSON_DEPTH: usize = 64;

/// Reads a value of any JSON type.
impl Read for serde_json::Value {
    fn read(&mut self, value: Value) -> Result<(), Fault> {
        *self = json(value, MAX_JSON_DEPTH)?;
        Ok(())
    }
}

impl Input for serde_json::Value {
    fn blank() -> Self {
        Self::Null
    }
}

fn json(value: Value, depth: usize) -> Result<serde_json::Value, Fault> {
    let Some(below) = depth.checked_sub(1) else {
        return Err(Fault::new(format!(
            "is nested more than {MAX_JSON_DEPTH} deep"
        )));
    };
    Ok(match value {
        Value::Undefined | Value::Null => serde_json::Value::Null,
        Value::Flag(flag) => flag.into(),
        Value::Number(number) => match (Value::Number(number)).whole() {
            Some(whole) => whole.into(),
            None => number.into(),
        },
        Value::Text(text) => text.into(),
        Value::List(_) => {
            let mut items = Vec::new();
            each_item(value, &mut |item| {
                items.push(json(item, below)?);
                Ok(())
            })?;
            items.into()
        }
        Value::Object(_) => {
            let mut members = serde_json::Map::new();
            each_member(value, &mut |key, value| {
                let value = json(value, below).map_err(|fault| fault.in_key(key))?;
                members.insert(key.to_owned(), value);
                Ok(())
            })?;
            members.into()
        }
        Value::Other(_) | Value::Unreadable(_) => return Err(value.must_be("a value of JSON")),
    })
}

/// Implements `Input` and `Deserialize` for a type, given the list of its properties. A property
/// that is missing in the caller's value keeps its default.
///
/// - `has(…)` lists all properties by the names of their fields. `kind = "type"` means that callers
///   write the field `kind` as `type`. `host via AsText` reads the field with the wrapper
///   `AsText(&mut self.host)`. If a field has a `#[cfg(…)]`, the attribute is repeated here.
/// - `needs(…)` lists the required properties, by the names that callers write.
/// - `takes others` ignores unknown properties. By default, unknown properties are refused, because
///   a misspelt option would have no effect.
/// - `from …` gives the default values of the properties, as one value of the type. Without `from`,
///   each property has the default of its own type.
#[doc(hidden)]
#[macro_export]
macro_rules! record {
    (
        $type:ty: has($($(#[$on:meta])* $field:ident $(= $name:literal)? $(via $wrapper:path)?),* $(,)?)
        $(needs($($needed:ident),*))? $(takes $others:ident)? $(from $blank:expr)?
    ) => {
        impl $crate::input::Read for $type {
            fn read(&mut self, value: $crate::input::Value) -> Result<(), $crate::input::Fault> {
                $crate::input::read_members(
                    value,
                    &[$($(#[$on])* $crate::record!(@name $field $($name)?)),*],
                    &[$($(stringify!($needed)),*)?],
                    &mut [$($(#[$on])* $crate::record!(@place self $field $($wrapper)?)),*],
                    $crate::record!(@others $($others)?),
                )
            }
        }

        impl $crate::input::Input for $type {
            fn blank() -> Self {
                $crate::record!(@blank ($($blank)?) $($(#[$on])* $field),*)
            }
        }

        impl<'de> ::serde::Deserialize<'de> for $type {
            fn deserialize<D: ::serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                $crate::input::deserialize(deserializer)
            }
        }
    };
    (@name $field:ident) => { stringify!($field) };
    (@name $field:ident $name:literal) => { $name };
    (@place $self:ident $field:ident) => { &mut $self.$field };
    (@place $self:ident $field:ident $wrapper:path) => { &mut $wrapper(&mut $self.$field) };
    (@others) => { false };
    (@others others) => { true };
    (@blank ($blank:expr) $($rest:tt)*) => { $blank };
    (@blank () $($(#[$on:meta])* $field:ident),*) => {
        Self { $($(#[$on])* $field: $crate::input::Input::blank()),* }
    };
}

/// Lists the names that callers use for the variants of an enum, and implements `Input` and `Deserialize` for the enum.
#[doc(hidden)]
#[macro_export]
macro_rules! choice {
    ($type:ty: $($variant:ident = $name:literal),* $(,)?) => {
        impl $crate::input::Read for $type {
            fn read(&mut self, value: $crate::input::Value) -> Result<(), $crate::input::Fault> {
                let index = $crate::input::choose(value, &[$($name),*])?;
                if let Some(variant) = [$(Self::$variant),*].get(index) {
                    *self = *variant;
                }
                Ok(())
            }
        }

        impl $crate::input::Input for $type {
            fn blank() -> Self {
                [$(Self::$variant),*][0]
            }
        }

        impl<'de> ::serde::Deserialize<'de> for $type {
            fn deserialize<D: ::serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                $crate::input::deserialize(deserializer)
            }
        }
    };
}

/// Reads a value with serde, for example from JSON.
///
/// # Errors
/// Returns an error if the value has the wrong type.
pub fn deserialize<'de, T: Input, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    let tree = Tree::deserialize(deserializer)?;
    read(tree.into()).map_err(de::Error::custom)
}

/// A value that serde has completely read.
enum Tree {
    Null,
    Flag(bool),
    Number(f64),
    Text(String),
    List(Vec<Tree>),
    Object(Vec<(String, Tree)>),
}

impl From<Tree> for Value {
    fn from(tree: Tree) -> Self {
        match tree {
            Tree::Null => Self::Null,
            Tree::Flag(flag) => Self::Flag(flag),
            Tree::Number(number) => Self::Number(number),
            Tree::Text(text) => Self::Text(text),
            Tree::List(items) => Self::List(Box::new(items.into_iter())),
            Tree::Object(members) => Self::Object(Box::new(members.into_iter())),
        }
    }
}

impl Entries for vec::IntoIter<Tree> {
    fn next(&mut self) -> Result<Option<(String, Value)>, Fault> {
        let item = Iterator::next(self);
        Ok(item.map(|item| (String::new(), item.into())))
    }
}

impl Entries for vec::IntoIter<(String, Tree)> {
    fn next(&mut self) -> Result<Option<(String, Value)>, Fault> {
        let member = Iterator::next(self);
        Ok(member.map(|(name, value)| (name, value.into())))
    }
}

impl<'de> Deserialize<'de> for Tree {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(TreeVisitor)
    }
}

struct TreeVisitor;

impl<'de> Visitor<'de> for TreeVisitor {
    type Value = Tree;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_unit<E>(self) -> Result<Tree, E> {
        Ok(Tree::Null)
    }

    fn visit_none<E>(self) -> Result<Tree, E> {
        Ok(Tree::Null)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Tree, D::Error> {
        Tree::deserialize(deserializer)
    }

    fn visit_bool<E>(self, flag: bool) -> Result<Tree, E> {
        Ok(Tree::Flag(flag))
    }

    fn visit_i64<E>(self, number: i64) -> Result<Tree, E> {
        Ok(Tree::Number(number as f64))
    }

    fn visit_u64<E>(self, number: u64) -> Result<Tree, E> {
        Ok(Tree::Number(number as f64))
    }

    fn visit_f64<E>(self, number: f64) -> Result<Tree, E> {
        Ok(Tree::Number(number))
    }

    fn visit_str<E>(self, text: &str) -> Result<Tree, E> {
        Ok(Tree::Text(text.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Tree, A::Error> {
        let mut list = Vec::new();
        while let Some(item) = items.next_element()? {
            list.push(item);
        }
        Ok(Tree::List(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Tree, A::Error> {
        let mut object = Vec::new();
        while let Some(member) = members.next_entry()? {
            object.push(member);
        }
        Ok(Tree::Object(object))
    }
}
